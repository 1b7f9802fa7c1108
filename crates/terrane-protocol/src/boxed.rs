//! Futures and streams behind a pointer, which a trait object can return.

use std::pin::Pin;

use futures_core::Stream;

use crate::RpcError;

/// A future that a trait object can return.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A stream of messages that a trait object can return.
pub type BoxStream<T> = Pin<Box<dyn Stream<Item = Result<T, RpcError>> + Send + 'static>>;
