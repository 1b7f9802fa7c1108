//! Templates.

use terrane_value::Error;

use crate::diagnostic::Diagnostic;

const PART: &str = "Invalid template interpolation value";

pub(in crate::evaluate) fn null_part() -> Diagnostic {
    Diagnostic::error(
        PART,
        "The value is null. A template can contain strings, numbers and bools.",
    )
}

pub(in crate::evaluate) fn wrong_part(error: &Error) -> Diagnostic {
    Diagnostic::error(
        PART,
        format!("A template can contain strings, numbers and bools: {error}."),
    )
}
