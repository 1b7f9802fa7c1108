//! Actions.

use std::future::Future;

use terrane_value::Object;
use tokio::sync::mpsc;

use crate::context::{Context, Invoke, PlanAction, Validate};
use crate::error::Result;
use crate::model::{Draft, Model, Unfilled};
use crate::provider::{Provider, downcast};
use crate::resource::{BoxFuture, Configured, Typed, bad_value, decode};
use crate::schema::Block;

/// An action: a model of what is to be done, by a user's word or around a resource's change, and that leaves no state behind.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// # struct Zoo;
/// # impl Provider for Zoo {
/// #     const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo) }
/// #     fn register(r: &mut Registry<Self>) { r.action::<Feed>(); }
/// # }
/// # impl Zoo { async fn feed(&self, _: &str, _: i64) -> Result<()> { Ok(()) } }
///
/// /// Feeds a pet.
/// #[derive(Schema)]
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
///     async fn invoke(config: Self, zoo: &Zoo, cx: &mut Invoke) -> Result<()> {
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

    /// Checks what a single attribute's validators cannot, with whatever is known of the configuration so far.
    ///
    /// # Errors
    ///
    /// What is wrong with the configuration; several findings go to `cx`.
    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Tells when the run is planned whether the action could be carried out.
    ///
    /// Parts of the configuration may be unknown; there is no provider while its own settings are.
    ///
    /// # Errors
    ///
    /// Why it could not be carried out.
    fn plan(
        config: &Draft<Self>,
        provider: Option<&Self::Provider>,
        cx: &mut PlanAction,
    ) -> impl Future<Output = Result<()>> + Send {
        let _ = (config, provider, cx);
        async { Ok(()) }
    }

    /// Carries the action out.
    ///
    /// # Errors
    ///
    /// When it could not be carried out.
    fn invoke(
        config: Self,
        provider: &Self::Provider,
        cx: &mut Invoke,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// An action over values: what a typed [`Action`] becomes.
pub trait DynAction: Send + Sync + 'static {
    /// The name of the type without the provider's prefix.
    fn name(&self) -> &str;

    /// The schema.
    fn block(&self) -> &Block;

    /// Checks a configuration, of which parts may be unknown.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn validate(&self, config: &Object, cx: Context) -> Result<()>;

    /// Tells whether the action could be carried out.
    fn plan(
        &self,
        config: Object,
        provider: Option<Configured>,
        cx: Context,
    ) -> BoxFuture<Result<()>>;

    /// Carries it out. What is sent to `progress` is told to the user.
    fn invoke(
        &self,
        config: Object,
        provider: Configured,
        progress: mpsc::Sender<String>,
        cx: Context,
    ) -> BoxFuture<Result<()>>;
}

impl<A: Action> DynAction for Typed<A> {
    fn name(&self) -> &str {
        A::NAME
    }

    fn block(&self) -> &Block {
        A::block()
    }

    fn validate(&self, config: &Object, cx: Context) -> Result<()> {
        let draft = A::draft_object(config).map_err(|error| bad_value("configuration", &error))?;
        A::validate(&draft, &mut Validate::new(cx))
    }

    fn plan(
        &self,
        config: Object,
        provider: Option<Configured>,
        cx: Context,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = provider.as_ref().map(downcast::<A::Provider>).transpose()?;
            let draft =
                A::draft_object(&config).map_err(|error| bad_value("configuration", &error))?;
            A::plan(&draft, provider.as_deref(), &mut PlanAction::new(cx)).await
        })
    }

    fn invoke(
        &self,
        config: Object,
        provider: Configured,
        progress: mpsc::Sender<String>,
        cx: Context,
    ) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = downcast::<A::Provider>(&provider)?;
            let config = decode::<A>(config, "configuration")?;
            A::invoke(config, &provider, &mut Invoke::new(cx, progress)).await
        })
    }
}
