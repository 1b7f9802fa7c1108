//! LockState, UnlockState, GetStates and DeleteState.

use terrane_protocol::*;

use crate::dynamic::Lock;
use crate::server::call::answer::Answer;
use crate::server::session::Server;

impl Server {
    pub(crate) async fn lock_state(&self, request: LockStateRequest) -> Answer<LockStateResponse> {
        let doing = doing("lock", &request.state_id, &request.type_name);
        let lock = Lock::new(request.operation);
        let (locked, diagnostics) = self
            .store_call(&request.type_name, &doing, |store, cx| {
                store.lock(request.state_id, lock, cx)
            })
            .await;
        Ok(LockStateResponse {
            lock_id: locked.flatten().unwrap_or_default(),
            diagnostics,
        })
    }

    pub(crate) async fn unlock_state(
        &self,
        request: UnlockStateRequest,
    ) -> Answer<DiagnosticsResponse> {
        let doing = doing("unlock", &request.state_id, &request.type_name);
        let (_, diagnostics) = self
            .store_call(&request.type_name, &doing, |store, cx| {
                store.unlock(request.state_id, request.lock_id, cx)
            })
            .await;
        Ok(DiagnosticsResponse { diagnostics })
    }

    pub(crate) async fn states(&self, request: GetStatesRequest) -> Answer<GetStatesResponse> {
        let doing = format!("Cannot list the states of {}", request.type_name);
        let (listed, diagnostics) = self
            .store_call(&request.type_name, &doing, |store, cx| store.list(cx))
            .await;
        Ok(GetStatesResponse {
            state_ids: listed.unwrap_or_default(),
            diagnostics,
        })
    }

    pub(crate) async fn delete_state(&self, request: StateId) -> Answer<DiagnosticsResponse> {
        let doing = doing("delete", &request.state_id, &request.type_name);
        let (_, diagnostics) = self
            .store_call(&request.type_name, &doing, |store, cx| {
                store.delete(request.state_id, cx)
            })
            .await;
        Ok(DiagnosticsResponse { diagnostics })
    }
}

/// Describes a call for a state, for diagnostics.
fn doing(what: &str, state_id: &str, type_name: &str) -> String {
    format!("Cannot {what} the state \"{state_id}\" of {type_name}")
}
