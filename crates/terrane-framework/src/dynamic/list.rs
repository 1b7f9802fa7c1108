//! The dynamic form of list resources.

use terrane_value::Object;
use tokio::sync::mpsc;

use super::future::{BoxFuture, Configured};
use crate::context::{List, Validate};
use crate::error::Result;
use crate::schema::Block;

/// The dynamic form of a list resource, which works on values.
pub trait DynList: Send + Sync + 'static {
    /// The name of the listed resource, without the provider's prefix.
    fn name(&self) -> &str;

    /// The schema of its configuration.
    fn block(&self) -> &Block;

    /// Validates a configuration, of which parts may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self, config: &Object, cx: Validate) -> Result<()>;

    /// Lists objects and sends them to `found`, until the receiver is closed.
    fn list(
        &self,
        config: Object,
        provider: Configured,
        found: mpsc::Sender<Found>,
        cx: List,
    ) -> BoxFuture<Result<()>>;
}

/// A listed object, as a value of the resource's schema.
#[derive(Debug)]
pub struct Found {
    /// Its name for the user.
    pub display_name: String,
    /// The object.
    pub object: Object,
    /// Whether the object is complete. If not, only its identity is returned.
    pub complete: bool,
}
