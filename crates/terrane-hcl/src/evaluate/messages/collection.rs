//! Objects and tuples.

use terrane_value::Error;

use crate::diagnostic::Diagnostic;

const JSON_KEY: &str = "Invalid object key expression";

pub(in crate::evaluate) fn ambiguous_key() -> Diagnostic {
    Diagnostic::error(
        "Ambiguous attribute key",
        "A key with dots could be a reference or a name. Write a reference in parentheses, and a name in quotes.",
    )
}

pub(in crate::evaluate) fn null_key() -> Diagnostic {
    Diagnostic::error(
        "Null value as key",
        "The key of this value is null. A key must be a string.",
    )
}

pub(in crate::evaluate) fn wrong_key(error: &Error) -> Diagnostic {
    Diagnostic::error(
        "Incorrect key type",
        format!("The key must be a string: {error}."),
    )
}

pub(in crate::evaluate) fn json_null_key() -> Diagnostic {
    Diagnostic::error(JSON_KEY, "The key is null. A key must be a string.")
}

pub(in crate::evaluate) fn json_wrong_key(error: &Error) -> Diagnostic {
    Diagnostic::error(JSON_KEY, format!("The key must be a string: {error}."))
}

pub(in crate::evaluate) fn json_duplicate_key(name: &str) -> Diagnostic {
    Diagnostic::error(
        "Duplicate object attribute",
        format!("The object has the attribute \"{name}\" already. Remove one of them."),
    )
}

pub(in crate::evaluate) fn too_deep(max: usize) -> Diagnostic {
    Diagnostic::error(
        "Value nested too deeply",
        format!("Collections can be nested {max} levels deep. Use fewer levels."),
    )
}
