//! The text of every diagnostic about a provider in another binary.

use std::error::Error;
use std::time::Duration;

use terrane_plugin::peer::with_causes;
use terrane_plugin_client::printable;

use terrane_protocol::{Diagnostic, Rpc};
use terrane_schema::SchemaDifference;

/// The most characters of an error and its causes. They contain what the provider has printed or answered.
const LONGEST_CAUSES: usize = 10_000;

/// The most characters of a difference, which contains names that the provider serves.
const LONGEST_DIFFERENCE: usize = 500;

/// How many differences of schemas a diagnostic lists.
const MAX_DIFFERENCES: usize = 10;

/// The end of a log without lines that may be shown.
pub(super) const EMPTY_LOG: &str = "(The provider has logged no warning, error or panic.)";

/// The binary cannot be started.
pub(super) fn cannot_start(name: &str, error: &dyn Error) -> Diagnostic {
    let causes = printable(&with_causes(error), LONGEST_CAUSES);
    Diagnostic::error(
        format!("Cannot start the provider {name:?}"),
        format!(
            "The provider {name:?}, which is a program of its own, cannot be started: {causes}.\n\nReinstall the provider. If that does not help, report this to its maintainers."
        ),
    )
}

/// The binary crashed before it described its schemas.
pub(super) fn crashed_at_start(name: &str, log: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Cannot start the provider {name:?}"),
        format!(
            "The provider {name:?}, which is a program of its own, has crashed while it described its schemas. This is a bug in the provider; report it with this end of its log:\n\n{log}"
        ),
    )
}

/// The binary does not describe its schemas in time.
pub(super) fn no_schema(name: &str, limit: Duration) -> Diagnostic {
    Diagnostic::error(
        format!("Cannot start the provider {name:?}"),
        format!(
            "The provider {name:?}, which is a program of its own, has not described its schemas within {} s. Run the command again. If that does not help, report this to the provider's maintainers.",
            limit.as_secs_f32()
        ),
    )
}

/// The binary serves other schemas than recorded at build time.
pub(super) fn other_schemas(name: &str, differences: &[SchemaDifference]) -> Diagnostic {
    let mut listed: String = differences
        .iter()
        .take(MAX_DIFFERENCES)
        .map(|difference| {
            let difference = printable(&difference.to_string(), LONGEST_DIFFERENCE);
            format!("\n  - {difference}")
        })
        .collect();
    if differences.len() > MAX_DIFFERENCES {
        listed.push_str(&format!(
            "\n  and {} more",
            differences.len() - MAX_DIFFERENCES
        ));
    }
    Diagnostic::error(
        format!("Provider {name:?} has changed its schemas"),
        format!(
            "The provider {name:?}, which is a program of its own, serves other schemas than were recorded when this provider was built:{listed}\n\nThis is a bug in the provider: its maintainers must record the schemas again."
        ),
    )
}

/// The binary crashed twice.
pub(super) fn crashed(name: &str, rpc: Rpc, log: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Provider {name:?} has crashed"),
        format!(
            "The provider {name:?}, which is a program of its own, has crashed in {rpc}. It was started again, and has crashed again. Nothing was changed. This is a bug in the provider; report it with this end of its log:\n\n{log}"
        ),
    )
}

/// The binary crashed in a call that changes nothing, after a part of the answer.
pub(super) fn crashed_in_stream(name: &str, rpc: Rpc, log: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Provider {name:?} has crashed"),
        format!(
            "The provider {name:?}, which is a program of its own, has crashed in {rpc}, before its answer was complete. Nothing was changed. Run the command again. This is a bug in the provider; report it with this end of its log:\n\n{log}"
        ),
    )
}

/// The host has called Stop before the binary had started for a call.
pub(super) fn stopped(name: &str, rpc: Rpc) -> Diagnostic {
    Diagnostic::error(
        "Operation was stopped",
        format!(
            "{rpc} was stopped while the provider {name:?}, which is a program of its own, was starting. Nothing was changed by this call."
        ),
    )
}

/// The binary crashed in a call that changes something.
pub(super) fn lost_change(name: &str, rpc: Rpc, log: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Provider {name:?} has crashed"),
        format!(
            "The provider {name:?}, which is a program of its own, has crashed in {rpc}, before it answered. It is unknown what it has changed: an object may have been created, changed or deleted that the state does not show. Check the remote system before you run the command again. This is a bug in the provider; report it with this end of its log:\n\n{log}"
        ),
    )
}

/// The binary crashed before a call that changes something.
pub(super) fn crashed_before(name: &str, log: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Provider {name:?} has crashed"),
        format!(
            "The provider {name:?}, which is a program of its own, has crashed in an earlier call. It is not started again to change something, so this call has changed nothing. Run the command again. The end of the provider's log:\n\n{log}"
        ),
    )
}

/// The binary crashed again, in an earlier call.
pub(super) fn crashed_twice(name: &str, log: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Provider {name:?} has crashed"),
        format!(
            "The provider {name:?}, which is a program of its own, has crashed twice, so it is not started again. Nothing was changed by this call. This is a bug in the provider; report it with this end of its log:\n\n{log}"
        ),
    )
}
