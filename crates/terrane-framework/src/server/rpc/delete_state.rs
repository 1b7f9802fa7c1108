//! DeleteState.

use terrane_protocol::*;

use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn delete_state(
        &self,
        request: DeleteStateRequest,
    ) -> DeleteStateResponse {
        let DeleteStateRequest {
            type_name,
            state_id,
        } = request;
        let doing = format!("Cannot delete the state \"{state_id}\" of {type_name}");
        let (_, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| store.delete(state_id, cx))
            .await;
        DeleteStateResponse { diagnostics }
    }
}
