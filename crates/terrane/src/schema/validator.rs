//! Checks of one attribute or nested block.

use std::fmt;
use std::sync::Arc;

use terrane_value::Value;

/// What a validator found wrong: a sentence that says what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub(crate) summary: Option<String>,
    pub(crate) detail: String,
}

impl Violation {
    /// Makes a violation with the framework's summary ("Invalid Attribute Value").
    pub fn new(detail: impl Into<String>) -> Self {
        Self {
            summary: None,
            detail: detail.into(),
        }
    }

    /// Replaces the summary; the detail is then shown as it is.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = Some(summary.into());
        self
    }

    /// What was expected and what was found.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

impl<T: Into<String>> From<T> for Violation {
    fn from(detail: T) -> Self {
        Self::new(detail)
    }
}

type Check = dyn Fn(&Value) -> Result<(), Violation> + Send + Sync;

/// A check of a known value of one attribute or nested block.
#[derive(Clone)]
pub struct Validator {
    describe: String,
    check: Arc<Check>,
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
