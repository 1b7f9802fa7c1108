//! Diagnostics of calls of author code: panics, interruptions, timeouts and deferrals.

use std::fmt::Display;
use std::time::Duration;

use terrane_protocol::{DeferredReason, Diagnostic};

use crate::error::Error;

pub(crate) fn panicked(doing: &str, report: &dyn Display) -> Diagnostic {
    diagnostic!(
        doing,
        "The provider panicked: {report}. This is a bug in the provider; other resources are not affected."
    )
}

pub(crate) fn interrupted() -> Error {
    Error::new(
        "Operation interrupted",
        "The host was interrupted, or the provider's process was asked to exit. The provider's code was cancelled and has not returned: \
         the state does not contain its further changes.",
    )
}

pub(crate) fn timed_out(explanation: String) -> Error {
    Error::new("Operation timed out", explanation)
}

/// `setting` is the configuration that doubles the timeout. `grace` is set if the code has not returned after its cancellation.
pub(crate) fn timeout(
    operation: &str,
    timeout: impl Display,
    grace: Option<Duration>,
    setting: &str,
) -> String {
    let after = match grace {
        None => String::new(),
        Some(grace) => format!(
            " The provider's code was cancelled and did not return within {} s: what it has done since then is not in the state.",
            grace.as_secs()
        ),
    };
    format!(
        "The operation `{operation}` did not finish within its timeout of {timeout}.{after} To allow more time, set `{setting}`."
    )
}

/// The error of a task that ended without a result.
pub(crate) fn exited(doing: String) -> Error {
    Error::new(doing, "The provider exited before the call completed.")
}

/// The error of a call for which the system refuses a thread.
pub(crate) fn not_started(doing: String) -> Error {
    Error::new(
        doing,
        "The operating system refuses the provider a thread for this call, and no other thread of the provider became free in time. The provider's code \
         has not run, so this call has changed nothing. A limit of processes or of memory may cause this, such as that of a container or of `ulimit -u`. \
         Raise the limit, or run the host with a lower `-parallelism`.",
    )
}

pub(crate) fn not_yet(reason: DeferredReason) -> Error {
    let why = match reason {
        DeferredReason::Unknown => "a prerequisite does not exist yet",
        DeferredReason::ResourceConfigUnknown => "its configuration is not known yet",
        DeferredReason::ProviderConfigUnknown => {
            "the configuration of the provider is not known yet"
        }
        DeferredReason::AbsentPrerequisite => "something that must exist before it does not",
    };
    error!(
        "Not possible yet",
        "The operation must wait because {why}, and this host does not support deferral. Apply the prerequisites first, with `-target`."
    )
}

pub(crate) fn no_random_numbers(doing: &str, error: impl Display) -> Diagnostic {
    diagnostic!(
        doing,
        "The operating system provides no random numbers: {error}."
    )
}

/// For an object that the answer cannot contain.
pub(crate) fn may_exist(type_name: &str) -> Diagnostic {
    Diagnostic::error("The object may exist", look_for(type_name))
}

/// Advice on a `create` that has neither returned nor recorded an object.
pub(crate) fn look_for(type_name: &str) -> String {
    format!(
        "The provider has not returned a {type_name}, so the state does not contain it, but it may exist. Look for it before the \
         next apply: import it, or delete it."
    )
}

/// For a read after `create`, `settle` or `update` that finds no object. `done` names that operation.
pub(crate) fn not_found_after(doing: &str, done: &str) -> Error {
    error!(
        doing,
        "The object was {done}, but reading it back to fill computed attributes found nothing. It stays in the state, with the prior value or null in \
         these attributes. If the object exists, the next plan reads it. If the host has marked it as tainted, run `untaint`. A provider with an \
         eventually consistent API waits for the object before it returns."
    )
}

pub(crate) fn locked(state: &str, lock: impl Display) -> Error {
    error!(
        "Workspace Already Locked",
        "Another client has locked the workspace \"{state}\".\n\n{lock}\n\nWait until it is done. If nobody uses the workspace, \
         `force-unlock` with this ID opens it."
    )
}
