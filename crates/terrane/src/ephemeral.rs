//! Ephemeral resources.

use terrane_value::Object;

use crate::async_fn::Async;
use crate::context::{CloseContext, OpenContext, RenewContext, ValidateContext};
use crate::dynamic::{BoxFuture, Configured, DynEphemeral};
use crate::error::Result;
use crate::messages::{self, ObjectRole};
use crate::model::{Draft, Model, Storable};
use crate::provider::Provider;
use crate::schema::Block;
use crate::typed::{Typed, decode, described, downcast, encode};

/// An ephemeral resource: values that are opened, used and closed within one run, and never stored in a state or plan.
///
/// Renewing and closing see only the private state of the opened resource.
///
/// # Examples
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(r: &mut Registry<Self>) { r.ephemeral::<Keycard>(); }
/// # }
/// # impl Zoo {
/// #     async fn issue(&self, _: &str) -> Result<String> { Ok(String::new()) }
/// #     async fn prolong(&self, _: &str) -> Result<()> { Ok(()) }
/// #     async fn revoke(&self, _: &str) -> Result<()> { Ok(()) }
/// # }
///
/// /// A card that opens one door for an hour.
/// #[derive(Model)]
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
///     async fn open(config: Self, zoo: &Zoo, cx: &mut OpenContext) -> Result<Self> {
///         let code = zoo.issue(&config.door).await?;
///         cx.private_mut().set("code", &code);
///         cx.renew_at(SystemTime::now() + Duration::from_secs(3600));
///         Ok(config.with_computed(KeycardComputed { code: code.into() }))
///     }
///
///     async fn renew(zoo: &Zoo, cx: &mut RenewContext) -> Result<()> {
///         if let Some(code) = cx.private().get::<String>("code")? {
///             zoo.prolong(&code).await?;
///             cx.renew_at(SystemTime::now() + Duration::from_secs(3600));
///         }
///         Ok(())
///     }
///
///     async fn close(zoo: &Zoo, cx: &mut CloseContext) -> Result<()> {
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

    /// Validates what the validators of single attributes cannot. Parts of the configuration may be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid. Report several findings with `cx`.
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Opens the resource. The computed fields of `config` are unknown and must be filled.
    ///
    /// Hosts open it during the plan and again during the apply.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be opened. Hosts do not close it then.
    fn open(
        config: Self,
        provider: &Self::Provider,
        cx: &mut OpenContext,
    ) -> impl Async<Output = Result<Self>> + Send;

    /// Renews the resource at the time that [`renew_at`](OpenContext::renew_at) has set.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be renewed. Hosts treat its values as lost then.
    fn renew(
        provider: &Self::Provider,
        cx: &mut RenewContext,
    ) -> impl Async<Output = Result<()>> + Send {
        let _ = (provider, cx);
        async {
            Err(messages::renew_not_implemented(
                Self::TYPE_NAME.unwrap_or(Self::NAME),
            ))
        }
    }

    /// Closes the resource after its last use.
    ///
    /// Its private state is that of `open`, because hosts do not store changes that a renewal makes.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be closed.
    fn close(
        provider: &Self::Provider,
        cx: &mut CloseContext,
    ) -> impl Async<Output = Result<()>> + Send {
        let _ = (provider, cx);
        async { Ok(()) }
    }
}

impl<E: Ephemeral> DynEphemeral for Typed<E> {
    described!(E, E);

    fn open(
        &self,
        config: Object,
        provider: Configured,
        mut cx: OpenContext,
    ) -> BoxFuture<Result<Object>> {
        Box::pin(async move {
            let provider = downcast::<E::Provider>(&provider)?;
            let config = decode::<E>(config, ObjectRole::Configuration)?;
            encode(E::open(config, &provider, &mut cx).await?)
        })
    }

    fn renew(&self, provider: Configured, mut cx: RenewContext) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = downcast::<E::Provider>(&provider)?;
            E::renew(&provider, &mut cx).await
        })
    }

    fn close(&self, provider: Configured, mut cx: CloseContext) -> BoxFuture<Result<()>> {
        Box::pin(async move {
            let provider = downcast::<E::Provider>(&provider)?;
            E::close(&provider, &mut cx).await
        })
    }
}
