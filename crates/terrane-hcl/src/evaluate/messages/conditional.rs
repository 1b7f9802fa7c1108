//! `condition ? a : b`.

use terrane_value::{Error, Type};

use crate::diagnostic::Diagnostic;

const TYPES: &str = "Inconsistent conditional result types";

pub(in crate::evaluate) fn inconsistent_types(then: &Type, otherwise: &Type) -> Diagnostic {
    Diagnostic::error(
        TYPES,
        format!(
            "Both results must be of one type, or convert to one. The first one is {then}, the second one {otherwise}."
        ),
    )
}

pub(in crate::evaluate) fn inconsistent_result(error: &Error) -> Diagnostic {
    Diagnostic::error(
        TYPES,
        format!("This result does not convert to the type of both results: {error}."),
    )
}

pub(in crate::evaluate) fn null_condition() -> Diagnostic {
    Diagnostic::error(
        "Null condition",
        "The condition is null. It must be true or false.",
    )
}

pub(in crate::evaluate) fn wrong_condition(error: &Error) -> Diagnostic {
    Diagnostic::error(
        "Incorrect condition type",
        format!("The condition must be true or false: {error}."),
    )
}
