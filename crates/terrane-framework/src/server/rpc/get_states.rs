//! GetStates.

use terrane_protocol::*;

use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn states(&self, request: GetStatesRequest) -> GetStatesResponse {
        let doing = format!("Cannot list the states of {}", request.type_name);
        let (listed, diagnostics) = self
            .store_call(&request.type_name, &doing, |store, cx| store.list(cx))
            .await;
        GetStatesResponse {
            state_ids: listed.unwrap_or_default(),
            diagnostics,
        }
    }
}
