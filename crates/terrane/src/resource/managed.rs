//! One internal trait for [`Resource`] and [`StateOnly`], which the adaptor calls.

use std::future::{Future, ready};

use super::{Moves, Prior, Resource, StateOnly};
use crate::context::{Create, Delete, Import, ReadResource, Update, Validate};
use crate::error::Result;
use crate::filled::Created;
use crate::model::{Draft, Key, Model};
use crate::plan::Change;
use crate::provider::Provider;

/// A type that implements [`Resource`] (`K` is [`Outside`]) or [`StateOnly`] (`K` is [`InState`]).
///
/// Neither author trait implies the other, so a call such as `Pet::create` in a test is unambiguous.
pub(crate) trait Managed<K>: Model {
    type Provider: Provider;

    const PLANS_WHILE_DEFERRED: bool;

    const IMPORT_IDS: &'static [&'static str];

    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()>;

    fn moves(moves: &mut Moves<Self>);

    fn plan(
        change: &mut Change<Self>,
        provider: Option<&Self::Provider>,
    ) -> impl Future<Output = Result<()>> + Send;

    fn create(
        plan: Self,
        provider: &Self::Provider,
        cx: &mut Create,
    ) -> impl Future<Output = Result<Self>> + Send;

    fn settle(
        created: Self,
        provider: &Self::Provider,
        cx: &mut Self::Settle,
    ) -> impl Future<Output = Result<Self>> + Send;

    fn read(
        key: Key<Self>,
        prior: Option<Self>,
        provider: &Self::Provider,
        cx: &mut ReadResource,
    ) -> impl Future<Output = Result<Option<Self>>> + Send;

    fn import(
        id: String,
        provider: &Self::Provider,
        cx: &mut Import,
    ) -> impl Future<Output = Result<Option<Draft<Self>>>> + Send;

    fn update(
        plan: Self,
        prior: Prior<Self>,
        provider: &Self::Provider,
        cx: &mut Update,
    ) -> impl Future<Output = Result<Self>> + Send;

    fn delete(
        key: Key<Self>,
        prior: Option<Self>,
        provider: &Self::Provider,
        cx: &mut Delete,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// The objects exist outside of the state.
pub(crate) enum Outside {}

/// The objects exist in the state alone.
pub(crate) enum InState {}

macro_rules! managed {
    ($author:ident as $kind:ident { $($rest:item)* }) => {
        impl<T: $author> Managed<$kind> for T {
            type Provider = <T as $author>::Provider;

            const PLANS_WHILE_DEFERRED: bool = <T as $author>::PLANS_WHILE_DEFERRED;

            const IMPORT_IDS: &'static [&'static str] = <T as $author>::IMPORT_IDS;

            fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
                <T as $author>::validate(config, cx)
            }

            fn moves(moves: &mut Moves<Self>) {
                <T as $author>::moves(moves);
            }

            fn plan(
                change: &mut Change<Self>,
                provider: Option<&<T as $author>::Provider>,
            ) -> impl Future<Output = Result<()>> + Send {
                <T as $author>::plan(change, provider)
            }

            async fn create(
                plan: Self,
                provider: &<T as $author>::Provider,
                cx: &mut Create,
            ) -> Result<Self> {
                let created = <T as $author>::create(plan, provider, cx).await?;
                Ok(created.into_model())
            }

            $($rest)*

            fn read(
                key: Key<Self>,
                prior: Option<Self>,
                provider: &<T as $author>::Provider,
                cx: &mut ReadResource,
            ) -> impl Future<Output = Result<Option<Self>>> + Send {
                <T as $author>::read(key, prior, provider, cx)
            }

            fn import(
                id: String,
                provider: &<T as $author>::Provider,
                cx: &mut Import,
            ) -> impl Future<Output = Result<Option<Draft<Self>>>> + Send {
                <T as $author>::import(id, provider, cx)
            }

            fn update(
                plan: Self,
                prior: Prior<Self>,
                provider: &<T as $author>::Provider,
                cx: &mut Update,
            ) -> impl Future<Output = Result<Self>> + Send {
                <T as $author>::update(plan, prior, provider, cx)
            }
        }
    };
}

managed! { Resource as Outside {
    fn settle(
        created: T,
        provider: &<T as Resource>::Provider,
        cx: &mut T::Settle,
    ) -> impl Future<Output = Result<T>> + Send {
        <T as Resource>::settle(created, provider, cx)
    }

    fn delete(
        key: Key<T>,
        prior: Option<T>,
        provider: &<T as Resource>::Provider,
        cx: &mut Delete,
    ) -> impl Future<Output = Result<()>> + Send {
        <T as Resource>::delete(key, prior, provider, cx)
    }
} }

managed! { StateOnly as InState {
    fn settle(
        created: T,
        _: &<T as StateOnly>::Provider,
        _: &mut T::Settle,
    ) -> impl Future<Output = Result<T>> + Send {
        ready(Ok(created))
    }

    fn delete(
        _: Key<T>,
        _: Option<T>,
        _: &<T as StateOnly>::Provider,
        _: &mut Delete,
    ) -> impl Future<Output = Result<()>> + Send {
        ready(Ok(()))
    }
} }
