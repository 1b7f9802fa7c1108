//! The output of a host: how a command ended, its diagnostics, the plan and the state.

mod diagnostic;
mod events;
mod failure;
mod plan;
mod state;

use std::time::Duration;

pub use diagnostic::{Diagnostic, Severity, messages};
pub use failure::{Failure, Reason};
pub use plan::{Action, Plan, ResourceChange};
use serde_json::Value;
pub use state::{Instance, State};

use crate::process::Finished;

/// A finished command of a host: its arguments, and the host's output.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub(crate) command: String,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) elapsed: Duration,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Outcome {
    pub(crate) fn new(command: String, finished: Finished) -> Self {
        let Finished {
            stdout,
            stderr,
            elapsed,
            ..
        } = finished;
        let diagnostics = diagnostic::parse(&stdout, &stderr);
        Self {
            command,
            stdout,
            stderr,
            elapsed,
            diagnostics,
        }
    }

    /// Returns the arguments that the host got, as one line.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns all that the host printed on its standard output.
    #[must_use]
    pub fn stdout(&self) -> &str {
        &self.stdout
    }

    /// Returns all that the host printed on its standard error.
    #[must_use]
    pub fn stderr(&self) -> &str {
        &self.stderr
    }

    /// Returns how long the host ran.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns the errors and warnings, in the host's order; the warning about this crate's own development override
    /// is left out.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the warnings.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Warning)
    }

    /// Returns the messages of the host's machine-readable output, one JSON object a line.
    pub fn events(&self) -> impl Iterator<Item = Value> {
        events::read(&self.stdout)
    }
}
