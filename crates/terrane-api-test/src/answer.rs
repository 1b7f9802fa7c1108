//! Bodies of answers, and the mark of requests whose answer is to be stale.

use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use terrane_api::transport::{Body, Broken};

/// Marks a request whose answer is to be stale.
#[derive(Debug, Clone)]
pub(crate) struct Stale;

pub(crate) fn whole(body: Bytes) -> Body {
    stream::iter([Ok(body)]).boxed()
}

/// Reads all pieces of a body.
pub(crate) async fn read(body: Body) -> Result<Bytes, Broken> {
    let whole = body.try_fold(BytesMut::new(), async |mut whole, piece| {
        whole.extend_from_slice(&piece);
        Ok(whole)
    });
    Ok(whole.await?.freeze())
}
