//! Diagnostics of stored states: upgrades and moves.

use std::fmt::Display;

use terrane_protocol::Diagnostic;

const UNREADABLE: &str = "Unable to Read Previously Saved State";
const NOT_UPGRADED: &str = "Unable to Upgrade Resource State";
const NOT_MOVED: &str = "Unable to Move Resource State";

fn flatmap(what: &str) -> String {
    format!(
        "The {what} was written by Terraform 0.11 or older. Apply it with Terraform 0.12 first."
    )
}

pub(crate) fn unreadable_flatmap(type_name: &str) -> Diagnostic {
    Diagnostic::error(UNREADABLE, flatmap(&format!("state of {type_name}")))
}

pub(crate) fn unreadable(type_name: &str, version: i64, error: impl Display) -> Diagnostic {
    diagnostic!(
        UNREADABLE,
        "The stored state of {type_name} does not match version {version} of the provider's schema: {error}. It may have been changed by hand, or \
         written by another version of the provider."
    )
}

/// For a state of a newer provider. `what` names the state or identity.
pub(crate) fn newer(what: &str, version: i64, known: i64) -> Diagnostic {
    diagnostic!(
        NOT_UPGRADED,
        "The {what} has version {version} of the schema, and this version of the provider knows versions up to {known}. Use the version \
         of the provider that wrote it, or a later one."
    )
}

pub(crate) fn older(type_name: &str, version: i64, known: &str) -> Diagnostic {
    diagnostic!(
        NOT_UPGRADED,
        "The state of {type_name} has version {version} of the schema, and this version of the provider can read {known} only. Apply it \
         first with a version of the provider between the one that wrote it and this one."
    )
}

pub(crate) fn missing_source(target: &str) -> Diagnostic {
    diagnostic!(
        NOT_MOVED,
        "The host sent no state to move to {target}, where an object was expected. This is a bug in the host."
    )
}

pub(crate) fn flatmap_source(target: &str) -> Diagnostic {
    Diagnostic::error(NOT_MOVED, flatmap(&format!("state to move to {target}")))
}

/// `source` names the type, version and provider of the object. `reasons` are those of the moves from this type, and `sources` the types that can
/// be moved.
pub(crate) fn not_moved(
    source: impl Display,
    target: &str,
    reasons: &[String],
    sources: &[String],
) -> Diagnostic {
    let why = match (reasons, sources) {
        ([], []) => format!("No type can be moved to {target}."),
        ([], sources) => format!(
            "The types that can be moved to {target} are {}.",
            sources.join(", ")
        ),
        (reasons, _) => format!(
            "The stored object is not as expected: {}.",
            reasons.join("; ")
        ),
    };
    diagnostic!(
        NOT_MOVED,
        "An object of {source} cannot be moved to {target}. {why}"
    )
}

/// Why a move cannot read its source.
pub(crate) fn unsupported_version(version: i64, supported: impl Display) -> String {
    format!("its schema version {version} cannot be read, supported are {supported}")
}
