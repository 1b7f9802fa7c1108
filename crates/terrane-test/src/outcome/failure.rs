//! Failed commands.

use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use super::diagnostic::flat;
use super::{Diagnostic, Outcome, Severity};
use crate::process::End;

/// The length of the end of a stream that a failure shows. The reason of a failure is at the end.
const SHOWN: usize = 6000;

/// Why a command counts as failed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The host ended with this code.
    Exit(i32),
    /// A signal ended the host.
    Signal(i32),
    /// The host ran longer than the workspace's limit and was killed.
    TimedOut(Duration),
    /// The host ended, but a process that it had started, such as a provider, continued to run and was killed.
    LeftProcesses,
    /// The host could not be started, or printed output that this crate does not understand.
    Other(String),
}

/// A failed command: the reason, and the whole output of the host.
#[derive(Debug)]
pub struct Failure(Box<(Reason, Outcome)>);

impl Failure {
    pub(crate) fn new(reason: Reason, outcome: Outcome) -> Self {
        Self(Box::new((reason, outcome)))
    }

    /// Creates the failure of a command that ended with an unexpected code, by a signal or at its limit, or that left processes.
    pub(crate) fn of_end(end: End, outcome: Outcome) -> Self {
        let reason = match end {
            End::Exit(code) => Reason::Exit(code),
            End::Signal(signal) => Reason::Signal(signal),
            End::TimedOut(limit) => Reason::TimedOut(limit),
            End::LeftProcesses(_) => Reason::LeftProcesses,
        };
        Self::new(reason, outcome)
    }

    /// Creates the failure of a command that could not run.
    pub(crate) fn to_run(command: String, error: &io::Error) -> Self {
        let outcome = Outcome {
            command,
            stdout: String::new(),
            stderr: String::new(),
            elapsed: Duration::ZERO,
            diagnostics: Vec::new(),
        };
        Self::new(Reason::Other(error.to_string()), outcome)
    }

    /// Returns why the command counts as failed.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.0.0
    }

    /// Returns the output of the host.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        &self.0.1
    }

    /// Returns the errors that the host showed.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.outcome()
            .diagnostics()
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the first error with a text in its summary or detail, wherever the lines are broken.
    #[must_use]
    pub fn error(&self, text: &str) -> Option<&Diagnostic> {
        self.errors().find(|error| error.mentions(text))
    }

    /// Fails unless some error mentions a text.
    ///
    /// # Panics
    ///
    /// Panics with the whole failure if no error mentions the text.
    #[track_caller]
    pub fn assert_mentions(&self, text: &str) {
        assert!(
            self.error(text).is_some(),
            "no error mentions {:?}\n{self}",
            flat(text)
        );
    }
}

impl Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reason, outcome) = &*self.0;
        write!(f, "`{}` ", outcome.command)?;
        match reason {
            Reason::Exit(code) => write!(f, "ended with code {code}")?,
            Reason::Signal(signal) => write!(f, "was ended by signal {signal}")?,
            Reason::TimedOut(limit) => write!(f, "was killed after {limit:?}")?,
            Reason::LeftProcesses => f.write_str("left a process behind")?,
            Reason::Other(problem) => write!(f, "failed: {problem}")?,
        }
        write!(f, " ({:.1} s)", outcome.elapsed.as_secs_f64())?;
        if !outcome.diagnostics.is_empty() {
            for diagnostic in &outcome.diagnostics {
                write!(f, "\n  {diagnostic}")?;
            }
            return Ok(());
        }
        for (name, text) in [("stdout", &outcome.stdout), ("stderr", &outcome.stderr)] {
            for (number, line) in end_of(text).lines().enumerate() {
                let name = if number == 0 { name } else { "" };
                write!(f, "\n  {name:<6} | {line}")?;
            }
        }
        Ok(())
    }
}

/// Returns the last characters of a long text.
fn end_of(text: &str) -> &str {
    let start = text.len().saturating_sub(SHOWN);
    (start..text.len())
        .find_map(|at| text.get(at..))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let text = "é".repeat(SHOWN);
        assert_eq!(end_of(&text), "é".repeat(SHOWN / 2));
        assert_eq!(end_of(""), "");
        assert_eq!(end_of(&"ab".repeat(SHOWN)).len(), SHOWN);
    }

    #[test]
    fn a_process_that_outlives_its_host_is_the_reason() {
        let Failure(parts) = Failure::to_run("apply".to_owned(), &io::Error::other("unused"));
        let failure = Failure::of_end(End::LeftProcesses(0), parts.1);
        assert_eq!(*failure.reason(), Reason::LeftProcesses);
        assert_eq!(failure.to_string(), "`apply` left a process behind (0.0 s)");
    }

    #[test]
    fn without_diagnostics_the_output_is_shown() {
        let mut failure = Failure::to_run("plan".to_owned(), &io::Error::other("no such file"));
        assert_eq!(failure.to_string(), "`plan` failed: no such file (0.0 s)");
        failure.0.1.stderr = "first\nsecond".to_owned();
        assert!(
            failure
                .to_string()
                .ends_with("\n  stderr | first\n         | second")
        );
    }
}
