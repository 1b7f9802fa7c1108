//! The type-erased trait of ephemeral resources.

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{CloseContext, OpenContext, RenewContext, ValidateContext};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased ephemeral resource: its methods take and return values instead of Rust types.
///
/// # Examples
///
/// ```
/// use terrane_framework::context::{CloseContext, OpenContext, RenewContext, ValidateContext};
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynEphemeral};
/// use terrane_framework::error::Result;
/// use terrane_framework::schema::{Block, Member, Shape};
/// use terrane_value::{Object, Type};
///
/// /// A token that needs no renewal and no closing.
/// struct Token(Block);
///
/// impl DynEphemeral for Token {
///     fn name(&self) -> &str {
///         "token"
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
///     fn open(&self, mut token: Object, _: Configured, _: OpenContext) -> BoxFuture<Result<Object>> {
///         Box::pin(async move {
///             token.set("value", "hunter2");
///             Ok(token)
///         })
///     }
///
///     fn renew(&self, _: Configured, _: RenewContext) -> BoxFuture<Result<()>> {
///         Box::pin(async { Ok(()) })
///     }
///
///     fn close(&self, _: Configured, _: CloseContext) -> BoxFuture<Result<()>> {
///         Box::pin(async { Ok(()) })
///     }
/// }
///
/// let value = Member::new("value", Shape::Type(Type::String)).set_computed(false).sensitive();
/// assert_eq!(Token(Block::new([value])).block().members().len(), 1);
/// ```
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
    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()>;

    /// Opens the resource.
    fn open(
        &self,
        config: Object,
        provider: Configured,
        cx: OpenContext,
    ) -> BoxFuture<Result<Object>>;

    /// Renews the resource.
    fn renew(&self, provider: Configured, cx: RenewContext) -> BoxFuture<Result<()>>;

    /// Closes the resource.
    fn close(&self, provider: Configured, cx: CloseContext) -> BoxFuture<Result<()>>;
}
