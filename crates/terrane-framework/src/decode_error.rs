//! Errors of decoding a value to a Rust type.

use std::fmt;

use terrane_value::{Data, Path, Step, Text};

/// The error for a value that does not match the Rust type of its attribute.
///
/// The path is built while the error is returned, so decoding valid values costs nothing for it.
pub struct DecodeError(Box<Inner>);

struct Inner {
    /// The steps from the innermost to the outermost.
    steps: Vec<Step>,
    /// The place within elements of sets, which have no address, as text before the path.
    beneath: String,
    problem: Problem,
}

enum Problem {
    Null,
    Unknown,
    Other(String),
}

impl DecodeError {
    fn of(problem: Problem) -> Self {
        Self(Box::new(Inner {
            steps: Vec::new(),
            beneath: String::new(),
            problem,
        }))
    }

    /// Creates the error for a null that the type does not allow.
    #[must_use]
    pub fn null() -> Self {
        Self::of(Problem::Null)
    }

    /// Creates the error for an unknown value that must be known.
    #[must_use]
    pub fn unknown() -> Self {
        Self::of(Problem::Unknown)
    }

    /// Creates an error from a text such as "expected a number from 0 to 255, found 300".
    pub fn new(text: impl Into<String>) -> Self {
        Self::of(Problem::Other(text.into()))
    }

    /// Creates the error for data of another type.
    #[must_use]
    pub fn mismatch(expected: &str, found: &Data) -> Self {
        Self::new(format!("expected {expected}, found {}", found.kind()))
    }

    /// Removes the value from the error, because it is a secret.
    #[must_use]
    pub fn hide_value(mut self) -> Self {
        if let Problem::Other(text) = &mut self.0.problem {
            *text = "expected a value that fits the attribute's type; the value is sensitive and not shown".to_owned();
        }
        self
    }

    /// Prepends an attribute to the path.
    #[must_use]
    pub fn in_attribute(self, name: impl Into<Text>) -> Self {
        self.prepend(Step::Attribute(name.into()))
    }

    /// Prepends a step to the path.
    #[must_use]
    pub fn prepend(mut self, step: Step) -> Self {
        self.0.steps.push(step);
        self
    }

    /// Adds an element of a set. The path starts again, because the element has no address.
    #[must_use]
    pub fn in_element(mut self) -> Self {
        if !self.0.steps.is_empty() {
            self.0.beneath = format!("{}`{}` in an element of ", self.0.beneath, self.path());
            self.0.steps.clear();
        }
        self
    }

    /// Returns whether the value is null where the type does not allow it.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.0.problem, Problem::Null)
    }

    /// Returns whether the value is unknown where it must be known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.0.problem, Problem::Unknown)
    }

    /// Returns the place of the value as text. `None` for the root.
    #[must_use]
    pub fn place(&self) -> Option<String> {
        let path = self.path();
        (!path.steps().is_empty()).then(|| format!("{}`{path}`", self.0.beneath))
    }

    /// Returns the path of the value. It ends at a set.
    #[must_use]
    pub fn path(&self) -> Path {
        let mut path = Path::root();
        for step in self.0.steps.iter().rev() {
            path.push(step.clone());
        }
        path
    }

    /// Returns the problem, without the path.
    #[must_use]
    pub fn problem(&self) -> &str {
        match &self.0.problem {
            Problem::Null => "expected a value, found null",
            Problem::Unknown => "expected a known value, found one that is not known yet",
            Problem::Other(text) => text,
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.steps.is_empty() {
            return f.write_str(self.problem());
        }
        write!(f, "{}: {}", self.path(), self.problem())
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for DecodeError {}
