//! The type-erased trait of actions.

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{InvokeContext, PlanActionContext, ValidateContext};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased action: its methods take and return values instead of Rust types.
///
/// # Examples
///
/// ```
/// use terrane_framework::context::{InvokeContext, PlanActionContext, ValidateContext};
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynAction};
/// use terrane_framework::error::Result;
/// use terrane_framework::schema::Block;
/// use terrane_value::Object;
///
/// /// An action that reports what it does.
/// struct Restart(Block);
///
/// impl DynAction for Restart {
///     fn name(&self) -> &str {
///         "restart"
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
///     fn plan(&self, _: Object, _: Option<Configured>, _: PlanActionContext) -> BoxFuture<Result<()>> {
///         Box::pin(async { Ok(()) })
///     }
///
///     fn invoke(&self, _: Object, _: Configured, mut cx: InvokeContext) -> BoxFuture<Result<()>> {
///         Box::pin(async move {
///             cx.progress("restarting").await;
///             Ok(())
///         })
///     }
/// }
///
/// assert_eq!(Restart(Block::new([])).name(), "restart");
/// ```
pub trait DynAction: Send + Sync + 'static {
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

    /// Plans the action.
    fn plan(
        &self,
        config: Object,
        provider: Option<Configured>,
        cx: PlanActionContext,
    ) -> BoxFuture<Result<()>>;

    /// Runs the action.
    fn invoke(
        &self,
        config: Object,
        provider: Configured,
        cx: InvokeContext,
    ) -> BoxFuture<Result<()>>;
}
