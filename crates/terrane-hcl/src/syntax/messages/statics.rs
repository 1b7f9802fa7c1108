//! The errors of expressions that are read as syntax rather than evaluated, such as those of `depends_on` and `providers`.

use super::error;
use crate::diagnostic::Diagnostic;

const SUMMARY: &str = "Invalid expression";

/// The error of an expression that is no reference.
pub(crate) fn expected_reference() -> Diagnostic {
    error(
        SUMMARY,
        "Expected a reference to one object: a name with attributes and constant indices. Operators, function calls and templates are not allowed.",
    )
}

/// The error of an expression that is no list.
pub(crate) fn expected_list() -> Diagnostic {
    error(
        SUMMARY,
        "Expected a list in brackets, which is not computed by an expression.",
    )
}

/// The error of an expression that is no object.
pub(crate) fn expected_object() -> Diagnostic {
    error(
        SUMMARY,
        "Expected keys and values in braces, which are not computed by an expression.",
    )
}
