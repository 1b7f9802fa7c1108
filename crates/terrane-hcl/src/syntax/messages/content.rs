//! Bodies whose content does not fit their schema.

use super::error;
use crate::diagnostic::Diagnostic;

pub(crate) fn unsupported_argument(name: &str, is_block: bool) -> Diagnostic {
    let advice = if is_block {
        " A block has this name: write it without an equals sign."
    } else {
        ""
    };
    error(
        "Unsupported argument",
        format!("There is no argument with the name \"{name}\" here.{advice}"),
    )
}

pub(crate) fn unsupported_block(name: &str, is_argument: bool) -> Diagnostic {
    let advice = if is_argument {
        " An argument has this name: set it with an equals sign."
    } else {
        ""
    };
    error(
        "Unsupported block type",
        format!("There is no block with the type \"{name}\" here.{advice}"),
    )
}

pub(crate) fn missing_argument(name: &str) -> Diagnostic {
    error(
        "Missing required argument",
        format!("The argument \"{name}\" must be set here."),
    )
}

pub(crate) fn extraneous_label(kind: &str, expected: usize) -> Diagnostic {
    error(
        format!("Extraneous label for {kind}"),
        format!("A block of type \"{kind}\" has {expected} labels."),
    )
}

pub(crate) fn missing_label(kind: &str, label: &str, expected: usize) -> Diagnostic {
    error(
        format!("Missing {label} for {kind}"),
        format!(
            "A block of type \"{kind}\" has {expected} labels. Write them in quotes before the brace."
        ),
    )
}

pub(crate) fn unexpected_block(kind: &str) -> Diagnostic {
    error(
        format!("Unexpected \"{kind}\" block"),
        "Only arguments are allowed here.",
    )
}
