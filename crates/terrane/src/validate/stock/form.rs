//! A validator that has a description and a check.

use std::fmt;

use crate::schema::{Constraint, ValidationContext, Violation};
use crate::validate::Check;

type CheckFn<T> = dyn Fn(&T, &ValidationContext<'_>) -> Result<(), Violation> + Send + Sync;

/// A validator that has a description and a check, as most stock validators are.
pub struct Form<T: ?Sized> {
    pub(super) description: String,
    pub(super) check: Box<CheckFn<T>>,
    pub(super) constraint: Option<Constraint>,
    /// The error of the validator itself, such as an invalid expression.
    pub(super) schema_error: Option<String>,
}

impl<T: ?Sized> Form<T> {
    pub(crate) fn new(
        description: impl Into<String>,
        check: impl Fn(&T, &ValidationContext<'_>) -> Result<(), Violation> + Send + Sync + 'static,
    ) -> Self {
        Self {
            description: description.into(),
            check: Box::new(check),
            constraint: None,
            schema_error: None,
        }
    }

    pub(super) fn with_constraint(self, constraint: Constraint) -> Self {
        Self {
            constraint: Some(constraint),
            ..self
        }
    }

    pub(super) fn with_schema_error(self, schema_error: Option<String>) -> Self {
        Self {
            schema_error,
            ..self
        }
    }
}

impl<T: ?Sized> fmt::Debug for Form<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Form").field(&self.description).finish()
    }
}

impl<T: ?Sized> Check<T> for Form<T> {
    fn describe(&self) -> String {
        self.description.clone()
    }

    fn constraint(&self) -> Option<Constraint> {
        self.constraint.clone()
    }

    fn check(&self, value: &T) -> Result<(), Violation> {
        // Outside of a schema there is no context.
        self.check_in(value, &ValidationContext::none())
    }

    fn check_in(&self, value: &T, context: &ValidationContext<'_>) -> Result<(), Violation> {
        (self.check)(value, context)
    }

    fn schema_error(&self) -> Option<String> {
        self.schema_error.clone()
    }
}
