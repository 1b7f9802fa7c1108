//! Checks of one attribute or nested block.

use std::fmt;
use std::sync::Arc;

use terrane_value::{Data, Path, Step, Value};

/// What a validator found wrong: a sentence that says what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub(crate) summary: Option<String>,
    pub(crate) detail: String,
    /// Where it is, below the value that was checked.
    pub(crate) path: Path,
    /// What else is wrong.
    more: Vec<Violation>,
}

impl Violation {
    /// Makes a violation with the framework's summary ("Invalid Attribute Value").
    pub fn new(detail: impl Into<String>) -> Self {
        Self {
            summary: None,
            detail: detail.into(),
            path: Path::root(),
            more: Vec::new(),
        }
    }

    /// Replaces the summary; the detail is then shown as it is.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = Some(summary.into());
        self
    }

    /// Says in which element it was found.
    #[must_use]
    pub fn inside(mut self, step: Step) -> Self {
        for violation in &mut self.more {
            violation.path = below(step.clone(), &violation.path);
        }
        self.path = below(step, &self.path);
        self
    }

    /// Adds what else is wrong.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.more.extend(other.each());
        self
    }

    /// Puts together what several checks have found.
    ///
    /// # Errors
    ///
    /// When one of them has found something.
    pub fn all(found: impl IntoIterator<Item = Result<(), Self>>) -> Result<(), Self> {
        let found = found.into_iter().filter_map(Result::err);
        found.reduce(Self::and).map_or(Ok(()), Err)
    }

    /// Everything that is wrong, one by one.
    pub(crate) fn each(mut self) -> impl Iterator<Item = Self> {
        let more = std::mem::take(&mut self.more);
        std::iter::once(self).chain(more)
    }

    /// What was expected and what was found.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl fmt::Display for Violation {
    /// What is wrong, with the element in which it was found.
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

/// A check of a known value of one attribute or nested block.
#[derive(Clone)]
pub struct Validator {
    describe: String,
    check: Arc<Check>,
    schema_error: Option<String>,
}

impl Validator {
    /// Makes a validator of values by its description (for documentation) and its check, which sees known values only.
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

    /// Records why the validator cannot work, if so: the host is told when it asks for the schema.
    #[must_use]
    pub fn schema_error(mut self, error: Option<String>) -> Self {
        self.schema_error = error;
        self
    }

    /// Why the validator cannot work, if so.
    pub(crate) fn why_broken(&self) -> Option<&str> {
        self.schema_error.as_deref()
    }

    /// Makes a validator of a collection of the one of its elements. What is null or unknown is not checked.
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
                    found.map_err(|violation| violation.inside(Step::Index(at)))
                }))
            }
            Value::Known(Data::Map(elements)) => {
                Violation::all(elements.iter().map(|(key, element)| {
                    let found = self.check_known(element);
                    found.map_err(|violation| violation.inside(Step::Key(key.clone())))
                }))
            }
            Value::Known(Data::Set(elements)) => {
                Violation::all(elements.iter().map(|element| self.check_known(element)))
            }
            Value::Known(_) | Value::Null | Value::Unknown(_) => Ok(()),
        });
        validator.schema_error(schema_error)
    }

    /// Makes a validator of a tuple of the one of one of its parts.
    pub(crate) fn of_part(self, at: usize) -> Self {
        let schema_error = self.schema_error.clone();
        let validator = Self::new("", move |value| {
            match value.as_tuple().and_then(|parts| parts.get(at)) {
                Some(part) => {
                    let found = self.check_known(part);
                    found.map_err(|violation| violation.inside(Step::Index(at)))
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

    /// Says what the validator allows, as a fragment: "between 1 and 64 characters".
    #[must_use]
    pub fn describe(&self) -> &str {
        &self.describe
    }

    /// Checks a known value.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check(&self, value: &Value) -> Result<(), Violation> {
        (self.check)(value)
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Validator").field(&self.describe).finish()
    }
}
