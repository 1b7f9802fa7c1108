//! UnlockState.

use terrane_protocol::*;

use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn unlock_state(
        &self,
        request: UnlockStateRequest,
    ) -> UnlockStateResponse {
        let UnlockStateRequest {
            type_name,
            state_id,
            lock_id,
        } = request;
        let doing = format!("Cannot unlock the state \"{state_id}\" of {type_name}");
        let (_, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| {
                store.unlock(state_id, lock_id, cx)
            })
            .await;
        UnlockStateResponse { diagnostics }
    }
}
