//! The type-erased trait of providers: address, settings and value.

use std::time::Duration;

use terrane_value::Object;

use super::future::{BoxFuture, Configured};
use crate::context::{ConfigureContext, ValidateContext};
use crate::error::Result;
use crate::schema::Block;

/// A type-erased provider: its methods take and return values instead of Rust types.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use terrane_framework::context::ConfigureContext;
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynProvider};
/// use terrane_framework::error::Result;
/// use terrane_framework::schema::{Block, Member, Shape};
/// use terrane_value::{Object, Type, Value};
///
/// /// A provider of the tables of a database.
/// struct Tables;
///
/// impl DynProvider for Tables {
///     fn address(&self) -> &str {
///         "registry.terraform.io/example/tables"
///     }
///
///     fn version(&self) -> &str {
///         "0.1.0"
///     }
///
///     fn block(&self) -> Block {
///         Block::new([Member::new("database", Shape::Type(Type::String))])
///     }
///
///     fn configure(&self, config: Object, _: ConfigureContext) -> BoxFuture<Result<Configured>> {
///         let database = config.get("database").and_then(Value::as_str).map(str::to_owned);
///         Box::pin(async { Ok(Arc::new(database) as Configured) })
///     }
/// }
///
/// assert_eq!(Tables.block().members().len(), 1);
/// ```
pub trait DynProvider: Send + Sync + 'static {
    /// The provider's address: `host/namespace/type`.
    fn address(&self) -> &str;

    /// The prefix of the provider's type names, such as `google` for `google-beta`. `None` means the last part of the address.
    fn type_prefix(&self) -> Option<&str> {
        None
    }

    /// The provider's version, which `--version` prints.
    fn version(&self) -> &str;

    /// How long a call with a recorded object may continue after an interruption or a termination signal.
    fn interrupt_grace(&self) -> Duration {
        Duration::from_secs(2)
    }

    /// Creates the schema of the settings. It is called once.
    fn block(&self) -> Block {
        Block::new([])
    }

    /// Validates the provider's settings, which may contain unknown values.
    ///
    /// # Errors
    ///
    /// Returns the errors in the settings.
    fn validate(&self, config: &Object, cx: ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Creates the provider value from the settings. All later calls get this value.
    fn configure(&self, config: Object, cx: ConfigureContext) -> BoxFuture<Result<Configured>>;
}
