//! Functions.

mod offered;

use std::future::Future;

use terrane_protocol::schema::Description;
use terrane_value::Value;

pub use self::offered::Needs;

use crate::attr::{Attr, Field};
use crate::dynamic::Parameter;
pub use crate::dynamic::Signature;
use crate::error::{Error, Result};
use crate::schema::Validator;

/// A function that configurations can call. `#[function]` creates one from a plain Rust function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider's function",
    label = "not a function",
    note = "add `#[function]` to it"
)]
pub trait Function: Send + Sync + 'static {
    /// The type that the function needs from the provider: `()` for nothing, or the configured provider, as with `#[function(provider = Zoo)]`.
    ///
    /// Hosts that call functions of providers that are not configured, such as Terraform, do not see a function that needs one.
    type Provider: Send + Sync + 'static;

    /// The name in configurations.
    const NAME: &'static str;

    /// The version of the provider that added the function, for the documentation. `#[function(since = "0.2")]` sets it.
    const SINCE: Option<&'static str> = None;

    /// Parameters, result and documentation.
    fn signature() -> Signature;

    /// Calls the function. With a variadic parameter its arguments are the last ones, one by one.
    ///
    /// If an argument is unknown, or has an unknown part, where its type cannot represent that, the result is unknown, and the function is not called.
    ///
    /// # Errors
    ///
    /// Fails with the position of the argument concerned, if there is one.
    fn call(
        arguments: Vec<Value>,
        provider: &Self::Provider,
    ) -> impl Future<Output = Result<Value>> + Send;
}

/// A type of a function parameter: `T`, `Option<T>` to accept null, or `Value<T>` to accept unknown values, too. If `T` is a
/// [`Partial`](crate::Partial), parts of the value may be unknown.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a function",
    label = "not a parameter's type",
    note = "a parameter is `T`, `Option<T>` (null allowed) or `Value<T>` (null and unknown allowed), where `T` is an attribute's type",
    note = "`Partial<T>` allows unknown parts: `Partial<Vec<String>>` holds a `Vec<Value<String>>`"
)]
pub trait Argument: Field {
    /// Whether hosts call the function with an argument that is unknown, as a whole or in part.
    const UNKNOWN: bool;
}

#[diagnostic::do_not_recommend]
impl<T: Attr> Argument for T {
    const UNKNOWN: bool = T::FACTS.unknown_parts;
}

impl<T: Attr> Argument for Option<T> {
    const UNKNOWN: bool = T::FACTS.unknown_parts;
}

impl<T: Attr> Argument for Value<T> {
    const UNKNOWN: bool = true;
}

/// A return type of a function: `T`, `Option<T>` or `Value<T>`, or a `Result` of one of them.
#[diagnostic::on_unimplemented(
    message = "a function cannot return `{Self}`",
    label = "not a result's type",
    note = "a function returns `T`, `Option<T>` (null), `Value<T>` (null and unknown), or a `Result` of one of them, where `T` is an attribute's type"
)]
pub trait Returned {
    /// The type of the result on success.
    type Returned: Argument;

    /// Encodes the result as a value.
    ///
    /// # Errors
    ///
    /// Fails if the function has failed.
    fn returned(self) -> Result<Value>;
}

#[diagnostic::do_not_recommend]
impl<T: Argument> Returned for T {
    type Returned = T;

    fn returned(self) -> Result<Value> {
        Ok(self.encode())
    }
}

impl<T: Argument, E: Into<Error>> Returned for Result<T, E> {
    type Returned = T;

    fn returned(self) -> Result<Value> {
        self.map(Field::encode).map_err(Into::into)
    }
}

/// Creates a signature from documentation, parameters and result. The first line of the documentation is the summary.
#[must_use]
pub fn signature<R: Returned>(
    documentation: &str,
    parameters: Vec<Parameter>,
    variadic: Option<Parameter>,
    deprecated: Option<&str>,
) -> Signature {
    Signature {
        parameters,
        variadic,
        returns: <<R::Returned as Field>::Attr as Attr>::shape().ty(),
        summary: documentation.lines().next().unwrap_or_default().to_owned(),
        description: described(documentation),
        deprecation: deprecated.map(str::to_owned),
    }
}

/// Creates the parameter for the type of an argument.
#[must_use]
pub fn parameter<A: Argument>(name: &str, description: &str) -> Parameter {
    Parameter {
        name: name.into(),
        ty: <A::Attr as Attr>::shape().ty(),
        allow_null: A::NULLABLE,
        allow_unknown: A::UNKNOWN,
        description: described(description),
    }
}

/// An empty text is plain text instead of Markdown.
fn described(text: &str) -> Description {
    if text.is_empty() {
        Description::default()
    } else {
        Description::markdown(text)
    }
}

/// Decodes the argument at a position of the call. `None` if it is unknown where its type must be known.
///
/// # Errors
///
/// Fails if the argument is missing or does not match the parameter. The error has the position.
pub fn argument<A: Argument>(
    arguments: &mut std::vec::IntoIter<Value>,
    position: usize,
    validators: &[Validator],
) -> Result<Option<A>> {
    match arguments.next() {
        Some(value) => decode(&value, position, validators),
        None => Err(Error::argument(
            position,
            "expected a value for this argument, found none",
        )),
    }
}

/// Decodes all arguments from a position of the call. `None` if one of them is unknown where its type must be known.
///
/// # Errors
///
/// Fails if one of them does not match the parameter. The error has its position.
pub fn rest<C>(
    arguments: &mut std::vec::IntoIter<Value>,
    position: usize,
    validators: &[Validator],
) -> Result<Option<C>>
where
    C: IntoIterator<Item: Argument> + FromIterator<<C as IntoIterator>::Item>,
{
    let all: Result<Vec<_>> = arguments
        .enumerate()
        .map(|(at, value)| decode(&value, position + at, validators))
        .collect();
    Ok(all?.into_iter().collect())
}

/// Decodes an argument that its type and the parameter allow (rule F2).
fn decode<A: Argument>(
    value: &Value,
    position: usize,
    validators: &[Validator],
) -> Result<Option<A>> {
    if value.is_known() {
        let of_type = A::Attr::validators();
        let mut problems = Vec::new();
        for validator in of_type.iter().chain(validators) {
            if let Err(violation) = validator.check(value) {
                // A function cannot warn.
                let errors = violation.each().filter(|one| !one.is_warning());
                problems.extend(errors.map(|one| one.to_string()));
            }
        }
        if !problems.is_empty() {
            return Err(Error::argument(position, problems.join("\n")));
        }
    }
    match A::decode(value) {
        Ok(argument) => Ok(Some(argument)),
        Err(error) if error.is_unknown() => Ok(None),
        Err(error) => Err(Error::argument(position, error.to_string())),
    }
}
