//! Validators of one attribute or nested block.

use std::fmt;
use std::sync::Arc;

use terrane_value::{Data, Path, Step, Text, Value};

/// A violation of a validator, with the expectation as a fragment of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub(crate) summary: Option<String>,
    pub(crate) detail: String,
    /// The path below the validated value.
    pub(crate) path: Path,
    /// Further violations.
    more: Vec<Violation>,
}

impl Violation {
    /// Creates a violation with the framework's summary ("Invalid Attribute Value").
    pub fn new(detail: impl Into<String>) -> Self {
        Self {
            summary: None,
            detail: detail.into(),
            path: Path::root(),
            more: Vec::new(),
        }
    }

    /// Replaces the summary. The detail is then shown verbatim.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = Some(summary.into());
        self
    }

    /// Prepends an element to the path.
    #[must_use]
    pub fn prepend(mut self, step: Step) -> Self {
        for violation in &mut self.more {
            violation.path = below(step.clone(), &violation.path);
        }
        self.path = below(step, &self.path);
        self
    }

    /// Adds further violations.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.more.extend(other.each());
        self
    }

    /// Combines the results of several validators.
    ///
    /// # Errors
    ///
    /// Fails if one of them has found a violation.
    pub fn all(found: impl IntoIterator<Item = Result<(), Self>>) -> Result<(), Self> {
        let found = found.into_iter().filter_map(Result::err);
        found.reduce(Self::and).map_or(Ok(()), Err)
    }

    /// Iterates over all violations.
    pub fn each(mut self) -> impl Iterator<Item = Self> {
        let more = std::mem::take(&mut self.more);
        std::iter::once(self).chain(more)
    }

    /// Returns the expectation and the finding.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl fmt::Display for Violation {
    /// Formats the violation, with the path of its element.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_root() {
            f.write_str(&self.detail)
        } else {
            write!(f, "`{}`: {}", self.path, self.detail)
        }
    }
}

impl<T: Into<String>> From<T> for Violation {
    fn from(detail: T) -> Self {
        Self::new(detail)
    }
}

fn below(step: Step, rest: &Path) -> Path {
    let mut path = Path::root();
    path.push(step);
    path.join(rest)
}

type Check = dyn Fn(&Value) -> Result<(), Violation> + Send + Sync;

/// A validator of one attribute or nested block.
#[derive(Clone)]
pub struct Validator {
    describe: String,
    check: Arc<Check>,
    schema_error: Option<String>,
}

impl Validator {
    /// Creates a validator from a description (for documentation) and a check of known values.
    pub fn new(
        describe: impl Into<String>,
        check: impl Fn(&Value) -> Result<(), Violation> + Send + Sync + 'static,
    ) -> Self {
        Self {
            describe: describe.into(),
            check: Arc::new(check),
            schema_error: None,
        }
    }

    /// Sets the reason why the validator cannot work, if there is one. A host that requests the schema gets the reason as an error.
    #[must_use]
    pub fn schema_error(mut self, error: Option<String>) -> Self {
        self.schema_error = error;
        self
    }

    /// Returns the reason why the validator cannot work, if there is one.
    #[must_use]
    pub fn why_broken(&self) -> Option<&str> {
        self.schema_error.as_deref()
    }

    /// Creates the validator of a collection from a validator of its elements. Null and unknown elements are not checked.
    #[must_use]
    pub fn of_elements(self) -> Self {
        let describe = if self.describe.is_empty() {
            String::new()
        } else {
            format!("each {}", self.describe)
        };
        let schema_error = self.schema_error.clone();
        let validator = Self::new(describe, move |value| match value {
            Value::Known(Data::List(elements)) => {
                Violation::all(elements.iter().enumerate().map(|(at, element)| {
                    let found = self.check_known(element);
                    found.map_err(|violation| violation.prepend(Step::Index(at)))
                }))
            }
            Value::Known(Data::Map(elements)) => {
                Violation::all(elements.iter().map(|(key, element)| {
                    let found = self.check_known(element);
                    found.map_err(|violation| violation.prepend(Step::Key(key.clone())))
                }))
            }
            Value::Known(Data::Set(elements)) => {
                Violation::all(elements.iter().map(|element| self.check_known(element)))
            }
            Value::Known(_) | Value::Null | Value::Unknown(_) => Ok(()),
        });
        validator.schema_error(schema_error)
    }

    /// Creates the validator of a tuple from a validator of one of its parts.
    pub fn of_part(self, at: usize) -> Self {
        let schema_error = self.schema_error.clone();
        let validator = Self::new("", move |value| {
            match value.as_tuple().and_then(|parts| parts.get(at)) {
                Some(part) => {
                    let found = self.check_known(part);
                    found.map_err(|violation| violation.prepend(Step::Index(at)))
                }
                None => Ok(()),
            }
        });
        validator.schema_error(schema_error)
    }

    /// Creates the validator of an object from a validator of one of its attributes.
    #[must_use]
    pub fn of_attribute(self, name: Text) -> Self {
        let schema_error = self.schema_error.clone();
        let validator = Self::new("", move |value| {
            match value.as_object().and_then(|object| object.get(&name)) {
                Some(attribute) => {
                    let found = self.check_known(attribute);
                    found.map_err(|violation| violation.prepend(Step::Attribute(name.clone())))
                }
                None => Ok(()),
            }
        });
        validator.schema_error(schema_error)
    }

    fn check_known(&self, value: &Value) -> Result<(), Violation> {
        match value {
            Value::Known(_) => self.check(value),
            Value::Null | Value::Unknown(_) => Ok(()),
        }
    }

    /// Returns a description of the allowed values, as a fragment: "between 1 and 64 characters".
    #[must_use]
    pub fn describe(&self) -> &str {
        &self.describe
    }

    /// Validates a known value.
    ///
    /// # Errors
    ///
    /// Returns the violation, if the value is not valid.
    pub fn check(&self, value: &Value) -> Result<(), Violation> {
        (self.check)(value)
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Validator").field(&self.describe).finish()
    }
}
