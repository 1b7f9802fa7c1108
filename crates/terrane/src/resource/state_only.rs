//! Resources whose objects exist in the state alone.

use std::future::{Future, ready};

use super::{Moves, Prior};
use crate::context::{Create, Import, Read, Update, Validate};
use crate::error::Result;
use crate::model::{Draft, Key, Model, ModelIsNotMarkedSettle};
use crate::plan::Change;
use crate::provider::Provider;

/// A resource whose objects exist in the state alone: random values, times, keys that are made once.
///
/// Nothing outside has to be changed or deleted. So an update stores the plan, a deletion forgets the state, and only
/// [`create`](Self::create) must be written. All the rest means what it does for a [`Resource`](crate::Resource). It is registered with
/// [`Registry::state_only`](crate::Registry::state_only).
///
/// It is a trait of its own so that for all other resources a forgotten `update` or `delete` does not compile: what `Resource` cannot do
/// without has no default.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// # struct Dice;
/// # impl Provider for Dice {
/// #     const ADDRESS: &'static str = "registry.terraform.io/example/dice";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Dice) }
/// #     fn register(registry: &mut Registry<Self>) { registry.state_only::<Throw>(); }
/// # }
/// /// A throw of a die.
/// #[derive(Schema)]
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
///     async fn create(plan: Self, _: &Dice, _: &mut Create) -> Result<Filled<Self>> {
///         let result = 1 + 3 % plan.sides; // thrown fairly, once
///         Ok(plan.filled(ThrowComputed { result }))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no resource of the state alone",
    label = "not a `StateOnly`",
    note = "implement `terrane::StateOnly` for it, or register a `terrane::Resource` with `registry.resource::<{Self}>()`"
)]
pub trait StateOnly: Model<Settle = ModelIsNotMarkedSettle> {
    /// The provider that serves it.
    type Provider: Provider;

    /// As [`Resource::PLANS_WHILE_DEFERRED`](crate::Resource::PLANS_WHILE_DEFERRED).
    const PLANS_WHILE_DEFERRED: bool = false;

    /// As [`Resource::validate`](crate::Resource::validate).
    ///
    /// # Errors
    ///
    /// What is wrong with the configuration.
    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
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
    /// Why there can be no such plan.
    fn plan(
        change: &mut Change<Self>,
        provider: Option<&Self::Provider>,
    ) -> impl Future<Output = Result<()>> + Send {
        let _ = (change, provider);
        ready(Ok(()))
    }

    /// Makes the object: fills what is computed.
    ///
    /// # Errors
    ///
    /// When it cannot be made: nothing is stored.
    fn create(
        plan: Self,
        provider: &Self::Provider,
        cx: &mut Create,
    ) -> impl Future<Output = Result<Self::Created>> + Send;

    /// As [`Resource::read`](crate::Resource::read): an object of the state alone is gone when its time is over, if ever.
    ///
    /// # Errors
    ///
    /// When it cannot be told: the state stays as it is.
    fn read(
        key: Key<Self>,
        prior: Option<Self>,
        provider: &Self::Provider,
        cx: &mut Read,
    ) -> impl Future<Output = Result<Option<Self>>> + Send {
        let _ = (key, provider);
        cx.keep_state();
        ready(Ok(prior))
    }

    /// As [`Resource::import`](crate::Resource::import).
    ///
    /// # Errors
    ///
    /// What is wrong with the id.
    fn import(
        id: String,
        provider: &Self::Provider,
        cx: &mut Import,
    ) -> impl Future<Output = Result<Option<Draft<Self>>>> + Send {
        let _ = (id, provider, cx);
        ready(Ok(None))
    }

    /// Fills what a change left to be computed. The default stores the plan, with the values of the state where the plan has none.
    ///
    /// # Errors
    ///
    /// When it cannot be changed: the state stays as it was.
    fn update(
        plan: Self,
        prior: Prior<Self>,
        provider: &Self::Provider,
        cx: &mut Update,
    ) -> impl Future<Output = Result<Self>> + Send {
        let _ = (provider, cx);
        ready(prior.complete_plan(plan))
    }
}
