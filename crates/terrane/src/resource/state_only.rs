//! Resources whose objects exist in the state alone.

use std::future::ready;

use super::{Found, Moves, Prior};
use crate::async_fn::Async;
use crate::context::{CreateContext, ImportContext, ReadContext, UpdateContext, ValidateContext};
use crate::error::Result;
use crate::model::{Draft, Model};
use crate::plan::PlanContext;
use crate::provider::Provider;

/// A resource whose objects exist in the state alone: random values, times, generated keys.
///
/// Its calls change nothing outside of the state. So an update stores the plan, a deletion removes the state, and only [`create`](Self::create) must
/// be implemented. All other methods are those of a [`Resource`](crate::Resource). It is registered with
/// [`Registry::state_only`](crate::Registry::state_only).
///
/// It is a separate trait so that a forgotten `update` or `delete` of any other resource does not compile: in `Resource` they
/// have no default.
///
/// # Examples
///
/// ```
/// use terrane::{Filled, prelude::*};
///
/// # #[derive(Default)]
/// # struct Dice;
/// # #[provider("registry.terraform.io/example/dice")]
/// # impl Provider for Dice {
/// #     fn register(registry: &mut Registry<Self>) { registry.state_only::<Throw>(); }
/// # }
/// /// A throw of a die.
/// #[derive(Model)]
/// #[tf(filled)]
/// struct Throw {
///     /// How many sides the die has.
///     #[tf(replace, default = 6)]
///     sides: i64,
///     /// Why it was thrown.
///     reason: Option<String>,
///     /// What came up.
///     #[tf(keep)]
///     result: Computed<i64>,
/// }
///
/// impl StateOnly for Throw {
///     type Provider = Dice;
///
///     async fn create(plan: Self, _: &Dice, _: &mut CreateContext) -> Result<Filled<Self>> {
///         let result = 1 + 3 % plan.sides; // thrown fairly, once
///         Ok(plan.filled(ThrowComputed { result }))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a state-only resource",
    label = "not a `StateOnly`",
    note = "implement `terrane::StateOnly` for it, or register a `terrane::Resource` with `registry.resource::<{Self}>()`"
)]
pub trait StateOnly: Model {
    /// The provider that serves it.
    type Provider: Provider;

    /// As [`Resource::PLANS_WHILE_DEFERRED`](crate::Resource::PLANS_WHILE_DEFERRED).
    const PLANS_WHILE_DEFERRED: bool = false;

    /// As [`Resource::IMPORT_IDS`](crate::Resource::IMPORT_IDS).
    const IMPORT_IDS: &'static [&'static str] = &[];

    /// As [`Resource::validate`](crate::Resource::validate).
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid.
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// As [`Resource::moves`](crate::Resource::moves).
    fn moves(moves: &mut Moves<Self>) {
        let _ = moves;
    }

    /// As [`Resource::plan`](crate::Resource::plan).
    ///
    /// # Errors
    ///
    /// Fails if the change cannot be planned.
    fn plan(
        change: &mut PlanContext<Self>,
        provider: Option<&Self::Provider>,
    ) -> impl Async<Output = Result<()>> + Send {
        let _ = (change, provider);
        ready(Ok(()))
    }

    /// Creates the object: fills the computed fields.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be created. Nothing is stored then.
    fn create(
        plan: Self,
        provider: &Self::Provider,
        cx: &mut CreateContext,
    ) -> impl Async<Output = Result<Self::Created>> + Send;

    /// As [`Resource::read`](crate::Resource::read). Return [`Found::Gone`] for an object that has expired.
    ///
    /// # Errors
    ///
    /// Fails if it is unknown whether the object has expired. The state stays unchanged then.
    fn read(
        prior: Prior<Self>,
        provider: &Self::Provider,
        cx: &mut ReadContext,
    ) -> impl Async<Output = Result<Found<Self>>> + Send {
        let _ = (prior, provider, cx);
        ready(Ok(Found::Unchanged))
    }

    /// As [`Resource::import`](crate::Resource::import).
    ///
    /// # Errors
    ///
    /// Fails if the id is invalid.
    fn import(
        id: String,
        provider: &Self::Provider,
        cx: &mut ImportContext,
    ) -> impl Async<Output = Result<Option<Draft<Self>>>> + Send {
        let _ = (id, provider, cx);
        ready(Ok(None))
    }

    /// Fills the unknown fields of the plan. The default stores the plan, completed with values of the state.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be changed. The state stays unchanged then.
    fn update(
        plan: Self,
        prior: Prior<Self>,
        provider: &Self::Provider,
        cx: &mut UpdateContext,
    ) -> impl Async<Output = Result<Self>> + Send {
        let _ = (provider, cx);
        ready(prior.complete_plan(plan))
    }
}
