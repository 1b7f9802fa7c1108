//! The types that the methods of dynamic items share: the future that they return, and the provider that they get.

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;

/// The future of a call of author code.
///
/// It borrows nothing, because the server runs it as a task on another thread.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The author's provider, as [`DynProvider::configure`](super::DynProvider::configure) returned it.
///
/// Its type is the author's own, so items restore it with `downcast_ref`.
pub type Configured = Arc<dyn Any + Send + Sync>;
