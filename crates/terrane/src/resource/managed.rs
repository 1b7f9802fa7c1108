//! One internal trait for [`Resource`] and [`StateOnly`], which the adaptor calls.

use std::future::{Future, ready};

use super::{Found, Moves, Prior, Resource, StateOnly};
use crate::context::{
    CreateContext, DeleteContext, ImportContext, ReadContext, UpdateContext, ValidateContext,
};
use crate::error::Result;
use crate::filled::Created;
use crate::model::{Draft, Model};
use crate::plan::PlanContext;
use crate::provider::Provider;

/// The objects exist outside of the state.
pub(crate) enum Outside {}

/// The objects exist in the state alone.
pub(crate) enum InState {}

/// Declares the trait with these functions, and implements it for both traits of authors by their functions of the same names. Those with a default belong to
/// `Resource` alone.
macro_rules! managed {
    (
        { $($name:ident($($argument:ident: $ty:ty),*) -> $output:ty;)* }
        default { $($more:ident($($other:ident: $other_ty:ty),*) -> $more_output:ty = $default:expr;)* }
    ) => {
        /// A type that implements [`Resource`] (`K` is [`Outside`]) or [`StateOnly`] (`K` is [`InState`]).
        ///
        /// Neither author trait implies the other, so a call such as `Pet::create` in a test is unambiguous.
        pub(crate) trait Managed<K>: Model {
            type Provider: Provider;

            const PLANS_WHILE_DEFERRED: bool;

            const IMPORT_IDS: &'static [&'static str];

            fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()>;

            fn moves(moves: &mut Moves<Self>);

            fn create(
                plan: Self,
                provider: &Self::Provider,
                cx: &mut CreateContext,
            ) -> impl Future<Output = Result<Self>> + Send;

            $(fn $name($($argument: $ty),*) -> impl Future<Output = Result<$output>> + Send;)*

            $(fn $more($($other: $other_ty),*) -> impl Future<Output = Result<$more_output>> + Send {
                $(let _ = &$other;)*
                ready(Ok($default))
            })*
        }

        managed! {
            Resource as Outside:
            $($name($($argument: $ty),*) -> $output;)*
            $($more($($other: $other_ty),*) -> $more_output;)*
        }
        managed! {
            StateOnly as InState:
            $($name($($argument: $ty),*) -> $output;)*
        }
    };
    ($author:ident as $kind:ident: $($name:ident($($argument:ident: $ty:ty),*) -> $output:ty;)*) => {
        impl<T: $author> Managed<$kind> for T {
            type Provider = <T as $author>::Provider;

            const PLANS_WHILE_DEFERRED: bool = <T as $author>::PLANS_WHILE_DEFERRED;

            const IMPORT_IDS: &'static [&'static str] = <T as $author>::IMPORT_IDS;

            fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
                <T as $author>::validate(config, cx)
            }

            fn moves(moves: &mut Moves<Self>) {
                <T as $author>::moves(moves);
            }

            async fn create(plan: Self, provider: &Self::Provider, cx: &mut CreateContext) -> Result<Self> {
                let created = <T as $author>::create(plan, provider, cx).await?;
                Ok(created.into_model())
            }

            $(fn $name($($argument: $ty),*) -> impl Future<Output = Result<$output>> + Send {
                <T as $author>::$name($($argument),*)
            })*
        }
    };
}

managed! {
    {
        plan(change: &mut PlanContext<Self>, provider: Option<&Self::Provider>) -> ();
        read(prior: Prior<Self>, provider: &Self::Provider, cx: &mut ReadContext) -> Found<Self>;
        import(id: String, provider: &Self::Provider, cx: &mut ImportContext) -> Option<Draft<Self>>;
        update(plan: Self, prior: Prior<Self>, provider: &Self::Provider, cx: &mut UpdateContext) -> Self;
    }
    default {
        settle(created: Self, provider: &Self::Provider, cx: &mut CreateContext) -> Self = created;
        delete(prior: Prior<Self>, provider: &Self::Provider, cx: &mut DeleteContext) -> () = ();
    }
}
