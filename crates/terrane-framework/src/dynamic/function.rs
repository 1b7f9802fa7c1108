//! The type-erased trait of functions.

pub use terrane_protocol::schema::{Function as Signature, Parameter};
use terrane_value::Value;

use super::future::{BoxFuture, Configured};
use crate::error::Result;

/// A type-erased function: it takes and returns values instead of Rust types.
pub trait DynFunction: Send + Sync + 'static {
    /// The name in configurations.
    fn name(&self) -> &str;

    /// Returns the parameters, the result type and the documentation.
    fn signature(&self) -> Signature;

    /// Whether the function needs the configured provider.
    fn needs_provider(&self) -> bool {
        false
    }

    /// Calls the function, with the provider if it is configured.
    fn call(&self, arguments: Vec<Value>, provider: Option<Configured>)
    -> BoxFuture<Result<Value>>;
}
