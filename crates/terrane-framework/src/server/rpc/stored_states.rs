//! LockState, UnlockState, GetStates and DeleteState.

use terrane_protocol::*;

use crate::dynamic::Lock;
use crate::server::call::answer::Answer;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn lock_state(
        &self,
        request: LockStateRequest,
    ) -> Answer<LockStateResponse> {
        let LockStateRequest {
            type_name,
            state_id,
            operation,
        } = request;
        let doing = format!("Cannot lock the state \"{state_id}\" of {type_name}");
        let lock = Lock::new(operation);
        let (locked, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| {
                store.lock(state_id, lock, cx)
            })
            .await;
        Ok(LockStateResponse {
            lock_id: locked.flatten().unwrap_or_default(),
            diagnostics,
        })
    }

    pub(in crate::server) async fn unlock_state(
        &self,
        request: UnlockStateRequest,
    ) -> Answer<UnlockStateResponse> {
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
        Ok(UnlockStateResponse { diagnostics })
    }

    pub(in crate::server) async fn states(
        &self,
        request: GetStatesRequest,
    ) -> Answer<GetStatesResponse> {
        let doing = format!("Cannot list the states of {}", request.type_name);
        let (listed, diagnostics) = self
            .store_call(&request.type_name, &doing, |store, cx| store.list(cx))
            .await;
        Ok(GetStatesResponse {
            state_ids: listed.unwrap_or_default(),
            diagnostics,
        })
    }

    pub(in crate::server) async fn delete_state(
        &self,
        request: DeleteStateRequest,
    ) -> Answer<DeleteStateResponse> {
        let DeleteStateRequest {
            type_name,
            state_id,
        } = request;
        let doing = format!("Cannot delete the state \"{state_id}\" of {type_name}");
        let (_, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| store.delete(state_id, cx))
            .await;
        Ok(DeleteStateResponse { diagnostics })
    }
}
