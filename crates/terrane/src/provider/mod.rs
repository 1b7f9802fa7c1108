//! Providers: settings, configuration and registration.

mod register;
mod registry;
mod typed;

use std::time::Duration;

pub use self::registry::Registry;
pub(crate) use self::typed::register_items;
use crate::async_fn::Async;
use crate::context::{ConfigureContext, ValidateContext};
use crate::error::Result;
use crate::log::Log;
use crate::model::{Draft, FreeNames, Model, Storable, Unfilled};

/// A provider. Its value after `configure` is shared by all its items.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// Settings.
/// #[derive(Model)]
/// struct Settings {
///     /// How often everything is said.
///     #[tf(default = 2)]
///     times: i64,
/// }
///
/// struct Echo {
///     times: i64,
/// }
///
/// #[provider("registry.terraform.io/example/echo")]
/// impl Provider for Echo {
///     async fn configure(settings: Settings, _: &mut ConfigureContext) -> Result<Self> {
///         Ok(Echo { times: settings.times })
///     }
///
///     fn register(_: &mut Registry<Self>) {}
/// }
/// ```
///
/// [`#[provider(..)]`](macro@crate::provider) adds the version of the package and the type of the settings. A provider without settings needs no `configure` if it
/// implements [`Default`]:
///
/// ```
/// # use terrane::prelude::*;
/// #[derive(Default)]
/// struct Echo;
///
/// #[provider("registry.terraform.io/example/echo")]
/// impl Provider for Echo {
///     fn register(_: &mut Registry<Self>) {}
/// }
///
/// assert_eq!(Echo::VERSION, env!("CARGO_PKG_VERSION"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider",
    label = "not a provider",
    note = "implement `terrane::Provider` for it"
)]
pub trait Provider: Sized + Send + Sync + 'static {
    /// The provider's address: `host/namespace/type`.
    const ADDRESS: &'static str;

    /// The prefix of the names of its types. `None` means the last part of the address.
    ///
    /// Set it if two providers share their types: `google-beta` serves `google_compute_disk`, so its prefix is `google`.
    /// `#[tf(type_name = "google_project")]` on a model gives one type a full name of its own.
    const TYPE_PREFIX: Option<&'static str> = None;

    /// The provider's version, which `--version` prints. `env!("CARGO_PKG_VERSION")` is that of the package.
    const VERSION: &'static str;

    /// How long a call with a recorded object may continue after an interruption or a termination signal. After that
    /// the host gets the recorded object, and marks a new object as tainted.
    ///
    /// A call without a recorded object has 10 s.
    const INTERRUPT_GRACE: Duration = Duration::from_secs(2);

    /// The settings; `()` for none.
    type Config: Model<WriteOnly: Storable, Computed: Unfilled, Names: FreeNames>;

    /// Validates what the validators of single settings cannot. Some settings may be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the settings are invalid. Report several findings with `cx`.
    fn validate(config: &Draft<Self::Config>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Creates the provider value, such as a client, from the settings.
    ///
    /// It is called with known settings. While a setting is unknown, the framework plans without the provider, and reports the unknown
    /// setting where the provider is needed. Only a setting of type [`Value`](crate::Value) may be unknown here.
    ///
    /// ```
    /// # use terrane::prelude::*;
    /// /// Settings of a zoo.
    /// #[derive(Model)]
    /// struct Settings {
    ///     /// The address of its API.
    ///     url: String,
    ///     /// The gate, which may be built by the same run.
    ///     gate: Value<String>,
    /// }
    ///
    /// fn gate(settings: Settings) -> Option<String> {
    ///     match settings.gate {
    ///         Value::Known(gate) => Some(gate),
    ///         Value::Unknown(_) => None, // the provider works without it for now
    ///         Value::Null => Some("main".to_owned()),
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the provider cannot work with these settings.
    fn configure(
        config: Self::Config,
        cx: &mut ConfigureContext,
    ) -> impl Async<Output = Result<Self>> + Send;

    /// Sets what the log shows and hides. Secrets are always hidden. [`serve`](crate::serve()) calls it once, at the start.
    fn log(log: &mut Log) {
        let _ = log;
    }

    /// Registers the provider's resources, data sources and functions.
    fn register(registry: &mut Registry<Self>);
}
