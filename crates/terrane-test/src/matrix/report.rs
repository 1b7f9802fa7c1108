//! The report of one host's run of a test.

use std::any::Any;
use std::fmt;
use std::path::PathBuf;

use crate::Workspace;

/// A run of a test body on one host with one protocol.
#[derive(Debug)]
pub(super) struct CaseReport {
    case: String,
    steps: Vec<String>,
    config: Option<String>,
    kept: Option<PathBuf>,
    problem: Option<String>,
}

impl CaseReport {
    pub(super) fn new(case: String, workspace: &Workspace, problem: Option<String>) -> Self {
        Self {
            case,
            steps: workspace.steps(),
            config: std::fs::read_to_string(workspace.path().join("main.tf")).ok(),
            kept: workspace
                .is_preserved()
                .then(|| workspace.path().to_owned()),
            problem,
        }
    }

    /// Creates the report of a run that failed before its body.
    pub(super) fn failed(case: String, problem: String) -> Self {
        Self {
            case,
            steps: Vec::new(),
            config: None,
            kept: None,
            problem: Some(problem),
        }
    }

    pub(super) fn has_failed(&self) -> bool {
        self.problem.is_some()
    }
}

impl fmt::Display for CaseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(problem) = &self.problem else {
            return write!(f, "passed: {} ({} commands)", self.case, self.steps.len());
        };
        write!(f, "FAILED: {}", self.case)?;
        for (number, step) in self.steps.iter().enumerate() {
            write!(f, "\n  {}. {step}", number + 1)?;
        }
        for line in problem.lines() {
            write!(f, "\n  {line}")?;
        }
        match &self.kept {
            Some(folder) => write!(f, "\n  folder: {}", folder.display())?,
            None => f.write_str("\n  (TERRANE_TEST_KEEP=1 keeps the folder)")?,
        }
        if let Some(config) = &self.config {
            f.write_str("\n  configuration:")?;
            for line in config.lines() {
                write!(f, "\n    {line}")?;
            }
        }
        Ok(())
    }
}

/// Returns the text with which a thread panicked.
pub(super) fn panic_text(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "the test panicked".to_owned()
    }
}
