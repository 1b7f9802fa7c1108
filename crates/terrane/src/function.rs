//! Functions.

use std::future::Future;

use terrane_protocol::schema::Function as Signature;
use terrane_protocol::schema::Parameter;
use terrane_value::Value;

use crate::attr::{Attr, DecodeError, Field};
use crate::error::{Error, Result};
use crate::resource::{BoxFuture, Typed};

/// A function that configurations can call; `#[function]` makes one of a plain Rust function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider's function",
    label = "not a function",
    note = "put `#[function]` on it"
)]
pub trait Function: Send + Sync + 'static {
    /// The name in configurations.
    const NAME: &'static str;

    /// Parameters, result and documentation.
    fn signature() -> Signature;

    /// Calls the function. With a variadic parameter its arguments are the last ones, one by one.
    ///
    /// # Errors
    ///
    /// What is wrong, with the argument where it can be told.
    fn call(arguments: Vec<Value>) -> impl Future<Output = Result<Value>> + Send;
}

/// A function over values: what a typed [`Function`] becomes.
pub trait DynFunction: Send + Sync + 'static {
    /// The name in configurations.
    fn name(&self) -> &str;

    /// Parameters, result and documentation.
    fn signature(&self) -> Signature;

    /// Calls the function.
    fn call(&self, arguments: Vec<Value>) -> BoxFuture<Result<Value>>;
}

impl<F: Function> DynFunction for Typed<F> {
    fn name(&self) -> &str {
        F::NAME
    }

    fn signature(&self) -> Signature {
        F::signature()
    }

    fn call(&self, arguments: Vec<Value>) -> BoxFuture<Result<Value>> {
        Box::pin(F::call(arguments))
    }
}

/// A type that a function's parameter can have: `T`, `Option<T>` where null is wanted, `Value<T>` where unknown values are too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a function",
    label = "not a parameter's type",
    note = "a parameter is `T`, `Option<T>` (null allowed) or `Value<T>` (null and unknown allowed), where `T` is an attribute's type"
)]
pub trait Argument: Field {
    /// Whether the function takes unknown values.
    const UNKNOWN: bool;
}

impl<T: Attr> Argument for T {
    const UNKNOWN: bool = false;
}

impl<T: Attr> Argument for Option<T> {
    const UNKNOWN: bool = false;
}

impl<T: Attr> Argument for Value<T> {
    const UNKNOWN: bool = true;
}

/// Makes the parameter of an argument's type.
#[must_use]
pub fn parameter<A: Argument>(name: &str, description: &str) -> Parameter {
    Parameter {
        name: name.into(),
        ty: <A::Attr as Attr>::shape().ty(),
        allow_null: A::NULLABLE,
        allow_unknown: A::UNKNOWN,
        description: terrane_protocol::schema::Description::markdown(description),
    }
}

/// Takes an argument, by its position in the call.
///
/// # Errors
///
/// When the argument is missing or does not fit the parameter; the error names the position.
pub fn argument<A: Argument>(arguments: &mut std::vec::IntoIter<Value>, position: usize) -> Result<A> {
    let value = arguments
        .next()
        .ok_or_else(|| Error::argument(position, "expected a value for this argument, found none"))?;
    A::decode(value).map_err(|error: DecodeError| Error::argument(position, error.to_string()))
}

/// Turns a function's result into a value.
#[must_use]
pub fn returned<F: Field>(result: F) -> Value {
    result.encode()
}

