//! The text of every diagnostic of the interceptors.

use std::fmt::Display;

use terrane_protocol::{Diagnostic, Rpc};

/// A call is refused, because it may change something.
pub(super) fn read_only(rpc: Rpc) -> Diagnostic {
    Diagnostic::error(
        "Provider is read-only",
        format!(
            "This provider refuses {rpc}, which may change something. It is configured to be read-only, so that plans and reads can be audited."
        ),
    )
}

/// The schema of a resource is needed and missing, or a value does not fit it.
pub(super) fn bad_plan(what: &str, type_name: &str, reason: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        format!("Cannot {what}"),
        format!(
            "The plan of {type_name:?} cannot be read: {reason}. This is a bug in the provider."
        ),
    )
}

/// An interceptor panicked after the provider had answered. It is a warning, because an error would mark an object that was created as tainted.
pub(super) fn panicked(rpc: Rpc) -> Diagnostic {
    Diagnostic::warning(
        "Interceptor failed",
        format!(
            "An interceptor panicked after the provider had answered {rpc}. The provider's answer is kept. This is a bug in the provider."
        ),
    )
}
