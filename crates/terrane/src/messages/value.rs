//! Messages about values: an expectation and a finding, as in "expected a number from 0 to 255, found 300".

use std::fmt::{Debug, Display};

use terrane_framework::DecodeError;
use terrane_framework::schema::Violation;
use terrane_value::Number;

/// The cause of a float that hosts cannot store.
pub(crate) fn not_finite(is_nan: bool) -> &'static str {
    if is_nan {
        "expected a number, found NaN"
    } else {
        "expected a finite number, found an infinity, which hosts cannot store"
    }
}

/// The cause of a value whose conversion panics. `report` is the message of the panic, with its place.
pub(crate) fn panicked(report: &str) -> String {
    format!("the provider's code panicked: {report}")
}

/// The error for a tuple with another number of parts.
pub(crate) fn wrong_tuple_length(expected: usize, found: usize) -> DecodeError {
    DecodeError::new(format!(
        "expected a tuple of {expected}, found one of {found}"
    ))
}

/// The error for a number that a Rust integer cannot hold.
pub(crate) fn not_in_integer_range(min: i128, max: i128, found: &Number) -> DecodeError {
    DecodeError::new(format!(
        "expected a whole number from {min} to {max}, found {}",
        brief(found)
    ))
}

/// The error for a number that a float cannot hold.
pub(crate) fn not_in_float_range(bits: u32, found: &Number) -> DecodeError {
    DecodeError::new(format!(
        "expected a number within the range of a {bits}-bit float, found {}",
        brief(found)
    ))
}

/// The error for a number whose nearest float is zero, although the number is not.
pub(crate) fn too_close_to_zero(bits: u32, found: &Number) -> DecodeError {
    DecodeError::new(format!(
        "expected a number within the range of a {bits}-bit float, found {}, which is too close to zero",
        brief(found)
    ))
}

/// Formats a number for a message. It may have thousands of digits.
fn brief(number: &Number) -> String {
    const SHOWN: usize = 40;
    let text = number.to_string();
    match text.get(..SHOWN) {
        Some(first) if text.len() > SHOWN => format!("{first}... ({} characters)", text.len()),
        _ => text,
    }
}

/// The error for an object without an attribute of the schema.
pub(crate) fn missing_attribute(name: &str) -> DecodeError {
    DecodeError::new(format!(
        "expected an object with the attribute `{name}`, found none"
    ))
}

/// The error for an object with an attribute that the schema does not have.
pub(crate) fn unexpected_attribute(name: &str) -> DecodeError {
    DecodeError::new(format!(
        "expected an object without the attribute `{name}`, found one"
    ))
}

/// The error for a text that is none of the names of a one-of type. `alternatives` lists these names.
pub(crate) fn unknown_alternative(alternatives: &str, found: &str) -> DecodeError {
    DecodeError::new(format!("expected {alternatives}, found `{found}`"))
}

/// The violation of a value that does not meet an expectation.
pub(crate) fn unexpected_value(expected: &str, found: &dyn Display) -> Violation {
    Violation::new(format!("expected {expected}, found {found}"))
}

/// The violation of a number outside of a range.
pub(crate) fn not_in_range(bounds: &str, found: &dyn Display) -> Violation {
    Violation::new(format!("expected a number {bounds}, found {found}"))
}

/// The violation of a text or collection of another length. `unit` is what the length counts.
pub(crate) fn wrong_length(bounds: &str, unit: &str, found: usize) -> Violation {
    Violation::new(format!("expected {bounds} {unit}, found {found}"))
}

/// The violation of an element that occurs twice.
pub(crate) fn duplicate_element(found: &dyn Debug) -> Violation {
    Violation::new(format!(
        "expected elements that differ from each other, found {found:?} again"
    ))
}

/// The violation of a value that no validator of several accepts.
pub(crate) fn no_alternative(violations: &[String]) -> Violation {
    Violation::new(violations.join("; or "))
}

/// The violation of a secret, without the validator's own text, which may quote the value. `allowed` describes the allowed values, or is empty.
pub(crate) fn bad_secret(allowed: &str) -> Violation {
    Violation::new(if allowed.is_empty() {
        "the value is not valid; it is sensitive and not shown".to_owned()
    } else {
        format!("expected {allowed}; the value is sensitive and not shown")
    })
}

/// The schema error for a validator with an invalid regular expression.
pub(crate) fn bad_expression(expression: &str, error: &dyn Display) -> String {
    format!("`{expression}` is not a regular expression: {error}")
}
