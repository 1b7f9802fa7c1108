//! ReadStateBytes: sends a stored state in chunks (rule SS3).

use futures_util::stream;
use terrane_protocol::*;

use crate::server::call::answer::Answer;
use crate::server::call::chunks;
use crate::server::call::stores::DEFAULT_CHUNK_SIZE;
use crate::server::session::Server;

impl Server {
    /// Sends a state in chunks. An error is sent as one chunk without bytes (rule SS3).
    pub(crate) async fn read_state(
        &self,
        request: StateId,
    ) -> Answer<BoxStream<ReadStateBytesChunk>> {
        let StateId {
            type_name,
            state_id,
        } = request;
        let doing = format!("Cannot read the state \"{state_id}\" of {type_name}");
        let (result, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| store.read(state_id, cx))
            .await;
        // A store that is not configured has no state to split, so any size will do.
        let chunk_size = self.in_use(&type_name, &doing).map(|it| it.chunk_size);
        let state = result.flatten().unwrap_or_default();
        let chunks = chunks::split(state, chunk_size.unwrap_or(DEFAULT_CHUNK_SIZE), diagnostics);
        Ok(Box::pin(stream::iter(chunks.map(Ok))))
    }
}
