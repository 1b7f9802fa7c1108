//! Diagnostics: errors and warnings with their places in the source.

mod render;

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use crate::source::Span;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Severity {
    /// The configuration is usable.
    Warning,
    /// The operation has failed.
    Error,
}

/// Describes one problem of a configuration to its author.
///
/// The summaries are those of Terraform, because users search for them.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The problem in a few words.
    pub summary: Cow<'static, str>,
    /// What happened and how to correct it, in full sentences.
    pub detail: Cow<'static, str>,
    /// The place of the problem.
    pub subject: Option<Span>,
    /// The place around the subject that helps to understand the problem, if it is larger.
    pub context: Option<Span>,
}

impl Diagnostic {
    /// Creates an error.
    pub fn error(
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(Severity::Error, summary.into(), detail.into())
    }

    /// Creates a warning.
    pub fn warning(
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::new(Severity::Warning, summary.into(), detail.into())
    }

    fn new(severity: Severity, summary: Cow<'static, str>, detail: Cow<'static, str>) -> Self {
        Self {
            severity,
            summary,
            detail,
            subject: None,
            context: None,
        }
    }

    /// Sets the place of the problem.
    #[must_use]
    pub fn at(mut self, subject: Span) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Sets the place around the subject that helps to understand the problem.
    #[must_use]
    pub(crate) fn within(mut self, context: Span) -> Self {
        self.context = Some(context);
        self
    }

    /// Returns whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "Warning",
            Self::Error => "Error",
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.severity, self.summary)?;
        if self.detail.is_empty() {
            return Ok(());
        }
        write!(f, ": {}", self.detail)
    }
}

impl std::error::Error for Diagnostic {}

/// Collects diagnostics in the order in which they were found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Creates an empty collection.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns whether one of them is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Diagnostic::is_error)
    }

    /// Removes the diagnostics from `first` on, and returns them.
    pub(crate) fn split_off(&mut self, first: usize) -> Self {
        if self.0.len() <= first {
            return Self::new();
        }
        Self(self.0.split_off(first))
    }

    /// Removes the diagnostics from `first` on.
    pub(crate) fn truncate(&mut self, first: usize) {
        self.0.truncate(first);
    }

    /// Removes the diagnostics from `first` to before `end`.
    pub(crate) fn remove_between(&mut self, first: usize, end: usize) {
        self.0.drain(first..end);
    }

    /// Inserts diagnostics before those from `first` on.
    pub(crate) fn insert_before(
        &mut self,
        first: usize,
        diagnostics: impl IntoIterator<Item = Diagnostic>,
    ) {
        self.0.splice(first..first, diagnostics);
    }

    /// Moves the diagnostics from `last` on before those from `first` on.
    pub(crate) fn move_last_before(&mut self, last: usize, first: usize) {
        self.0[first..].rotate_left(last - first);
    }
}

impl Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.0.extend(diagnostics);
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Self(diagnostics.into_iter().collect())
    }
}
