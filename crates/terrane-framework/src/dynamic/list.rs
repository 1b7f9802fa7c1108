//! The type-erased trait of list resources.

use terrane_value::Object;
use tokio::sync::mpsc;

use super::future::{BoxFuture, Configured};
use crate::context::{ListContext, ValidateContext};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased list resource: its methods take and return values instead of Rust types.
///
/// # Examples
///
/// ```
/// use terrane_framework::context::{ListContext, ValidateContext};
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynList, DynListed};
/// use terrane_framework::error::Result;
/// use terrane_framework::schema::Block;
/// use terrane_value::{Object, Value};
/// use tokio::sync::mpsc;
///
/// /// Lists the pets that the resource `pet` manages.
/// struct Pets(Block);
///
/// impl DynList for Pets {
///     fn name(&self) -> &str {
///         "pet"
///     }
///
///     fn block(&self) -> &Block {
///         &self.0
///     }
///
///     fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
///         Ok(())
///     }
///
///     fn list(&self, _: Object, _: Configured, found: mpsc::Sender<DynListed>, _: ListContext) -> BoxFuture<Result<()>> {
///         Box::pin(async move {
///             for name in ["cat", "dog"] {
///                 let object = Object::from_pairs([("name", Value::from(name))]);
///                 let pet = DynListed { display_name: name.to_owned(), object, complete: true };
///                 // The host needs no more objects.
///                 if found.send(pet).await.is_err() {
///                     break;
///                 }
///             }
///             Ok(())
///         })
///     }
/// }
///
/// assert_eq!(Pets(Block::new([])).name(), "pet");
/// ```
pub trait DynList: Send + Sync + 'static {
    /// The name of the listed resource, without the provider's prefix.
    fn name(&self) -> &str;

    /// The full name of the type, if it is not the provider's prefix and [`name`](Self::name).
    fn type_name(&self) -> Option<&str> {
        None
    }

    /// The schema of the listed resource with its identity, if another provider behind the same host connection serves the resource. `None` if this
    /// provider serves it.
    fn listed(&self) -> Option<Block> {
        None
    }

    /// The schema of its configuration.
    fn block(&self) -> &Block;

    /// Validates a configuration, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Returns the errors in the configuration.
    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()>;

    /// Lists objects and sends them to `found`, until the receiver is closed.
    fn list(
        &self,
        config: Object,
        provider: Configured,
        found: mpsc::Sender<DynListed>,
        cx: ListContext,
    ) -> BoxFuture<Result<()>>;
}

/// A listed object, as a value of the schema of the resource.
#[derive(Debug)]
pub struct DynListed {
    /// The name that the host shows to the user.
    pub display_name: String,
    /// The object.
    pub object: Object,
    /// Whether the object is complete. If not, only its identity is returned.
    pub complete: bool,
}
