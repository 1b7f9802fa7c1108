//! Diagnostics of requests that a host must not send.

use std::fmt::Display;

use terrane_protocol::{Diagnostic, StateRange};
use terrane_value::{Error, ErrorKind};

pub(crate) fn not_configured(doing: &str, what: &str, rpc: &str) -> Diagnostic {
    diagnostic!(
        doing,
        "The host has not configured the {what}. This is a bug in the host: it must call {rpc} first."
    )
}

pub(crate) fn unreadable(what: &str, error: &Error) -> Diagnostic {
    let detail = match error.kind() {
        ErrorKind::Limit => {
            format!("The {what} is too large: {error}. Make it smaller or less deeply nested.")
        }
        _ => format!(
            "The {what} that the host sent does not match the provider's schema: {error}. This is a bug in the host, or the state was \
         changed by hand."
        ),
    };
    Diagnostic::error(format!("Cannot read the {what}"), detail)
}

pub(crate) fn unexpected(what: &str, found: impl Display, expected: &str) -> Diagnostic {
    diagnostic!(
        format!("Cannot read the {what}"),
        "The {what} that the host sent is {found}, where {expected} was expected. This is a bug in the host."
    )
}

pub(crate) const NO_CHUNK: &str = "the host sent no chunk";
pub(crate) const UNNAMED_STATE: &str = "the first chunk does not name the state";
pub(crate) const EMPTY_NAME: &str = "the name of the state is empty";
pub(crate) const SECOND_NAME: &str = "a chunk after the first names a state again";

/// For a state that arrives in incomplete or unordered chunks.
pub(crate) fn unwritten(why: impl Display) -> Diagnostic {
    diagnostic!(
        "Cannot write the state",
        "The chunks of the state are incomplete or out of order, and the stored state is unchanged: {why}. This is a bug in the host."
    )
}

pub(crate) fn other_total(first: u64, other: u64) -> Diagnostic {
    unwritten(format_args!(
        "one chunk gives the total length {first}, another {other}"
    ))
}

pub(crate) fn wrong_length(expected: u64, start: u64, total: u64, found: u64) -> Diagnostic {
    unwritten(format_args!(
        "expected {expected} bytes from byte {start} of {total}, found {found}"
    ))
}

pub(crate) fn wrong_range(expected: StateRange, found: Option<StateRange>) -> Diagnostic {
    let (start, end) = (expected.start, expected.end);
    let found = found.map_or_else(
        || "no range".to_owned(),
        |found| format!("{} to {}", found.start, found.end),
    );
    unwritten(format_args!(
        "expected the bytes {start} to {end}, found {found}"
    ))
}

pub(crate) fn wrong_total(expected: u64, found: u64) -> Diagnostic {
    unwritten(format_args!("expected {expected} bytes, found {found}"))
}
