//! Errors of author code, and their conversion to diagnostics.

use std::error::Error as StdError;
use std::fmt;

use terrane_plugin::peer::with_causes;
use terrane_protocol::Diagnostic;
use terrane_value::Path;

/// The result of author code.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of author code: one or more diagnostics, or a cause that becomes a diagnostic.
///
/// Every error type of the standard library and of other crates converts to an [`Error`] by `?`. Its chain of causes becomes the detail of the
/// diagnostic. The summary is what the framework was doing ("Cannot create zoo_pet"), unless [`ResultExt::summary`] sets another. The type is one
/// word wide, so results stay small.
///
/// # Examples
///
/// ```
/// use terrane::{Error, Result, ResultExt};
///
/// fn port(text: &str) -> Result<u16> {
///     Ok(text.parse::<u16>().summary("Cannot read the port")?)
/// }
/// assert_eq!(port("x").unwrap_err().to_string(), "Cannot read the port: invalid digit found in string");
/// let missing = Error::new("Pet not found", "No pet is called `Tom`. Check the name on the fence.");
/// assert_eq!(missing.to_string(), "Pet not found: No pet is called `Tom`. Check the name on the fence.");
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    first: Problem,
    more: Vec<Problem>,
    argument: Option<usize>,
    /// Whether the value has the wrong type, which validators report too.
    unfit: bool,
}

struct Problem {
    summary: Option<String>,
    detail: String,
    path: Option<Path>,
}

impl Error {
    /// Creates an error with a summary (sentence case, no full stop) and a detail (full sentences with advice).
    pub fn new(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::of(Some(summary.into()), detail.into())
    }

    /// Creates an error about an argument of a function. Positions start at 0 and include variadic arguments.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = terrane::Error::argument(1, "must not be empty");
    /// assert_eq!(error.to_string(), "must not be empty");
    /// ```
    pub fn argument(index: usize, text: impl Into<String>) -> Self {
        let mut error = Self::of(None, text.into());
        error.0.argument = Some(index);
        error
    }

    fn of(summary: Option<String>, detail: String) -> Self {
        Self(Box::new(Inner {
            first: Problem {
                summary,
                detail,
                path: None,
            },
            more: Vec::new(),
            argument: None,
            unfit: false,
        }))
    }

    /// Creates an error with the summary, detail and path of a diagnostic.
    pub(crate) fn from_diagnostic(diagnostic: Diagnostic) -> Self {
        let mut error = Self::of(Some(diagnostic.summary), diagnostic.detail);
        error.0.first.path = diagnostic.path;
        error
    }

    /// Sets the path of the attribute concerned. An empty path sets none.
    #[must_use]
    pub fn at(mut self, path: impl Into<Path>) -> Self {
        self.0.first.path = Some(path.into());
        self
    }

    /// Sets the path of the attribute concerned, unless the error has one.
    pub(crate) fn or_at(mut self, path: impl FnOnce() -> Path) -> Self {
        self.0.first.path.get_or_insert_with(path);
        self
    }

    /// Replaces the summary, which states in the user's words what could not be done.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        let first = &mut self.0.first;
        if let Some(old) = first.summary.replace(summary.into()) {
            first.detail = if first.detail.is_empty() {
                old
            } else {
                format!("{old}: {}", first.detail)
            };
        }
        self
    }

    /// Sets the summary, unless the error has one.
    pub(crate) fn or_summary(mut self, summary: &str) -> Self {
        let first = &mut self.0.first;
        first.summary.get_or_insert_with(|| summary.to_owned());
        self
    }

    /// Marks the error as one of a value with the wrong type.
    pub fn unfit(mut self) -> Self {
        self.0.unfit = true;
        self
    }

    /// Returns whether the only problem is a value with the wrong type.
    pub(crate) fn is_unfit(&self) -> bool {
        self.0.unfit && self.0.more.is_empty()
    }

    /// Adds another error. The host shows all of them.
    #[must_use]
    pub fn and(mut self, other: Error) -> Self {
        let Inner {
            first,
            more,
            argument,
            unfit: _,
        } = *other.0;
        self.0.more.push(first);
        self.0.more.extend(more);
        self.0.argument = self.0.argument.or(argument);
        self
    }

    /// Adds a paragraph to the detail of the first problem.
    pub(crate) fn with_paragraph(mut self, text: &str) -> Self {
        let detail = &mut self.0.first.detail;
        if !detail.is_empty() {
            detail.push_str("\n\n");
        }
        detail.push_str(text);
        self
    }

    /// Returns the position of the function argument concerned, if there is one.
    #[must_use]
    pub fn argument_index(&self) -> Option<usize> {
        self.0.argument
    }

    /// Turns the error into diagnostics, with `doing` as the summary of those that have none.
    #[must_use]
    pub fn into_diagnostics(self, doing: &str) -> Vec<Diagnostic> {
        let Inner { first, more, .. } = *self.0;
        std::iter::once(first)
            .chain(more)
            .map(|problem| {
                let summary = problem.summary.unwrap_or_else(|| doing.to_owned());
                let mut diagnostic = Diagnostic::error(summary, problem.detail);
                diagnostic.path = problem.path.filter(|path| !path.is_root());
                diagnostic
            })
            .collect()
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Self {
        Self::of(None, with_causes(&error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        for (at, problem) in std::iter::once(&inner.first).chain(&inner.more).enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            match &problem.summary {
                Some(summary) if problem.detail.is_empty() => f.write_str(summary)?,
                Some(summary) => write!(f, "{summary}: {}", problem.detail)?,
                None => f.write_str(&problem.detail)?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Adds a summary or a path to an error, like `context` of `anyhow`.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// let legs: Result<i64> = "many".parse::<i64>().summary("Cannot count the legs");
/// assert_eq!(legs.unwrap_err().to_string(), "Cannot count the legs: invalid digit found in string");
/// ```
pub trait ResultExt<T> {
    /// Sets the diagnostic's summary: what could not be done, in sentence case without a full stop.
    ///
    /// # Errors
    ///
    /// Returns the error with the summary.
    fn summary(self, summary: impl Into<String>) -> Result<T>;

    /// Sets the path of the attribute concerned.
    ///
    /// # Errors
    ///
    /// Returns the error with the path.
    fn at(self, path: impl Into<Path>) -> Result<T>;
}

impl<T, E: Into<Error>> ResultExt<T> for std::result::Result<T, E> {
    fn summary(self, summary: impl Into<String>) -> Result<T> {
        self.map_err(|error| error.into().summary(summary))
    }

    fn at(self, path: impl Into<Path>) -> Result<T> {
        self.map_err(|error| error.into().at(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_one_word_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<()>>(), size_of::<usize>());
    }

    #[test]
    fn a_bare_question_mark_gets_the_operation_as_its_summary_and_the_causes_as_its_detail() {
        #[derive(Debug)]
        struct Outer(std::num::ParseIntError);
        impl fmt::Display for Outer {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("cannot read the answer")
            }
        }
        impl StdError for Outer {
            fn source(&self) -> Option<&(dyn StdError + 'static)> {
                Some(&self.0)
            }
        }
        let error: Error = Outer("x".parse::<u8>().unwrap_err()).into();
        let diagnostics = error.into_diagnostics("Cannot create zoo_pet");
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(diagnostics[0].summary, "Cannot create zoo_pet");
        assert_eq!(
            diagnostics[0].detail,
            "cannot read the answer: invalid digit found in string"
        );
    }

    #[test]
    fn several_errors_become_several_diagnostics() {
        let error = Error::new("A", "a")
            .at(Path::root().attribute("x"))
            .and(Error::new("B", "b"));
        let diagnostics = error.into_diagnostics("unused");
        assert_eq!(
            diagnostics
                .iter()
                .map(|d| d.summary.as_str())
                .collect::<Vec<_>>(),
            ["A", "B"]
        );
        assert_eq!(diagnostics[0].path, Some(Path::root().attribute("x")));
    }
}
