//! WriteStateBytes.

use terrane_protocol::*;

use crate::server::call::chunks::{self, Whole};
use crate::server::session::Server;

impl Server {
    /// Receives a state in chunks and writes it when it is complete (rule SS4).
    pub(crate) async fn write_state(
        &self,
        chunks: BoxStream<WriteStateBytesChunk>,
    ) -> Result<DiagnosticsResponse, RpcError> {
        let received = chunks::join(chunks, |type_name| {
            self.in_use(type_name, "Cannot write a state")
                .map(|in_use| in_use.chunk_size)
        });
        let diagnostics = match received.await? {
            Ok(Whole {
                type_name,
                state_id,
                bytes,
            }) => {
                let doing = format!("Cannot write the state \"{state_id}\" of {type_name}");
                let call = self.store_call(&type_name, &doing, |store, cx| {
                    store.write(state_id, bytes, cx)
                });
                call.await.1
            }
            Err(diagnostic) => diagnostic.into(),
        };
        Ok(DiagnosticsResponse { diagnostics })
    }
}
