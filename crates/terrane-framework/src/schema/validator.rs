//! Validators of one attribute or nested block.

use std::fmt;
use std::sync::Arc;

use terrane_value::{Data, Step, Text, Value};

use super::{Constraint, ValidationContext, Violation};

type Check = dyn Fn(&Value, &ValidationContext<'_>) -> Result<(), Violation> + Send + Sync;

/// A validator of one attribute or nested block.
#[derive(Clone)]
pub struct Validator {
    describe: String,
    check: Arc<Check>,
    schema_error: Option<String>,
    constraint: Option<Constraint>,
}

impl Validator {
    /// Creates a validator from a description (for documentation) and a check of known values.
    pub fn new(
        describe: impl Into<String>,
        check: impl Fn(&Value) -> Result<(), Violation> + Send + Sync + 'static,
    ) -> Self {
        Self::in_context(describe, move |value, _| check(value))
    }

    /// Creates a validator that also sees the path of the value and the configuration around it.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_framework::schema::{Validator, Violation};
    /// use terrane_value::Value;
    ///
    /// let longer = Validator::in_context("longer than the name", |title, context| {
    ///     let name = context.sibling("name").and_then(Value::as_str);
    ///     match (title.as_str(), name) {
    ///         (Some(title), Some(name)) if title.len() <= name.len() => {
    ///             Err(Violation::warning(format!("expected a title longer than {name:?}")))
    ///         }
    ///         _ => Ok(()),
    ///     }
    /// });
    /// ```
    pub fn in_context(
        describe: impl Into<String>,
        check: impl Fn(&Value, &ValidationContext<'_>) -> Result<(), Violation> + Send + Sync + 'static,
    ) -> Self {
        Self {
            describe: describe.into(),
            check: Arc::new(check),
            schema_error: None,
            constraint: None,
        }
    }

    /// Sets the reason why the validator cannot work, if there is one. A host that requests the schema gets the reason as an error.
    #[must_use]
    pub fn schema_error(mut self, error: Option<String>) -> Self {
        self.schema_error = error;
        self
    }

    /// Sets the allowed values as data, if they have a form as data. Tools and editors read it; [`check`](Self::check) does not.
    #[must_use]
    pub fn with_constraint(mut self, constraint: Option<Constraint>) -> Self {
        self.constraint = constraint;
        self
    }

    /// Returns the allowed values as data, if they have a form as data.
    #[must_use]
    pub fn constraint(&self) -> Option<&Constraint> {
        self.constraint.as_ref()
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
        let constraint = self.constraint.clone().map(Constraint::each);
        let validator = Self::in_context(describe, move |value, context| match value {
            Value::Known(Data::List(elements)) => Violation::all(
                elements
                    .iter()
                    .enumerate()
                    .map(|(at, element)| self.check_at(element, context, &|| Step::Index(at))),
            ),
            Value::Known(Data::Map(elements)) => {
                Violation::all(elements.iter().map(|(key, element)| {
                    self.check_at(element, context, &|| Step::Key(key.clone()))
                }))
            }
            Value::Known(Data::Set(elements)) => Violation::all(
                elements
                    .iter()
                    .map(|element| self.check_known(element, &context.in_set())),
            ),
            Value::Known(_) | Value::Null | Value::Unknown(_) => Ok(()),
        });
        validator
            .schema_error(schema_error)
            .with_constraint(constraint)
    }

    /// Creates the validator of a tuple from a validator of one of its parts.
    pub fn of_part(self, at: usize) -> Self {
        let schema_error = self.schema_error.clone();
        let validator = Self::in_context("", move |value, context| {
            match value.as_tuple().and_then(|parts| parts.get(at)) {
                Some(part) => self.check_at(part, context, &|| Step::Index(at)),
                None => Ok(()),
            }
        });
        validator.schema_error(schema_error)
    }

    /// Creates the validator of an object from a validator of one of its attributes.
    #[must_use]
    pub fn of_attribute(self, name: Text) -> Self {
        let schema_error = self.schema_error.clone();
        let validator = Self::in_context("", move |value, context| {
            match value.as_object().and_then(|object| object.get(&name)) {
                Some(attribute) => {
                    self.check_at(attribute, context, &|| Step::Attribute(name.clone()))
                }
                None => Ok(()),
            }
        });
        validator.schema_error(schema_error)
    }

    /// Validates an element of the value that the context is about.
    fn check_at(
        &self,
        value: &Value,
        context: &ValidationContext<'_>,
        step: &dyn Fn() -> Step,
    ) -> Result<(), Violation> {
        let found = self.check_known(value, &context.below(step));
        found.map_err(|violation| violation.prepend(step()))
    }

    fn check_known(&self, value: &Value, context: &ValidationContext<'_>) -> Result<(), Violation> {
        match value {
            Value::Known(_) => self.check_in(value, context),
            Value::Null | Value::Unknown(_) => Ok(()),
        }
    }

    /// Returns a description of the allowed values, as a fragment: "between 1 and 64 characters".
    #[must_use]
    pub fn describe(&self) -> &str {
        &self.describe
    }

    /// Validates a known value without a configuration around it, such as an argument of a function.
    ///
    /// # Errors
    ///
    /// Returns the violation, if the value is not valid.
    pub fn check(&self, value: &Value) -> Result<(), Violation> {
        self.check_in(value, &ValidationContext::none())
    }

    /// Validates a known value of a configuration.
    ///
    /// # Errors
    ///
    /// Returns the violation, if the value is not valid.
    pub fn check_in(
        &self,
        value: &Value,
        context: &ValidationContext<'_>,
    ) -> Result<(), Violation> {
        (self.check)(value, context)
    }

    /// Validates a value without a configuration around it. Returns the first violation that is an error.
    pub(crate) fn error_of(&self, value: &Value) -> Option<Violation> {
        let mut found = self.check(value).err()?.each();
        found.find(|violation| !violation.is_warning())
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Validator").field(&self.describe).finish()
    }
}
