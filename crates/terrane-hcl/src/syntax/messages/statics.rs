//! Arguments whose expression is read rather than evaluated.

use super::error;
use crate::diagnostic::Diagnostic;

const SUMMARY: &str = "Invalid expression";

pub(crate) fn traversal() -> Diagnostic {
    error(
        SUMMARY,
        "Expected a reference to one object: a name with attributes and constant indices. Operators, function calls and templates are not allowed.",
    )
}

pub(crate) fn list() -> Diagnostic {
    error(
        SUMMARY,
        "Expected a list in brackets, which is not computed by an expression.",
    )
}

pub(crate) fn pairs() -> Diagnostic {
    error(
        SUMMARY,
        "Expected keys and values in braces, which are not computed by an expression.",
    )
}
