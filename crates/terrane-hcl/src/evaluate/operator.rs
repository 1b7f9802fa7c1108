//! Operators.

use terrane_value::Type;

use super::Evaluator;
use super::messages::operator as messages;
use crate::source::Span;
use crate::syntax::ast::{Binary, BinaryOperator, Operation, Unary, UnaryOperator};
use crate::value::{Marks, NotANumber, Number, Value};

impl Evaluator<'_> {
    pub(super) fn unary(&mut self, unary: &Unary, span: Span) -> Value {
        let ty = match unary.operator {
            UnaryOperator::Not => Type::Bool,
            UnaryOperator::Negate => Type::Number,
        };
        let errors = self.diagnostics.len();
        let operand = self.expression(&unary.operand);
        let converted = operand.into_type(&ty);
        if let Err(error) = &converted {
            let message = messages::invalid_operand("the operand", error);
            self.report(message.at(unary.operand.span).within(span));
        }
        let Ok(operand) = converted else {
            return Value::unknown(ty);
        };
        if self.has_errors_since(errors) {
            return Value::unknown(ty);
        }
        if operand.is_null() {
            self.report(messages::null_operand().at(span));
            return Value::unknown(ty);
        }
        let result = match (operand.as_bool(), operand.as_number()) {
            (Some(value), _) => (!value).into(),
            (_, Some(number)) => number.negate().into(),
            _ => Value::unknown_not_null(ty),
        };
        result.with_marks(operand.marks())
    }

    pub(super) fn binary(&mut self, binary: &Binary) -> Value {
        let errors = self.diagnostics.len();
        let mut left = self.expression(&binary.first);
        let mut span = binary.first.span;
        for operation in &binary.rest {
            let whole = binary.first.span.to(operation.operand.span);
            left = self.operation(left, operation, errors, span, whole);
            span = whole;
        }
        left
    }

    /// Applies an operator. `errors` is the number of diagnostics before the left operand was evaluated.
    fn operation(
        &mut self,
        left: Value,
        operation: &Operation,
        errors: usize,
        left_span: Span,
        span: Span,
    ) -> Value {
        let operator = operation.operator;
        let left_end = self.diagnostics.len();
        let right = self.expression(&operation.operand);
        let right_end = self.diagnostics.len();
        let result_type = result_type(operator);
        let (left, right) = match operand_type(operator) {
            None => (left, right),
            Some(ty) => {
                let mut convert = |value: Value, side, place| match value.into_type(&ty) {
                    Ok(value) => Some(value),
                    Err(error) => {
                        let message = messages::invalid_operand(side, &error);
                        self.report(message.at(place).within(span));
                        None
                    }
                };
                let left = convert(left, "the left operand", left_span);
                let right = convert(right, "the right operand", operation.operand.span);
                let (Some(left), Some(right)) = (left, right) else {
                    // Errors of the operator stand before those of its operands.
                    self.diagnostics.move_last_before(right_end, errors);
                    return Value::unknown(result_type);
                };
                (left, right)
            }
        };
        let (left, mut marks) = left.unmark();
        let (right, right_marks) = right.unmark();
        marks.merge(&right_marks);
        if let Some((result, side)) = self.decided(operator, &left, &right, errors, left_end) {
            match side {
                Side::Left => self.diagnostics.truncate(left_end),
                Side::Right => self.diagnostics.remove_between(errors, left_end),
            }
            return result.with_marks(&marks);
        }
        if self.has_errors_since(errors) {
            return Value::unknown(result_type).with_marks(&marks);
        }
        match apply(operator, &left, &right) {
            Ok(result) => result.with_marks(&marks),
            Err(message) => {
                self.report(message.at(span));
                Value::unknown(result_type)
            }
        }
    }

    /// Returns the result of a logical operator that one operand decides, even if the other one has errors.
    fn decided(
        &self,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        errors: usize,
        left_end: usize,
    ) -> Option<(Value, Side)> {
        let decisive = match operator {
            BinaryOperator::And => false,
            BinaryOperator::Or => true,
            _ => return None,
        };
        // As in Terraform, null counts as false here.
        let bool_of = |value: &Value| value.as_bool().unwrap_or(false);
        let unknown = || Value::unknown_not_null(Type::Bool);
        match (left.is_unknown(), right.is_unknown()) {
            (true, true) => {
                let left_is_valid = !self.diagnostics[errors..left_end]
                    .iter()
                    .any(crate::Diagnostic::is_error);
                left_is_valid.then(|| (unknown(), Side::Left))
            }
            (false, _) if bool_of(left) == decisive => Some((decisive.into(), Side::Left)),
            (_, false) if bool_of(right) == decisive => Some((decisive.into(), Side::Right)),
            (true, false) => Some((unknown(), Side::Left)),
            (false, true) => Some((unknown(), Side::Right)),
            (false, false) => None,
        }
    }
}

/// The operand whose diagnostics count.
enum Side {
    Left,
    Right,
}

/// Returns the type to which operands are converted.
fn operand_type(operator: BinaryOperator) -> Option<Type> {
    match operator {
        BinaryOperator::Equal | BinaryOperator::NotEqual => None,
        BinaryOperator::And | BinaryOperator::Or => Some(Type::Bool),
        _ => Some(Type::Number),
    }
}

fn result_type(operator: BinaryOperator) -> Type {
    match operator {
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder => Type::Number,
        _ => Type::Bool,
    }
}

/// Applies an operator to operands without marks of their own.
fn apply(
    operator: BinaryOperator,
    left: &Value,
    right: &Value,
) -> Result<Value, crate::Diagnostic> {
    match operator {
        BinaryOperator::Equal => return Ok(equal(left, right)),
        BinaryOperator::NotEqual => return Ok(not(&equal(left, right))),
        _ if left.is_null() || right.is_null() => return Err(messages::null_operand()),
        _ => {}
    }
    let numbers = left.as_number().zip(right.as_number());
    let arithmetic = |operation: fn(&Number, &Number) -> Result<Number, NotANumber>| match numbers {
        Some((left, right)) => match operation(left, right) {
            Ok(number) => Ok(number.into()),
            Err(error) => Err(messages::not_a_number(error)),
        },
        None => Ok(Value::unknown_not_null(Type::Number)),
    };
    match operator {
        BinaryOperator::Add => arithmetic(Number::add),
        BinaryOperator::Subtract => arithmetic(Number::subtract),
        BinaryOperator::Multiply => arithmetic(Number::multiply),
        BinaryOperator::Divide => arithmetic(Number::divide),
        BinaryOperator::Remainder => arithmetic(Number::remainder),
        BinaryOperator::Less => Ok(bool_or_unknown(less(left, right))),
        BinaryOperator::Greater => Ok(bool_or_unknown(less(right, left))),
        BinaryOperator::LessOrEqual => Ok(bool_or_unknown(less_or_equal(left, right))),
        BinaryOperator::GreaterOrEqual => Ok(bool_or_unknown(less_or_equal(right, left))),
        BinaryOperator::Or | BinaryOperator::And => {
            let bools = left.as_bool().zip(right.as_bool());
            let combined = bools.map(|(left, right)| match operator {
                BinaryOperator::Or => left || right,
                _ => left && right,
            });
            Ok(bool_or_unknown(combined))
        }
        BinaryOperator::Equal | BinaryOperator::NotEqual => Ok(equal(left, right)),
    }
}

/// Compares values. All marks of elements move to the result, even if one of the values is null.
fn equal(left: &Value, right: &Value) -> Value {
    if !left.contains_marks() && !right.contains_marks() {
        return left.equals(right);
    }
    let mut marks = Marks::new();
    let mut without_marks = |value: &Value| {
        let (value, own) = value.clone().unmark_deep();
        marks.merge(&own);
        value
    };
    let (left, right) = (without_marks(left), without_marks(right));
    left.equals(&right).with_marks(&marks)
}

fn not(value: &Value) -> Value {
    let result = bool_or_unknown(value.as_bool().map(|value| !value));
    result.with_marks(value.marks())
}

fn bool_or_unknown(value: Option<bool>) -> Value {
    match value {
        Some(value) => value.into(),
        None => Value::unknown_not_null(Type::Bool),
    }
}

/// Compares numbers, of which only ranges may be known.
fn less(left: &Value, right: &Value) -> Option<bool> {
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        return Some(left < right);
    }
    let ((left_least, left_most), (right_least, right_most)) =
        (left.number_range(), right.number_range());
    if left_most
        .zip(right_least)
        .is_some_and(|(a, b)| a.number < b.number)
    {
        return Some(true);
    }
    if left_least
        .zip(right_most)
        .is_some_and(|(a, b)| a.number > b.number)
    {
        return Some(false);
    }
    None
}

fn less_or_equal(left: &Value, right: &Value) -> Option<bool> {
    match (less(left, right), left.equals(right).as_bool()) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}
