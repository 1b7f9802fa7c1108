//! ReadStateBytes.

use futures_util::stream;
use terrane_protocol::*;

use crate::server::call::answer::Answer;
use crate::server::call::chunks;
use crate::server::call::stores::CHUNK_SIZES;
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
        let (read, diagnostics) = self
            .store_call(&type_name, &doing, |store, cx| store.read(state_id, cx))
            .await;
        let chunk_size = self.in_use(&type_name, &doing).map(|it| it.chunk_size);
        let state = read.flatten().unwrap_or_default();
        let chunks = chunks::split(state, chunk_size.unwrap_or(CHUNK_SIZES.1), diagnostics);
        Ok(Box::pin(stream::iter(chunks.map(Ok))))
    }
}
