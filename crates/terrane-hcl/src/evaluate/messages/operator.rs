//! Operators.

use terrane_value::Error;

use crate::diagnostic::Diagnostic;
use crate::value::NotANumber;

const FAILED: &str = "Operation failed";

pub(in crate::evaluate) fn invalid_operand(operand: &str, error: &Error) -> Diagnostic {
    Diagnostic::error(
        "Invalid operand",
        format!("The type of {operand} does not fit the operator: {error}."),
    )
}

pub(in crate::evaluate) fn null_operand() -> Diagnostic {
    Diagnostic::error(
        FAILED,
        "An operand is null. Use a conditional or the function coalesce to replace it.",
    )
}

pub(in crate::evaluate) fn not_a_number(_: NotANumber) -> Diagnostic {
    Diagnostic::error(
        FAILED,
        "The result is not a number: opposite infinities cannot be added, nor zero or infinity divided by itself, nor zero multiplied by infinity.",
    )
}
