//! Why a value cannot become a Rust value.

use std::fmt;

use terrane_value::{Data, Path, Step, Text, Value};

/// A value that does not fit the Rust type of its attribute.
///
/// The path is built while the error travels outwards, so decoding good values costs nothing for it.
pub struct DecodeError(Box<Inner>);

struct Inner {
    /// From the innermost step to the outermost.
    steps: Vec<Step>,
    /// Where it is within elements of sets, which have no address: words before the path.
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

    /// The value is null where the type has no null.
    #[must_use]
    pub fn null() -> Self {
        Self::of(Problem::Null)
    }

    /// The value is unknown where it must be known.
    #[must_use]
    pub fn unknown() -> Self {
        Self::of(Problem::Unknown)
    }

    /// The value is not what was expected, such as "expected a number from 0 to 255, found 300".
    pub fn new(text: impl Into<String>) -> Self {
        Self::of(Problem::Other(text.into()))
    }

    /// The data is of another kind than the type.
    #[must_use]
    pub fn mismatch(expected: &str, found: &Data) -> Self {
        Self::new(format!("expected {expected}, found {}", kind(found)))
    }

    /// Drops what the error says of the value: it is a secret.
    #[must_use]
    pub(super) fn hide_value(mut self) -> Self {
        if let Problem::Other(text) = &mut self.0.problem {
            *text = "expected a value that fits the attribute's type; the value is sensitive and not shown".to_owned();
        }
        self
    }

    /// Says in which attribute it happened.
    #[must_use]
    pub fn in_attribute(self, name: impl Into<Text>) -> Self {
        self.inside(Step::Attribute(name.into()))
    }

    /// Says in which element it happened.
    #[must_use]
    pub fn inside(mut self, step: Step) -> Self {
        self.0.steps.push(step);
        self
    }

    /// Says that it happened in an element of a set. The path begins anew, because the element has no address.
    #[must_use]
    pub(super) fn in_element(mut self) -> Self {
        if !self.0.steps.is_empty() {
            self.0.beneath = format!("{}`{}` in an element of ", self.0.beneath, self.path());
            self.0.steps.clear();
        }
        self
    }

    /// Whether a null stands where a value must be.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.0.problem, Problem::Null)
    }

    /// Whether an unknown value stands where a known one must be.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.0.problem, Problem::Unknown)
    }

    /// Where the value is, in words; nothing if it is the whole.
    pub(crate) fn place(&self) -> Option<String> {
        let path = self.path();
        (!path.steps().is_empty()).then(|| format!("{}`{path}`", self.0.beneath))
    }

    /// Where the value is. In a set it ends there.
    #[must_use]
    pub fn path(&self) -> Path {
        let mut path = Path::root();
        for step in self.0.steps.iter().rev() {
            path.push(step.clone());
        }
        path
    }

    /// What is wrong with it, without the path.
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

/// The data of a known value.
pub(super) fn known(value: &Value) -> Result<&Data, DecodeError> {
    match value {
        Value::Known(data) => Ok(data),
        Value::Null => Err(DecodeError::null()),
        Value::Unknown(_) => Err(DecodeError::unknown()),
    }
}

fn kind(data: &Data) -> &'static str {
    match data {
        Data::Bool(_) => "a bool",
        Data::Number(_) => "a number",
        Data::String(_) => "a string",
        Data::List(_) => "a list",
        Data::Set(_) => "a set",
        Data::Map(_) => "a map",
        Data::Object(_) => "an object",
        Data::Tuple(_) => "a tuple",
        Data::Dynamic(_) => "a dynamic value",
    }
}
