//! The type-erased trait of functions.

pub use terrane_protocol::schema::{Function as Signature, Parameter};
use terrane_value::Value;

use super::future::{BoxFuture, Configured};
use crate::error::Result;

/// A type-erased function: it takes and returns values instead of Rust types.
///
/// # Examples
///
/// ```
/// use terrane_framework::dynamic::{BoxFuture, Configured, DynFunction, Parameter, Signature};
/// use terrane_framework::error::Result;
/// use terrane_protocol::schema::Description;
/// use terrane_value::{Type, Value};
///
/// /// A function that joins two texts.
/// struct Join;
///
/// impl DynFunction for Join {
///     fn name(&self) -> &str {
///         "join_two"
///     }
///
///     fn signature(&self) -> Signature {
///         let parameter = |name: &str| Parameter {
///             name: name.into(),
///             ty: Type::String,
///             allow_null: false,
///             allow_unknown: false,
///             description: Description::default(),
///         };
///         Signature {
///             parameters: vec![parameter("first"), parameter("second")],
///             variadic: None,
///             returns: Type::String,
///             summary: "Joins two texts".to_owned(),
///             description: Description::default(),
///             deprecation: None,
///         }
///     }
///
///     fn call(&self, arguments: Vec<Value>, _: Option<Configured>) -> BoxFuture<Result<Value>> {
///         let joined: String = arguments.iter().filter_map(Value::as_str).collect();
///         Box::pin(async { Ok(joined.into()) })
///     }
/// }
///
/// assert_eq!(Join.signature().parameters.len(), 2);
/// ```
pub trait DynFunction: Send + Sync + 'static {
    /// The name in configurations.
    fn name(&self) -> &str;

    /// Returns the parameters, the result type and the documentation.
    fn signature(&self) -> Signature;

    /// The version of the provider that added the function, for the documentation.
    fn since(&self) -> Option<&str> {
        None
    }

    /// Whether the function needs the configured provider.
    fn needs_provider(&self) -> bool {
        false
    }

    /// Calls the function, with the provider if it is configured.
    fn call(&self, arguments: Vec<Value>, provider: Option<Configured>)
    -> BoxFuture<Result<Value>>;
}
