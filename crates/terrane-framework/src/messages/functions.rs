//! Diagnostics of functions of the configuration language.

use std::fmt::Display;

use terrane_value::{Error as ValueError, ErrorKind, Type};

use crate::error::Error;

pub(crate) fn not_found(name: &str) -> Error {
    error!(
        "Function Not Found",
        "The provider has no function `{name}`. Check the name, and that the provider's version has it."
    )
}

pub(crate) fn needs_provider(doing: &str, name: &str) -> Error {
    error!(
        doing,
        "`{name}` works with the configured provider, and this host has not configured it. OpenTofu configures providers before it calls \
         their functions; Terraform does not."
    )
}

pub(crate) fn wrong_number(least: &str, expected: usize, found: usize) -> Error {
    error!(
        "Wrong number of arguments",
        "Expected {least}{expected} arguments, found {found}."
    )
}

pub(crate) fn argument(position: usize, ty: &Type, name: &str, error: impl Display) -> Error {
    Error::argument(position, format!("expected a {ty} for `{name}`: {error}"))
}

pub(crate) fn unexpected_result(name: &str, error: &ValueError) -> Error {
    let place = match error.path() {
        path if path.is_root() => "The result".to_owned(),
        path => format!("`{path}` of the result"),
    };
    let message = error.message();
    let why = match error.kind() {
        ErrorKind::Infinite => format!("cannot be encoded: {message}, which hosts cannot store"),
        ErrorKind::Limit => format!("is too large: {message}"),
        ErrorKind::Unknown => format!("cannot be encoded: {message}"),
        _ => format!("does not match the signature: {message}"),
    };
    error!(
        format!("Cannot return the result of {name}"),
        "{place} {why}. This is a bug in the provider."
    )
}
