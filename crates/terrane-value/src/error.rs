use std::borrow::Cow;
use std::fmt;

use crate::path::{Path, Step};

/// Says where in a value something is wrong, what was expected there, and what was found.
///
/// It reads well in a diagnostic: `items[0].port: expected a number, found a string`. It is one word wide.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    path: Path,
    message: Cow<'static, str>,
}

/// Sorts errors by what has to change to avoid them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value or a type is of another kind than the one asked for.
    Mismatch,
    /// An object lacks an attribute, or has one that its type does not know.
    Attribute,
    /// The bytes or the text do not follow their grammar.
    Syntax,
    /// The input is deeper or larger than allowed.
    Limit,
    /// An unknown value stands where none can be.
    Unknown,
    /// Refinements of an unknown value contradict each other or do not fit its type.
    Refinement,
}

impl Error {
    /// Creates an error at the root of a value; [`inside`](Self::inside) moves it to where it belongs.
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner {
            kind,
            path: Path::root(),
            message: message.into(),
        }))
    }

    /// Creates a [`ErrorKind::Mismatch`] that names both sides.
    pub fn mismatch(expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self::new(
            ErrorKind::Mismatch,
            format!("expected {expected}, found {found}"),
        )
    }

    pub(crate) fn syntax(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Syntax, message)
    }

    pub(crate) fn limit(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Limit, message)
    }

    /// Puts a step in front of the path, which is how a path is built: only when an error travels outwards.
    #[must_use]
    pub fn inside(mut self, step: impl Into<Step>) -> Self {
        self.0.path.prepend(step.into());
        self
    }

    /// Says where in the value the problem is.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Says what sort of problem it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns the text without the path, for a diagnostic that carries the path by itself.
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
            .inside(0);
        let error = error.inside(Step::Attribute("items".into()));
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
