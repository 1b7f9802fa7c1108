//! Reading streams, on the client and the server.

use futures_core::Stream;
use futures_util::stream::{self, StreamExt};

use crate::{BoxStream, RpcError};

/// Ends a stream with its first error. Without this, tonic repeats the error of a truncated frame forever.
pub(crate) fn until_error<T: Send + 'static>(
    items: impl Stream<Item = Result<T, RpcError>> + Send + 'static,
) -> BoxStream<T> {
    let items = Some(Box::pin(items));
    Box::pin(stream::unfold(items, async |items| {
        let mut items = items?;
        let item = items.next().await?;
        let rest = item.is_ok().then_some(items);
        Some((item, rest))
    }))
}
