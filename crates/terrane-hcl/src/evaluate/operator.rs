//! Operators.

use terrane_value::Type;

use super::Evaluator;
use super::messages::operator as messages;
use crate::diagnostic::Diagnostic;
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
        if !self.may_convert(&operand, &ty) {
            return Value::unknown(ty);
        }
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
        let result: Value = match (operand.as_bool(), operand.as_number()) {
            (Some(value), _) => (!value).into(),
            (_, Some(number)) => number.negate().into(),
            // As in hosts, without the marks of the operand. The known result has them.
            _ => return Value::unknown_not_null(ty),
        };
        result.with_marks(operand.marks())
    }

    pub(super) fn binary(&mut self, binary: &Binary) -> Value {
        let mut chain = Chain {
            errors: self.diagnostics.len(),
            conversions: Vec::new(),
        };
        let mut left = self.expression(&binary.first);
        let mut span = binary.first.span;
        for operation in &binary.rest {
            let whole = binary.first.span.to(operation.operand.span);
            left = self.operation(left, operation, &mut chain, span, whole);
            span = whole;
        }
        // Errors of an operator stand before those of its operands.
        if !chain.conversions.is_empty() {
            let conversions = chain.conversions.into_iter().rev();
            self.diagnostics.insert_before(chain.errors, conversions);
        }
        left
    }

    /// Applies an operator.
    fn operation(
        &mut self,
        left: Value,
        operation: &Operation,
        chain: &mut Chain,
        left_span: Span,
        span: Span,
    ) -> Value {
        let operator = operation.operator;
        let left_end = self.diagnostics.len();
        let right = self.expression(&operation.operand);
        let result_type = result_type(operator);
        let (left_operand, right_operand) = match operand_type(operator) {
            None => (left, right),
            Some(ty) => {
                if !self.may_convert(&left, &ty) || !self.may_convert(&right, &ty) {
                    return Value::unknown(result_type);
                }
                let convert = |value: Value, side, place| {
                    let converted = value.into_type(&ty);
                    converted.map_err(|error| {
                        let message = messages::invalid_operand(side, &error);
                        message.at(place).within(span)
                    })
                };
                let converted_left = convert(left, "the left operand", left_span);
                let converted_right = convert(right, "the right operand", operation.operand.span);
                match (converted_left, converted_right) {
                    (Ok(left), Ok(right)) => (left, right),
                    (left, right) => {
                        chain.conversions.extend(right.err());
                        chain.conversions.extend(left.err());
                        return Value::unknown(result_type);
                    }
                }
            }
        };
        let (unmarked_left, mut marks) = left_operand.unmark();
        let (unmarked_right, right_marks) = right_operand.unmark();
        marks.merge(&right_marks);
        let decided = match operator {
            BinaryOperator::And => {
                self.decided(false, &unmarked_left, &unmarked_right, chain, left_end)
            }
            BinaryOperator::Or => {
                self.decided(true, &unmarked_left, &unmarked_right, chain, left_end)
            }
            _ => None,
        };
        if let Some((result, side)) = decided {
            match side {
                Side::Left => self.diagnostics.truncate(left_end),
                Side::Right => {
                    self.diagnostics.remove_between(chain.errors, left_end);
                    chain.conversions.clear();
                }
            }
            return result.with_marks(&marks);
        }
        if !chain.conversions.is_empty() || self.has_errors_since(chain.errors) {
            return Value::unknown(result_type).with_marks(&marks);
        }
        if !self
            .budget
            .spend(comparison_effort(&unmarked_left, &unmarked_right))
        {
            return Value::unknown(result_type);
        }
        match apply_operator(operator, &unmarked_left, &unmarked_right) {
            Ok(result) => result.with_marks(&marks),
            Err(message) => {
                self.report(message.at(span));
                Value::unknown(result_type)
            }
        }
    }

    /// Returns the result of a logical operator that one operand decides, even if the other one has errors.
    ///
    /// `decisive` is the operand that decides alone.
    fn decided(
        &self,
        decisive: bool,
        left: &Value,
        right: &Value,
        chain: &Chain,
        left_end: usize,
    ) -> Option<(Value, Side)> {
        // As in Terraform, null counts as false here.
        let bool_of = |value: &Value| value.as_bool().unwrap_or(false);
        let unknown = || Value::unknown_not_null(Type::Bool);
        match (left.is_unknown(), right.is_unknown()) {
            (true, true) => {
                let of_left = &self.diagnostics[chain.errors..left_end];
                let left_is_valid =
                    chain.conversions.is_empty() && !of_left.iter().any(Diagnostic::is_error);
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

/// The diagnostics of a chain of operators.
struct Chain {
    /// The number of diagnostics before the first operand was evaluated.
    errors: usize,
    /// The errors of operands that do not convert, the last ones first.
    conversions: Vec<Diagnostic>,
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

/// Returns the steps of applying an operator.
fn comparison_effort(left: &Value, right: &Value) -> u64 {
    match (left.as_number(), right.as_number()) {
        (Some(a), Some(b)) => {
            let compared = left.effort().min(right.effort());
            a.operation(b).saturating_add(compared)
        }
        // Marks at any depth are removed from both.
        _ if left.contains_marks() || right.contains_marks() => {
            left.effort().saturating_add(right.effort())
        }
        _ => left.effort().min(right.effort()),
    }
}

/// Applies an operator to operands without marks of their own.
fn apply_operator(
    operator: BinaryOperator,
    left: &Value,
    right: &Value,
) -> Result<Value, Diagnostic> {
    let compared: fn(&Value, &Value) -> Option<bool> = match operator {
        BinaryOperator::Equal => return Ok(equal_operands(left, right)),
        BinaryOperator::NotEqual => return Ok(not(&equal_operands(left, right))),
        BinaryOperator::Add => return arithmetic(left, right, Number::add),
        BinaryOperator::Subtract => return arithmetic(left, right, Number::subtract),
        BinaryOperator::Multiply => return arithmetic(left, right, Number::multiply),
        BinaryOperator::Divide => return arithmetic(left, right, Number::divide),
        BinaryOperator::Remainder => return arithmetic(left, right, Number::remainder),
        BinaryOperator::Less => less_operand,
        BinaryOperator::Greater => |left, right| less_operand(right, left),
        BinaryOperator::LessOrEqual => less_or_equal,
        BinaryOperator::GreaterOrEqual => |left, right| less_or_equal(right, left),
        BinaryOperator::Or => |left, right| Some(left.as_bool()? || right.as_bool()?),
        BinaryOperator::And => |left, right| Some(left.as_bool()? && right.as_bool()?),
    };
    if left.is_null() || right.is_null() {
        return Err(messages::null_operand());
    }
    Ok(bool_or_unknown(compared(left, right)))
}

fn arithmetic(
    left: &Value,
    right: &Value,
    operation: fn(&Number, &Number) -> Result<Number, NotANumber>,
) -> Result<Value, Diagnostic> {
    if left.is_null() || right.is_null() {
        return Err(messages::null_operand());
    }
    match left.as_number().zip(right.as_number()) {
        Some((left, right)) => match operation(left, right) {
            Ok(number) => Ok(number.into()),
            Err(error) => Err(messages::not_a_number(error)),
        },
        None => Ok(Value::unknown_not_null(Type::Number)),
    }
}

/// Compares values. All marks of elements move to the result, even if one of the values is null.
fn equal_operands(left: &Value, right: &Value) -> Value {
    if !left.contains_marks() && !right.contains_marks() {
        return left.equals(right);
    }
    let mut marks = Marks::new();
    let mut without_marks = |value: &Value| {
        let (value, own) = value.clone().unmark_deep();
        marks.merge(&own);
        value
    };
    let (unmarked_left, unmarked_right) = (without_marks(left), without_marks(right));
    unmarked_left.equals(&unmarked_right).with_marks(&marks)
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
fn less_operand(left: &Value, right: &Value) -> Option<bool> {
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
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        // Numbers may be equal by their text without being the same.
        let is_equal = left == right;
        return Some(is_equal || left < right);
    }
    match (less_operand(left, right), left.equals(right).as_bool()) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}
