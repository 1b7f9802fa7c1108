//! The type-erased trait of provisioners.

use terrane_value::Object;

use super::future::BoxFuture;
use crate::context::{ProvisionContext, ValidateContext};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased provisioner: its methods take and return values instead of Rust types.
///
/// # Examples
///
/// ```
/// use terrane_framework::context::ProvisionContext;
/// use terrane_framework::dynamic::{BoxFuture, DynProvisioner};
/// use terrane_framework::error::Result;
/// use terrane_framework::schema::{Block, Member, Shape};
/// use terrane_value::{Object, Type, Value};
///
/// /// A provisioner that prints a greeting.
/// struct Greet(Block);
///
/// impl DynProvisioner for Greet {
///     fn name(&self) -> &str {
///         "greet"
///     }
///
///     fn block(&self) -> &Block {
///         &self.0
///     }
///
///     fn provision(&self, config: Object, mut cx: ProvisionContext) -> BoxFuture<Result<()>> {
///         Box::pin(async move {
///             let whom = config.get("whom").and_then(Value::as_str).unwrap_or("world");
///             cx.output(format!("Hello, {whom}")).await;
///             Ok(())
///         })
///     }
/// }
///
/// let whom = Member::new("whom", Shape::Type(Type::String));
/// assert_eq!(Greet(Block::new([whom])).block().members().len(), 1);
/// ```
pub trait DynProvisioner: Send + Sync + 'static {
    /// The name of the type.
    fn name(&self) -> &str;

    /// The schema of its configuration.
    fn block(&self) -> &Block;

    /// Validates a configuration, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Returns the errors in the configuration.
    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Runs the provisioner.
    fn provision(&self, config: Object, cx: ProvisionContext) -> BoxFuture<Result<()>>;
}
