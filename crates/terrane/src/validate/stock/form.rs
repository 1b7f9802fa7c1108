//! The form of most validators: a description and a check.

use std::fmt;

use crate::schema::{Constraint, ValidationContext, Violation};
use crate::validate::Check;

type CheckIn<T> = dyn Fn(&T, &ValidationContext<'_>) -> Result<(), Violation> + Send + Sync;

/// A validator of a description and a check, such as that of [`matches()`](super::matches()) and [`range`](super::range).
pub struct Form<T: ?Sized> {
    pub(super) described: String,
    pub(super) check: Box<CheckIn<T>>,
    pub(super) constraint: Option<Constraint>,
    pub(super) schema_error: Option<String>,
}

impl<T: ?Sized> Form<T> {
    pub(crate) fn new(
        described: impl Into<String>,
        check: impl Fn(&T, &ValidationContext<'_>) -> Result<(), Violation> + Send + Sync + 'static,
    ) -> Self {
        Self {
            described: described.into(),
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
}

impl<T: ?Sized> fmt::Debug for Form<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Form").field(&self.described).finish()
    }
}

impl<T: ?Sized> Check<T> for Form<T> {
    fn describe(&self) -> String {
        self.described.clone()
    }

    fn constraint(&self) -> Option<Constraint> {
        self.constraint.clone()
    }

    fn check(&self, value: &T) -> Result<(), Violation> {
        self.check_in(value, &ValidationContext::none())
    }

    fn check_in(&self, value: &T, context: &ValidationContext<'_>) -> Result<(), Violation> {
        (self.check)(value, context)
    }

    fn schema_error(&self) -> Option<String> {
        self.schema_error.clone()
    }
}
