//! The dynamic form of actions.

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{Invoke, PlanAction, Validate};
use crate::error::Result;
use crate::schema::Block;

/// The dynamic form of an action, which works on values.
pub trait DynAction: Send + Sync + 'static {
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

    /// Plans the action.
    fn plan(
        &self,
        config: Object,
        provider: Option<Configured>,
        cx: PlanAction,
    ) -> BoxFuture<Result<()>>;

    /// Runs the action.
    fn invoke(&self, config: Object, provider: Configured, cx: Invoke) -> BoxFuture<Result<()>>;
}
