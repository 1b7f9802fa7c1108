//! Diagnostics: errors and warnings for the user.

use std::fmt;
use std::ops::Deref;

use terrane_value::Path;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Severity {
    /// The host shows it, and the operation continues.
    Warning,
    /// The operation has failed.
    Error,
}

/// Describes one problem to the user, with its place in the configuration.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The problem in a few words, in sentence case, without a full stop.
    pub summary: String,
    /// What happened and how to correct it, in full sentences. May be empty.
    pub detail: String,
    /// The path of the attribute concerned, if there is one.
    ///
    /// The protocol cannot address an element of a set, so the path of such an element ends at the set.
    pub path: Option<Path>,
}

impl Diagnostic {
    /// Creates an error.
    ///
    /// ```
    /// use terrane_protocol::Diagnostic;
    /// use terrane_value::Path;
    ///
    /// let error = Diagnostic::error("Too many legs", "A pet has at most 1000 legs.")
    ///     .at(Path::root().attribute("legs"));
    /// assert_eq!(error.to_string(), "error: Too many legs: A pet has at most 1000 legs. (legs)");
    /// ```
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Error, summary, detail)
    }

    /// Creates a warning.
    pub fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Warning, summary, detail)
    }

    fn new(severity: Severity, summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            severity,
            summary: summary.into(),
            detail: detail.into(),
            path: None,
        }
    }

    /// Sets the path of the attribute concerned.
    #[must_use]
    pub fn at(mut self, path: impl Into<Path>) -> Self {
        self.path = Some(path.into());
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
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.severity, self.summary)?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        match &self.path {
            Some(path) => write!(f, " ({path})"),
            None => Ok(()),
        }
    }
}

/// Collects the diagnostics of one answer, in the order in which they were found.
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
        self.errors().next().is_some()
    }

    /// Iterates over the errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(|diagnostic| diagnostic.is_error())
    }

    /// Iterates over the warnings.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(|diagnostic| !diagnostic.is_error())
    }
}

impl Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self(diagnostics)
    }
}

impl From<Diagnostics> for Vec<Diagnostic> {
    fn from(diagnostics: Diagnostics) -> Self {
        diagnostics.0
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Self(diagnostics.into_iter().collect())
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.0.extend(diagnostics);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g10_warnings_are_not_errors() {
        let mut diagnostics = Diagnostics::from(Diagnostic::warning("Slow", ""));
        assert!(!diagnostics.has_errors());
        diagnostics.push(Diagnostic::error("Broken", "It broke."));
        assert!(diagnostics.has_errors());
        assert_eq!(diagnostics.errors().count(), 1);
        assert_eq!(diagnostics.warnings().count(), 1);
    }

    #[test]
    fn display_omits_absent_parts() {
        assert_eq!(Diagnostic::warning("Slow", "").to_string(), "warning: Slow");
    }
}
