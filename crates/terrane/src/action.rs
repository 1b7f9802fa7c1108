//! Actions.

use terrane_value::Object;

use crate::async_fn::Async;
use crate::context::{InvokeContext, PlanActionContext, ValidateContext};
use crate::dynamic::{BoxFuture, Configured, DynAction};
use crate::error::Result;
use crate::messages::ObjectRole;
use crate::model::{Draft, Model, Unfilled};
use crate::provider::Provider;
use crate::schema::Block;
use crate::typed::{Typed, decode, decode_draft, described, downcast};

/// An action: an operation that a user invokes, or that runs before or after a change of a resource. It has no state.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(r: &mut Registry<Self>) { r.action::<Feed>(); }
/// # }
/// # impl Zoo { async fn feed(&self, _: &str, _: i64) -> Result<()> { Ok(()) } }
///
/// /// Feeds a pet.
/// #[derive(Model)]
/// struct Feed {
///     /// Which pet.
///     pet: String,
///     /// How many meals it gets.
///     #[tf(default = 1)]
///     meals: i64,
/// }
///
/// impl Action for Feed {
///     type Provider = Zoo;
///
///     async fn invoke(config: Self, zoo: &Zoo, cx: &mut InvokeContext) -> Result<()> {
///         for meal in 1..=config.meals {
///             zoo.feed(&config.pet, meal).await?;
///             cx.progress(format!("{} has had meal {meal}", config.pet)).await;
///         }
///         Ok(())
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an action",
    label = "not an action",
    note = "implement `terrane::Action` for it"
)]
pub trait Action: Model<Computed: Unfilled> {
    /// The provider that serves it.
    type Provider: Provider;

    /// Validates what the validators of single attributes cannot. Parts of the configuration may be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid. Report several findings with `cx`.
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Plans the action: reports whether it can run.
    ///
    /// Parts of the configuration may be unknown. There is no provider while its own settings are unknown.
    ///
    /// # Errors
    ///
    /// Fails if the action cannot run.
    fn plan(
        config: &Draft<Self>,
        provider: Option<&Self::Provider>,
        cx: &mut PlanActionContext,
    ) -> impl Async<Output = Result<()>> + Send {
        let _ = (config, provider, cx);
        async { Ok(()) }
    }

    /// Runs the action.
    ///
    /// # Errors
    ///
    /// Fails if the action did not succeed.
    fn invoke(
        config: Self,
        provider: &Self::Provider,
        cx: &mut InvokeContext,
    ) -> impl Async<Output = Result<()>> + Send;
}

impl<A: Action> DynAction for Typed<A> {
    described!(A, A);

    fn plan(
        &self,
        config: Object,
        provider: Option<Configured>,
        mut cx: PlanActionContext,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = provider.as_ref().map(downcast::<A::Provider>).transpose()?;
            let draft = decode_draft::<A>(&config)?;
            A::plan(&draft, provider.as_deref(), &mut cx).await
        })
    }

    fn invoke(
        &self,
        config: Object,
        provider: Configured,
        mut cx: InvokeContext,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = downcast::<A::Provider>(&provider)?;
            let config = decode::<A>(config, ObjectRole::Configuration)?;
            A::invoke(config, &provider, &mut cx).await
        })
    }
}
