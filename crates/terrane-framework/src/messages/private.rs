//! Diagnostics of private state.

use std::fmt::Display;

use serde_json::error::Category;
use terrane_protocol::Diagnostic;

use crate::error::Error;

fn reserved(name: &str) -> String {
    format!(
        "The name `{name}` starts with a dot: such names are reserved for the framework. Use another name."
    )
}

pub(crate) fn unreadable(why: String) -> Error {
    Error::new("Cannot read the private state", why)
}

pub(crate) fn read_of_reserved(name: &str) -> Error {
    unreadable(reserved(name))
}

/// The error's own text quotes the value, which may be secret.
pub(crate) fn unexpected_value(name: &str, expected: &str, error: &serde_json::Error) -> Error {
    let (line, column) = (error.line(), error.column());
    let why = match error.classify() {
        Category::Data => "it has a value of the wrong type",
        Category::Syntax | Category::Eof | Category::Io => "it is not valid JSON",
    };
    unreadable(format!(
        "The private value `{name}` is not a {expected}: {why} at line {line}, column {column}."
    ))
}

pub(crate) fn write_of_reserved(name: &str) -> Diagnostic {
    unwritten(&reserved(name))
}

pub(crate) fn unencodable(name: &str, error: impl Display) -> Diagnostic {
    unwritten(&format!(
        "The value `{name}` cannot be encoded as JSON: {error}."
    ))
}

/// For a value next to which the other values have `others` bytes.
pub(crate) fn too_large(name: &str, bytes: usize, others: usize, most: usize) -> Diagnostic {
    unwritten(&format!(
        "The value `{name}` has {bytes} bytes, and the other values have {others}. All together may have {most}."
    ))
}

fn unwritten(why: &str) -> Diagnostic {
    diagnostic!(
        "Cannot store private state",
        "{why} This is a bug in the provider; the object is kept in the state without the value."
    )
}

pub(crate) fn unknown_format(why: impl Display) -> String {
    format!("The stored private state has an unknown format and is ignored: {why}.")
}

pub(crate) fn not_encoded(name: &str, encoding: &str, error: impl Display) -> String {
    unknown_format(format_args!("`{name}` is not {encoding} ({error})"))
}

pub(crate) fn ignored(why: String) -> Diagnostic {
    Diagnostic::warning("Private state is ignored", why)
}
