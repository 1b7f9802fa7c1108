//! The type-erased trait of ephemeral resources.

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{Close, Open, Renew, Validate};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased ephemeral resource: its methods take and return values instead of Rust types.
pub trait DynEphemeral: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// The full name of the type, if it is not the provider's prefix and [`name`](Self::name).
    fn type_name(&self) -> Option<&str> {
        None
    }

    /// The schema.
    fn block(&self) -> &Block;

    /// Validates a configuration, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Returns the errors in the configuration.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()>;

    /// Opens the resource.
    fn open(&self, config: Object, provider: Configured, cx: Open) -> BoxFuture<Result<Object>>;

    /// Renews the resource.
    fn renew(&self, provider: Configured, cx: Renew) -> BoxFuture<Result<()>>;

    /// Closes the resource.
    fn close(&self, provider: Configured, cx: Close) -> BoxFuture<Result<()>>;
}
