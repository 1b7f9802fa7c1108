//! The diagnostics of bodies that are evaluated by a schema.
//!
//! The summaries are HashiCorp's, because users search for them. The details are ours.

use terrane_value::{Error, Type};

use crate::diagnostic::Diagnostic;

const COLLECTION: &str = "Invalid dynamic for_each value";
const LABEL: &str = "Invalid dynamic block label";

pub(super) fn wrong_type(name: &str, error: &Error) -> Diagnostic {
    Diagnostic::error(
        "Incorrect attribute value type",
        format!("The value of the argument \"{name}\" does not fit its type: {error}."),
    )
}

pub(super) fn unsupported_block(kind: &str) -> Diagnostic {
    Diagnostic::error(
        "Unsupported block type",
        format!("There is no block with the type \"{kind}\" here."),
    )
}

pub(super) fn missing_content() -> Diagnostic {
    Diagnostic::error(
        "Missing dynamic content block",
        "A dynamic block needs a block \"content\", which contains the arguments of each block.",
    )
}

pub(super) fn extraneous_content() -> Diagnostic {
    Diagnostic::error(
        "Extraneous dynamic content block",
        "A dynamic block can have only one block \"content\". Remove this one.",
    )
}

pub(super) fn iterator_name() -> Diagnostic {
    Diagnostic::error(
        "Invalid dynamic iterator name",
        "The iterator must be one name, without dots and indices.",
    )
}

pub(super) fn not_iterable(ty: &Type) -> Diagnostic {
    Diagnostic::error(
        COLLECTION,
        format!(
            "The value is {}. It must be a list, a set, a tuple, a map or an object.",
            ty.kind()
        ),
    )
}

pub(super) fn null_collection() -> Diagnostic {
    Diagnostic::error(
        COLLECTION,
        "The value is null. Use a conditional to replace it with an empty collection.",
    )
}

pub(super) fn extraneous_label(kind: &str, expected: usize) -> Diagnostic {
    Diagnostic::error(
        "Extraneous dynamic block label",
        format!("A block of type \"{kind}\" has {expected} labels. Remove this one."),
    )
}

pub(super) fn missing_label(kind: &str, expected: usize) -> Diagnostic {
    Diagnostic::error(
        "Insufficient dynamic block labels",
        format!("A block of type \"{kind}\" has {expected} labels. Add the missing ones."),
    )
}

pub(super) fn wrong_label(error: &Error) -> Diagnostic {
    Diagnostic::error(LABEL, format!("A label must be a string: {error}."))
}

pub(super) fn null_label() -> Diagnostic {
    Diagnostic::error(LABEL, "The label is null. A label must be a string.")
}

pub(super) fn unknown_label() -> Diagnostic {
    Diagnostic::error(
        LABEL,
        "The label is not known yet. Labels decide which blocks there are, so they must be known at once.",
    )
}

pub(super) fn marked_label() -> Diagnostic {
    Diagnostic::error(
        LABEL,
        "The label is a secret, or does not last. Labels are shown and stored, so they cannot come from such a value.",
    )
}

pub(super) fn duplicate_block(kind: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Duplicate {kind} block"),
        format!("There can be only one block of type \"{kind}\". Remove this one."),
    )
}

pub(super) fn missing_block(kind: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Missing {kind} block"),
        format!("A block of type \"{kind}\" must be here."),
    )
}

pub(super) fn insufficient_blocks(kind: &str, min: usize) -> Diagnostic {
    Diagnostic::error(
        format!("Insufficient {kind} blocks"),
        format!("There must be at least {min} blocks of type \"{kind}\"."),
    )
}

pub(super) fn too_many_blocks(kind: &str, max: usize) -> Diagnostic {
    Diagnostic::error(
        format!("Too many {kind} blocks"),
        format!("There can be at most {max} blocks of type \"{kind}\". Remove this one."),
    )
}

pub(super) fn duplicate_key(kind: &str, key: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Duplicate {kind} block"),
        format!("A block of type \"{kind}\" has the label \"{key}\" already. Choose another one."),
    )
}

pub(super) fn inconsistent_types(kind: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Unconsistent argument types in {kind} blocks"),
        "An argument has different types in these blocks. Give it values of one type in all of them.",
    )
}
