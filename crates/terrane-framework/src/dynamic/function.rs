//! The dynamic form of functions.

pub use terrane_protocol::schema::{Function as Signature, Parameter};
use terrane_value::Value;

use super::future::{BoxFuture, Configured};
use crate::error::Result;

/// The dynamic form of a function, which works on values.
pub trait DynFunction: Send + Sync + 'static {
    /// The name in configurations.
    fn name(&self) -> &str;

    /// Parameters, result and documentation.
    fn signature(&self) -> Signature;

    /// Whether it needs the configured provider.
    fn needs_provider(&self) -> bool {
        false
    }

    /// Calls the function, with the provider if it is configured.
    fn call(&self, arguments: Vec<Value>, provider: Option<Configured>)
    -> BoxFuture<Result<Value>>;
}
