//! Providers: settings, what they become once configured, and what is registered.

mod definition;
mod kind;
mod registry;

use std::any::Any;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use self::definition::Definition;
pub(crate) use self::kind::Names;
pub use self::registry::Registry;
use crate::context::{Configure, Validate};
use crate::error::{Error, Result};
use crate::log::Log;
use crate::model::{Draft, FreeNames, Model, Storable, Unfilled};
use crate::resource::Configured;

/// A provider: what its resources share once it is configured.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// struct Echo;
///
/// impl Provider for Echo {
///     const ADDRESS: &'static str = "registry.terraform.io/example/echo";
///     const VERSION: &'static str = "0.1.0";
///     type Config = ();
///
///     async fn configure(_: (), _: &mut Configure) -> Result<Self> {
///         Ok(Echo)
///     }
///
///     fn register(_: &mut Registry<Self>) {}
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider",
    label = "not a provider",
    note = "implement `terrane::Provider` for it"
)]
pub trait Provider: Sized + Send + Sync + 'static {
    /// The provider's address: `host/namespace/type`. The last part is the prefix of its types.
    const ADDRESS: &'static str;

    /// The provider's version.
    const VERSION: &'static str;

    /// How long a call that has recorded its object may continue after the user has interrupted the host, or the process was asked to end. Then
    /// the host gets the object as it is recorded, and marks a new one as tainted.
    ///
    /// A call that has recorded nothing has 10 s.
    const INTERRUPT_GRACE: Duration = Duration::from_secs(2);

    /// The settings; `()` for none.
    type Config: Model<WriteOnly: Storable, Computed: Unfilled, Names: FreeNames>;

    /// Checks what a single setting's validators cannot, with whatever is known so far.
    ///
    /// # Errors
    ///
    /// What is wrong with the settings; several findings go to `cx`.
    fn validate(config: &Draft<Self::Config>, cx: &mut Validate) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Makes what the resources share, such as a client.
    ///
    /// It is called with settings that are wholly known. While some are not, the framework plans what needs no provider and
    /// says which setting is missing where one is needed.
    ///
    /// # Errors
    ///
    /// When the provider cannot work with these settings.
    fn configure(
        config: Self::Config,
        cx: &mut Configure,
    ) -> impl Future<Output = Result<Self>> + Send;

    /// Sets what the log shows and leaves out beyond secrets, which need no setting; [`serve`](crate::serve()) asks once, at the start.
    fn log(log: &mut Log) {
        let _ = log;
    }

    /// Registers the provider's resources, data sources and functions.
    fn register(registry: &mut Registry<Self>);
}

/// Gives a call the provider as the author's type.
pub(crate) fn downcast<P: Any + Send + Sync>(provider: &Configured) -> Result<Arc<P>> {
    Arc::clone(provider).downcast::<P>().map_err(|_| {
        Error::new(
            "Wrong provider value",
            format!(
                "A provider of type {} was expected. This is a bug in terrane; please report it.",
                std::any::type_name::<P>()
            ),
        )
    })
}
