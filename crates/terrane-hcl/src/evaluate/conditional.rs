//! `condition ? a : b`.

use terrane_value::{Bound, Type, Unknown};

use super::Evaluator;
use super::messages::conditional as messages;
use crate::source::Span;
use crate::syntax::ast::{Conditional, Expression};
use crate::value::{Marks, Value, unify_lossy};

impl Evaluator<'_> {
    pub(super) fn conditional(&mut self, parts: &Conditional, span: Span) -> Value {
        let count = self.diagnostics.len();
        let then = self.expression(&parts.then);
        let then_diagnostics = self.diagnostics.split_off(count);
        let otherwise = self.expression(&parts.otherwise);
        let otherwise_diagnostics = self.diagnostics.split_off(count);
        // Types are compared element by element.
        if !self.budget.spend(then.nodes().min(otherwise.nodes())) {
            return Value::dynamic();
        }
        let Some(ty) = common_type(&then, &otherwise) else {
            let message = messages::inconsistent_types(then.ty(), otherwise.ty());
            let results = parts.then.span.to(parts.otherwise.span);
            self.report(message.at(results).within(span));
            return Value::dynamic();
        };
        let condition = self.expression(&parts.condition);
        let (truth, mut marks) = match self.condition(condition, &parts.condition, span) {
            Some(condition) => condition.unmark(),
            None => return Value::unknown(ty),
        };
        let (unmarked_then, then_marks) = then.unmark();
        let (unmarked_otherwise, otherwise_marks) = otherwise.unmark();
        marks.merge(&then_marks);
        marks.merge(&otherwise_marks);
        let (result, diagnostics, place) = match truth.as_bool() {
            Some(true) => (unmarked_then, then_diagnostics, &parts.then),
            Some(false) => (unmarked_otherwise, otherwise_diagnostics, &parts.otherwise),
            None => {
                return common_value(&unmarked_then, &unmarked_otherwise, ty).with_marks(&marks);
            }
        };
        self.diagnostics.extend(diagnostics);
        self.result(result, &ty, place, span, &marks)
    }

    /// Converts a condition to a bool. A condition that is no bool is an error.
    pub(super) fn condition(
        &mut self,
        condition: Value,
        place: &Expression,
        span: Span,
    ) -> Option<Value> {
        let message = if condition.is_null() {
            messages::null_condition()
        } else if *condition.ty() == Type::Bool {
            return Some(condition);
        } else if !self.may_convert(&condition, &Type::Bool) {
            return None;
        } else {
            match condition.convert(&Type::Bool) {
                Ok(condition) => return Some(condition),
                // An unknown condition may be of any type, as in Terraform.
                Err(_) if condition.is_unknown() => {
                    return Some(Value::unknown(Type::Bool).with_marks(condition.marks()));
                }
                Err(error) => messages::wrong_condition(&error),
            }
        };
        self.report(message.at(place.span).within(span));
        None
    }

    fn result(
        &mut self,
        value: Value,
        ty: &Type,
        place: &Expression,
        span: Span,
        marks: &Marks,
    ) -> Value {
        if !self.may_convert(&value, ty) {
            return Value::dynamic();
        }
        let typed = match ty {
            Type::Dynamic => value,
            ty => value.into_type(ty).unwrap_or_else(|error| {
                let message = messages::inconsistent_result(&error);
                self.report(message.at(place.span).within(span));
                Value::unknown(ty.clone())
            }),
        };
        typed.with_marks(marks)
    }
}

/// Returns the type of both results.
fn common_type(then: &Value, otherwise: &Value) -> Option<Type> {
    let is_null =
        |value: &Value| value.is_null() && *value.ty() == Type::Dynamic && value.marks().is_empty();
    if is_null(then) {
        return Some(otherwise.ty().clone());
    }
    if is_null(otherwise) || then.ty() == otherwise.ty() {
        return Some(then.ty().clone());
    }
    if *then.ty() == Type::Dynamic || *otherwise.ty() == Type::Dynamic {
        return Some(Type::Dynamic);
    }
    unify_lossy([then.ty(), otherwise.ty()])
}

/// Returns the result for an unknown condition: an unknown value with the refinements that both results share.
fn common_value(then: &Value, otherwise: &Value, ty: Type) -> Value {
    if then.is_null() && otherwise.is_null() {
        return Value::null(ty);
    }
    let mut unknown = if *then.ty() != *otherwise.ty() {
        Unknown::new()
    } else if *then.ty() == Type::Number {
        number_hull(then, otherwise)
    } else if matches!(then.ty(), Type::List(_) | Type::Set(_) | Type::Map(_)) {
        let (a, b) = (
            then.promised_length_range(),
            otherwise.promised_length_range(),
        );
        let max = a.1.zip(b.1).map(|(a, b)| a.max(b));
        with_lengths((a.0.min(b.0), max))
    } else {
        Unknown::new()
    };
    let is_not_null = then.is_definitely_not_null() && otherwise.is_definitely_not_null();
    if is_not_null && ty != Type::Dynamic {
        unknown = unknown.not_null();
    }
    Value::refined(ty, unknown)
}

/// Returns the range from the least to the greatest number of both.
fn number_hull(a: &Value, b: &Value) -> Unknown {
    let ((a_least, a_most), (b_least, b_most)) = (a.number_range(), b.number_range());
    let outer = |a: Bound, b: Bound, a_is_outer: bool| {
        if a.number == b.number {
            Bound {
                inclusive: a.inclusive || b.inclusive,
                ..a
            }
        } else if a_is_outer {
            a
        } else {
            b
        }
    };
    let mut unknown = Unknown::new();
    if let Some((a, b)) = a_least.zip(b_least) {
        let a_is_outer = a.number < b.number;
        let bound = outer(a, b, a_is_outer);
        unknown = refined(unknown, |unknown| {
            unknown.with_number_lower(bound.number, bound.inclusive)
        });
    }
    if let Some((a, b)) = a_most.zip(b_most) {
        let a_is_outer = a.number > b.number;
        let bound = outer(a, b, a_is_outer);
        unknown = refined(unknown, |unknown| {
            unknown.with_number_upper(bound.number, bound.inclusive)
        });
    }
    unknown
}

/// Returns the refinement of an unknown collection whose number of elements is in a range.
pub(super) fn with_lengths((min, max): (u64, Option<u64>)) -> Unknown {
    let unknown = refined(Unknown::new(), |unknown| unknown.with_length_lower(min));
    match max {
        Some(max) => refined(unknown, |unknown| unknown.with_length_upper(max)),
        None => unknown,
    }
}

/// Adds a refinement, unless it contradicts the others.
fn refined(
    unknown: Unknown,
    refine: impl FnOnce(Unknown) -> Result<Unknown, terrane_value::Error>,
) -> Unknown {
    refine(unknown.clone()).unwrap_or(unknown)
}
