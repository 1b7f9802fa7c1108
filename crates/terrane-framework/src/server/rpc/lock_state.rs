//! LockState.

use terrane_protocol::*;

use crate::dynamic::Lock;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn lock_state(
        &self,
        request: LockStateRequest,
    ) -> LockStateResponse {
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
        LockStateResponse {
            lock_id: locked.flatten().unwrap_or_default(),
            diagnostics,
        }
    }
}
