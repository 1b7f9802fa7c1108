use std::borrow::Cow;
use std::fmt;

use crate::path::{Path, Step};

/// An error in a value: the path of the problem, what was expected there, and what was found.
///
/// The text is suitable for a diagnostic: `items[0].port: expected a number, found a string`. The error has the size of a pointer.
#[derive(Clone, PartialEq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq)]
struct Inner {
    kind: ErrorKind,
    path: Path,
    message: Cow<'static, str>,
}

/// The kind of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value or a type is of another kind than expected.
    Mismatch,
    /// An attribute of an object is missing, or its type does not have the attribute.
    Attribute,
    /// The bytes or the text do not follow their grammar.
    Syntax,
    /// The input is deeper or larger than allowed.
    Limit,
    /// A value is unknown where unknown values are not allowed.
    Unknown,
    /// Refinements of an unknown value contradict each other or do not fit its type.
    Refinement,
    /// A number is infinite where only finite numbers are allowed.
    Infinite,
}

impl Error {
    /// Creates an error at the root of a value. [`inside`](Self::inside) adds steps to its path.
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner {
            kind,
            path: Path::root(),
            message: message.into(),
        }))
    }

    /// Creates an [`ErrorKind::Mismatch`] error from the expected and the found kind.
    pub fn mismatch(expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self::new(
            ErrorKind::Mismatch,
            format!("expected {expected}, found {found}"),
        )
    }

    pub(crate) fn infinite() -> Self {
        Self::new(
            ErrorKind::Infinite,
            "expected a finite number, found an infinity",
        )
    }

    pub(crate) fn syntax(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Syntax, message)
    }

    pub(crate) fn limit(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Limit, message)
    }

    /// Adds a step to the front of the path. Functions that return an error from a nested value call this, so a path is only built for errors.
    #[must_use]
    pub fn inside(mut self, step: impl Into<Step>) -> Self {
        self.0.path.prepend(step.into());
        self
    }

    /// Returns the path of the problem in the value.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns the text without the path, for a diagnostic that has the path as a separate field.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_root() {
            write!(f, "{}: ", self.0.path)?;
        }
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("path", &self.0.path)
            .field("message", &self.0.message)
            .finish()
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_from_the_root_to_the_place() {
        let error = Error::mismatch("a number", "a string")
            .inside(Step::Attribute("port".into()))
            .inside(0)
            .inside(Step::Attribute("items".into()));
        assert_eq!(
            error.to_string(),
            "items[0].port: expected a number, found a string"
        );
        assert_eq!(error.path().to_string(), "items[0].port");
        assert_eq!(Error::syntax("bad").to_string(), "bad");
    }

    #[test]
    fn is_one_word_wide() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
    }
}
