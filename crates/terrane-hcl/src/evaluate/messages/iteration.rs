//! `for` expressions.

use terrane_value::{Error, Type};

use crate::diagnostic::Diagnostic;

const CONDITION: &str = "Invalid 'for' condition";
const KEY: &str = "Invalid object key";

pub(in crate::evaluate) fn null_collection() -> Diagnostic {
    Diagnostic::error(
        "Iteration over null value",
        "The collection after \"in\" is null. Use a conditional to replace it with an empty one.",
    )
}

pub(in crate::evaluate) fn not_iterable(ty: &Type) -> Diagnostic {
    Diagnostic::error(
        "Iteration over non-iterable value",
        format!(
            "The value after \"in\" is {}. It must be a list, a set, a tuple, a map or an object.",
            ty.kind()
        ),
    )
}

pub(in crate::evaluate) fn condition_is_null() -> Diagnostic {
    Diagnostic::error("Condition is null", NULL_CONDITION)
}

const NULL_CONDITION: &str = "The condition after \"if\" is null. It must be true or false.";

pub(in crate::evaluate) fn null_condition() -> Diagnostic {
    Diagnostic::error(CONDITION, NULL_CONDITION)
}

pub(in crate::evaluate) fn wrong_condition(error: &Error) -> Diagnostic {
    Diagnostic::error(
        CONDITION,
        format!("The condition after \"if\" must be true or false: {error}."),
    )
}

pub(in crate::evaluate) fn null_key() -> Diagnostic {
    Diagnostic::error(
        KEY,
        "The key before \"=>\" is null. A key must be a string.",
    )
}

pub(in crate::evaluate) fn wrong_key(error: &Error) -> Diagnostic {
    Diagnostic::error(
        KEY,
        format!("The key before \"=>\" must be a string: {error}."),
    )
}

pub(in crate::evaluate) fn duplicate_key(key: &str) -> Diagnostic {
    Diagnostic::error(
        "Duplicate object key",
        format!(
            "Two elements have the key \"{key}\". Write \"...\" after the value to collect the values of each key in a tuple."
        ),
    )
}
