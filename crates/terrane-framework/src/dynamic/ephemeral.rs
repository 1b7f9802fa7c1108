//! The dynamic form of ephemeral resources.

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{Close, Open, Renew, Validate};
use crate::error::Result;
use crate::schema::Block;

/// The dynamic form of an ephemeral resource, which works on values.
pub trait DynEphemeral: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// The schema.
    fn block(&self) -> &Block;

    /// Validates a configuration, of which parts may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()>;

    /// Opens the resource.
    fn open(&self, config: Object, provider: Configured, cx: Open) -> BoxFuture<Result<Object>>;

    /// Renews it.
    fn renew(&self, provider: Configured, cx: Renew) -> BoxFuture<Result<()>>;

    /// Closes it.
    fn close(&self, provider: Configured, cx: Close) -> BoxFuture<Result<()>>;
}
