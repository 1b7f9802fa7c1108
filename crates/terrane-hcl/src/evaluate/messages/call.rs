//! Calls of functions.

use std::fmt::{Display, Write as _};

use terrane_value::{Text, Type};

use super::suggestion;
use crate::call::Signature;
use crate::diagnostic::{Diagnostic, Diagnostics};

pub(in crate::evaluate) const REFERENCE_NEEDED: &str = "it must be a reference to a value, such as local.text. A template that is written in the call needs no function";

pub(in crate::evaluate) const TOO_LARGE: &str = "the evaluation is too large";

pub(in crate::evaluate) const EXCLUDED: &str =
    "a template of this function cannot call it. Pass its result as a variable of the template";

const INVALID_EXPANSION: &str = "Invalid expanding argument value";

const EXPANSION_ADVICE: &str =
    "Its elements become arguments, so it must be a list, a set or a tuple.";

pub(in crate::evaluate) fn calls_not_allowed() -> Diagnostic {
    Diagnostic::error(
        "Function calls not allowed",
        "The value must be constant here, so it cannot call functions.",
    )
}

pub(in crate::evaluate) fn unknown_function(name: &str, names: &[Text]) -> Diagnostic {
    let candidates = || names.iter().map(Text::as_str);
    let namespace = name.rfind("::").map(|end| &name[..end + 2]);
    let detail = match namespace {
        Some(namespace) if !candidates().any(|name| name.starts_with(namespace)) => {
            format!("There are no functions in the namespace \"{namespace}\".")
        }
        _ => format!(
            "No function has the name \"{name}\".{}",
            suggestion(name, candidates())
        ),
    };
    Diagnostic::error("Call to unknown function", detail)
}

pub(in crate::evaluate) fn null_expansion() -> Diagnostic {
    Diagnostic::error(
        INVALID_EXPANSION,
        format!("The argument before \"...\" is null. {EXPANSION_ADVICE}"),
    )
}

pub(in crate::evaluate) fn wrong_expansion(ty: &Type) -> Diagnostic {
    Diagnostic::error(
        INVALID_EXPANSION,
        format!(
            "The argument before \"...\" is {}. {EXPANSION_ADVICE}",
            ty.kind()
        ),
    )
}

pub(in crate::evaluate) fn missing_argument(
    function: &str,
    parameter: &str,
    signature: &Signature,
) -> Diagnostic {
    let at_least = if signature.variadic.is_some() {
        "at least "
    } else {
        ""
    };
    Diagnostic::error(
        "Not enough function arguments",
        format!(
            "The function {function} needs {at_least}{} arguments. The one for \"{parameter}\" is missing.",
            signature.parameters.len()
        ),
    )
}

pub(in crate::evaluate) fn extra_argument(function: &str, signature: &Signature) -> Diagnostic {
    Diagnostic::error(
        "Too many function arguments",
        format!(
            "The function {function} has only {} parameters. Remove this argument.",
            signature.parameters.len()
        ),
    )
}

pub(in crate::evaluate) fn wrong_argument(parameter: &str, reason: impl Display) -> Diagnostic {
    Diagnostic::error(
        "Invalid function argument",
        format!("The value for the parameter \"{parameter}\" does not fit: {reason}."),
    )
}

pub(in crate::evaluate) fn failed(function: &str, reason: impl Display) -> Diagnostic {
    Diagnostic::error(
        "Error in function call",
        format!("The function {function} has failed: {reason}."),
    )
}

pub(in crate::evaluate) fn nothing_succeeded(function: &str, errors: &Diagnostics) -> Diagnostic {
    let mut reason = String::from("each of its arguments is an error");
    for error in errors.iter() {
        // Writing to a text cannot fail.
        let _ = write!(reason, "\n- {}: {}", error.summary, error.detail);
    }
    Diagnostic::error(
        "Error in function call",
        format!(
            "The function {function} has failed: {reason}\nAt least one argument must have a value."
        ),
    )
}

pub(in crate::evaluate) fn type_expected() -> Diagnostic {
    Diagnostic::error(
        "Invalid type specification",
        "The second argument must be a type, such as list(string). A type is not a value, and cannot come from a collection.",
    )
}
