//! Types for calls of author code: the returned future, and the configured provider.

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;

/// A future of author code.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The author's provider value after `configure`.
pub type Configured = Arc<dyn Any + Send + Sync>;
