//! Diagnostics of planned and returned values.

use terrane_protocol::Diagnostic;
use terrane_protocol::rules::Finding;
use terrane_value::{Error, ErrorKind, Path};

use crate::error::Error as AuthorError;

pub(crate) fn missing(type_name: &str, path: &Path) -> Diagnostic {
    diagnostic!(
        "Missing required value",
        "`{path}` of {type_name} is null, and the provider needs a value. Set it in the configuration. If it is named in ignore_changes, \
         the host uses the value of the state, which is null. Remove it from ignore_changes."
    )
}

/// The explanation of a plan, which the variable `TERRANE_EXPLAIN` asks for.
pub(crate) fn explained(type_name: &str, text: String) -> Diagnostic {
    Diagnostic::warning(format!("Plan of {type_name} explained"), text)
}

/// For an attribute that replaces the object, and is unknown only because other values change.
pub(crate) fn undecided_replacement(type_name: &str, path: &Path, was_known: bool) -> Diagnostic {
    let remedy = if was_known {
        "This is a bug in the provider: the plan hook of the attribute must set its planned value."
    } else {
        "The state has no value to keep. Refresh the state, for example with `terraform apply -refresh-only`. If the value is still missing, this \
             is a bug in the provider: `read` must return it."
    };
    diagnostic!(
        "Cannot plan an update or a replacement",
        "A change of `{path}` replaces {type_name}, but its value is unknown only because other values change. So the plan cannot show whether the \
         object would be replaced. {remedy}"
    )
}

pub(crate) fn equal_elements(set: &Path, names: &str) -> Diagnostic {
    diagnostic!(
        "Two elements of a set are equal",
        "Two elements of `{set}` differ only in {names}, which one of them omits. With the default, both elements are equal, and a set contains \
         no duplicates. Remove one of them, or set {names} to something else."
    )
}

pub(crate) fn planned_for_deletion(what: &str) -> Diagnostic {
    diagnostic!(
        "Cannot plan a value for a deletion",
        "The provider planned a value for {what}, which is to be deleted. This is a bug in the provider: the plan of a deletion must be null, so \
         check `change.kind()` first."
    )
}

/// For a value that breaks a consistency rule of the hosts.
pub(crate) fn inconsistent(summary: &str, type_name: &str, finding: &Finding) -> Diagnostic {
    let remedy = finding.remedy();
    diagnostic!(
        summary,
        "In {type_name}, {finding}. This is a bug in the provider. {remedy}"
    )
}

pub(crate) fn left_unknown(type_name: &str, path: &Path, remedy: &str) -> Diagnostic {
    diagnostic!(
        "Provider left a value unknown",
        "After the call, `{path}` of {type_name} is still not known. This is a bug in the provider: fill every \
         `Computed` field, {remedy}."
    )
}

/// For a value that no answer can contain. `place` names the value. `kept` is a sentence about the object, after a blank, or empty.
pub(crate) fn unencodable(type_name: &str, place: &str, error: &Error, kept: &str) -> Diagnostic {
    let message = error.message();
    let why = match error.kind() {
        ErrorKind::Infinite => format!("cannot be encoded: {message}, which hosts cannot store"),
        ErrorKind::Limit => format!("is too large for an answer: {message}"),
        ErrorKind::Unknown => format!("cannot be encoded: {message}"),
        _ => format!("does not match its schema: {message}"),
    };
    diagnostic!(
        "Cannot encode a value of the provider",
        "{place} of {type_name} {why}. This is a bug in the provider.{kept}"
    )
}

/// For the values that are not named one by one.
pub(crate) fn more_unencodable(type_name: &str, more: usize, kept: &str) -> Diagnostic {
    let values = if more == 1 { "value" } else { "values" };
    diagnostic!(
        "Cannot encode a value of the provider",
        "{more} more {values} of {type_name} cannot be encoded either.{kept}"
    )
}

/// For a created object whose key no answer can contain. `known` lists the known values of the object.
pub(crate) fn unencodable_key(name: &str, error: &Error, known: &str) -> AuthorError {
    let why = match error.kind() {
        ErrorKind::Infinite => format!("cannot be encoded: {error}, which hosts cannot store"),
        _ => format!("cannot be encoded: {error}"),
    };
    error!(
        "Cannot encode the key of the object",
        "`{name}`, by which the provider finds the object, {why}. The known values of the object: {known}. This is a bug in the provider."
    )
}
