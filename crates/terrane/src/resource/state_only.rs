//! Resources whose objects exist in the state alone.

use std::future::{Future, ready};

use super::{Moves, Prior, Resource};
use crate::context::{Create, Delete, Import, Read, Update, Validate};
use crate::error::Result;
use crate::model::{Draft, Key, Model};
use crate::plan::Change;
use crate::provider::Provider;

/// A resource whose objects exist in the state alone: random values, times, keys that are made once.
///
/// Nothing outside has to be changed or deleted. So an update stores the plan, a deletion forgets the state, and only
/// [`create`](Self::create) must be written. All the rest means what it does for a [`Resource`], which such a type is.
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
/// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Throw>(); }
/// # }
/// /// A throw of a die.
/// #[derive(Schema)]
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
///     async fn create(plan: Self, _: &Dice, _: &mut Create) -> Result<Self> {
///         let result = 1 + 3 % plan.sides; // thrown fairly, once
///         Ok(plan.with_computed(ThrowComputed { result }))
///     }
/// }
/// ```
pub trait StateOnly: Model {
    /// The provider that serves it.
    type Provider: Provider;

    /// As [`Resource::PLANS_WHILE_DEFERRED`].
    const PLANS_WHILE_DEFERRED: bool = false;

    /// As [`Resource::validate`].
    ///
    /// # Errors
    ///
    /// What is wrong with the configuration.
    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// As [`Resource::moves`].
    fn moves(moves: &mut Moves<Self>) {
        let _ = moves;
    }

    /// As [`Resource::plan`].
    ///
    /// # Errors
    ///
    /// Why there can be no such plan.
    fn plan(
        change: &mut Change<Self>,
        provider: Option<&Self::Provider>,
    ) -> impl Future<Output = Result<()>> + Send {
        let _ = provider;
        change.leave();
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
    ) -> impl Future<Output = Result<Self>> + Send;

    /// As [`Resource::read`]: an object of the state alone is gone when its time is over, if ever.
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

    /// As [`Resource::import`].
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

#[diagnostic::do_not_recommend]
impl<T: StateOnly> Resource for T {
    type Provider = T::Provider;

    const PLANS_WHILE_DEFERRED: bool = T::PLANS_WHILE_DEFERRED;

    fn validate(config: &Draft<T>, cx: &mut Validate) -> Result<()> {
        <T as StateOnly>::validate(config, cx)
    }

    fn moves(moves: &mut Moves<T>) {
        <T as StateOnly>::moves(moves);
    }

    fn plan(
        change: &mut Change<T>,
        provider: Option<&T::Provider>,
    ) -> impl Future<Output = Result<()>> + Send {
        <T as StateOnly>::plan(change, provider)
    }

    fn create(
        plan: T,
        provider: &T::Provider,
        cx: &mut Create,
    ) -> impl Future<Output = Result<T>> + Send {
        <T as StateOnly>::create(plan, provider, cx)
    }

    fn read(
        key: Key<T>,
        prior: Option<T>,
        provider: &T::Provider,
        cx: &mut Read,
    ) -> impl Future<Output = Result<Option<T>>> + Send {
        <T as StateOnly>::read(key, prior, provider, cx)
    }

    fn import(
        id: String,
        provider: &T::Provider,
        cx: &mut Import,
    ) -> impl Future<Output = Result<Option<Draft<T>>>> + Send {
        <T as StateOnly>::import(id, provider, cx)
    }

    fn update(
        plan: T,
        prior: Prior<T>,
        provider: &T::Provider,
        cx: &mut Update,
    ) -> impl Future<Output = Result<T>> + Send {
        <T as StateOnly>::update(plan, prior, provider, cx)
    }

    fn delete(
        _: Key<T>,
        _: Option<T>,
        _: &T::Provider,
        _: &mut Delete,
    ) -> impl Future<Output = Result<()>> + Send {
        ready(Ok(()))
    }
}
