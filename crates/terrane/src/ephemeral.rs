//! Ephemeral resources.

use std::future::Future;

use terrane_value::Object;

use crate::context::{Close, Context, Open, Renew, Validate};
use crate::error::{Error, Result};
use crate::model::{Draft, Model, Storable};
use crate::provider::{Provider, downcast};
use crate::resource::{BoxFuture, Configured, Typed, bad_value, decode, encode};
use crate::schema::Block;

/// An ephemeral resource: a model that is opened, used and closed within one run, and stands in no state and no plan.
///
/// What renewing and closing need is kept as private state: they see nothing else of what was opened.
///
/// # Examples
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use terrane::prelude::*;
/// # struct Zoo;
/// # impl Provider for Zoo {
/// #     const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo) }
/// #     fn register(r: &mut Registry<Self>) { r.ephemeral::<Keycard>(); }
/// # }
/// # impl Zoo {
/// #     async fn issue(&self, _: &str) -> Result<String> { Ok(String::new()) }
/// #     async fn prolong(&self, _: &str) -> Result<()> { Ok(()) }
/// #     async fn revoke(&self, _: &str) -> Result<()> { Ok(()) }
/// # }
///
/// /// A card that opens one door for an hour.
/// #[derive(Schema)]
/// struct Keycard {
///     /// The door.
///     door: String,
///     /// What the card says to the lock.
///     code: Computed<Sensitive<String>>,
/// }
///
/// impl Ephemeral for Keycard {
///     type Provider = Zoo;
///
///     async fn open(config: Self, zoo: &Zoo, cx: &mut Open) -> Result<Self> {
///         let code = zoo.issue(&config.door).await?;
///         cx.private_mut(|private| private.set("code", &code));
///         cx.renew_at(SystemTime::now() + Duration::from_secs(3600));
///         Ok(config.with_computed(KeycardComputed { code: code.into() }))
///     }
///
///     async fn renew(zoo: &Zoo, cx: &mut Renew) -> Result<()> {
///         if let Some(code) = cx.private().get::<String>("code")? {
///             zoo.prolong(&code).await?;
///             cx.renew_at(SystemTime::now() + Duration::from_secs(3600));
///         }
///         Ok(())
///     }
///
///     async fn close(zoo: &Zoo, cx: &mut Close) -> Result<()> {
///         match cx.private().get::<String>("code")? {
///             Some(code) => zoo.revoke(&code).await,
///             None => Ok(()),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ephemeral resource",
    label = "not an ephemeral resource",
    note = "implement `terrane::Ephemeral` for it"
)]
pub trait Ephemeral: Model<WriteOnly: Storable> {
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

    /// Opens the resource: `config` has what is configured, its computed fields are unknown and must be filled.
    ///
    /// Hosts open it when they plan and again when they apply.
    ///
    /// # Errors
    ///
    /// When it cannot be opened. It is not closed then.
    fn open(
        config: Self,
        provider: &Self::Provider,
        cx: &mut Open,
    ) -> impl Future<Output = Result<Self>> + Send;

    /// Makes the resource last longer, when the time has come for which [`renew_at`](Open::renew_at) asked.
    ///
    /// # Errors
    ///
    /// When it cannot be renewed: hosts treat its values as lost.
    fn renew(provider: &Self::Provider, cx: &mut Renew) -> impl Future<Output = Result<()>> + Send {
        let _ = (provider, cx);
        async {
            Err(Error::new(
                "Ephemeral Resource Renew Not Implemented",
                format!(
                    "`{}` asked to be renewed and has no `renew`. This is a bug in the provider.",
                    Self::NAME
                ),
            ))
        }
    }

    /// Closes the resource when nobody needs it any more.
    ///
    /// Its private state is that of `open`: hosts do not keep what a renewal changed.
    ///
    /// # Errors
    ///
    /// When it could not be closed.
    fn close(provider: &Self::Provider, cx: &mut Close) -> impl Future<Output = Result<()>> + Send {
        let _ = (provider, cx);
        async { Ok(()) }
    }
}

/// An ephemeral resource over values: what a typed [`Ephemeral`] becomes.
pub trait DynEphemeral: Send + Sync + 'static {
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

    /// Opens the resource.
    fn open(&self, config: Object, provider: Configured, cx: Context) -> BoxFuture<Result<Object>>;

    /// Makes it last longer.
    fn renew(&self, provider: Configured, cx: Context) -> BoxFuture<Result<()>>;

    /// Closes it.
    fn close(&self, provider: Configured, cx: Context) -> BoxFuture<Result<()>>;
}

impl<E: Ephemeral> DynEphemeral for Typed<E> {
    fn name(&self) -> &str {
        E::NAME
    }

    fn block(&self) -> &Block {
        E::block()
    }

    fn validate(&self, config: &Object, cx: Context) -> Result<()> {
        let draft = E::draft_object(config).map_err(|error| bad_value("configuration", &error))?;
        E::validate(&draft, &mut Validate::new(cx))
    }

    fn open(&self, config: Object, provider: Configured, cx: Context) -> BoxFuture<Result<Object>> {
        Box::pin(async move {
            let provider = downcast::<E::Provider>(&provider)?;
            let config = decode::<E>(config, "configuration")?;
            encode(E::open(config, &provider, &mut Open::new(cx)).await?)
        })
    }

    fn renew(&self, provider: Configured, cx: Context) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = downcast::<E::Provider>(&provider)?;
            E::renew(&provider, &mut Renew::new(cx)).await
        })
    }

    fn close(&self, provider: Configured, cx: Context) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = downcast::<E::Provider>(&provider)?;
            E::close(&provider, &mut Close::new(cx)).await
        })
    }
}
