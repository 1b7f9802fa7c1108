//! The evaluator: from an expression and a scope to a value.
//!
//! The rules are those of Terraform's evaluator, also for the places of errors and for further errors that follow from them. Errors do not end the
//! evaluation: values that depend on them are unknown.

mod access;
mod call;
mod collection;
mod conditional;
mod iteration;
mod messages;
mod operator;
mod start;
mod template;
mod types;

pub(crate) use call::TemplateCaller;
pub(crate) use iteration::items;
pub(crate) use messages::limits::exceeded;
pub use types::type_constraint;

use terrane_value::{Text, Type};

use crate::budget::{Budget, Limit};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::scope::Scope;
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionKind, JsonString};
use crate::syntax::json_template;
use crate::value::{ELEMENT, Value};

/// The rest of the stack at which a deeper expression gets a new stack, and the size of that stack.
const STACK: (usize, usize) = (256 * 1024, 4 * 1024 * 1024);

/// The greatest depth of a value, so that recursion over values and their types is bounded. Variables let values grow deeper than expressions.
const MAX_DEPTH: usize = 1000;

/// The greatest number of diagnostics of an evaluation.
const MAX_DIAGNOSTICS: usize = 1000;

/// The steps of an expression, of an iteration, and of a diagnostic, without those of their parts.
const EXPRESSION: u64 = 30;
const ITERATION: u64 = 30;
const DIAGNOSTIC: u64 = 500;

/// Evaluates an expression.
///
/// The value is as complete as the errors allow: parts that depend on errors are unknown. Values that are nested more than 1000 levels deep are errors.
/// An evaluation that takes more work or memory than [`ResultLimits`](crate::ResultLimits) allow ends with an error, and its value is unknown.
///
/// ```
/// use terrane_hcl::{Scope, Source, evaluate, syntax};
///
/// let source = Source::detached("x", "[for port in ports : port + 1]");
/// let expression = syntax::parse_expression(&source).into_result()?;
/// let (value, diagnostics) = evaluate(&expression, &Scope::new());
/// assert!(value.is_unknown());
/// assert_eq!(diagnostics[0].summary, "Variables not allowed");
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
pub fn evaluate(expression: &Expression, scope: &Scope<'_>) -> (Value, Diagnostics) {
    evaluate_within(expression, scope, &scope.budget())
}

/// Evaluates an expression with what is left of a budget. If nothing is left, no further error says so.
pub(crate) fn evaluate_within(
    expression: &Expression,
    scope: &Scope<'_>,
    budget: &Budget,
) -> (Value, Diagnostics) {
    if !budget.is_left() {
        return (Value::dynamic(), Diagnostics::new());
    }
    let mut evaluator = Evaluator::new(scope, budget);
    let value = evaluator.expression(expression);
    let mut diagnostics = evaluator.diagnostics;
    let Some(limit) = budget.exceeded() else {
        return (value, diagnostics);
    };
    let place = evaluator.place.unwrap_or(expression.span);
    diagnostics.push(exceeded(limit).at(place));
    (Value::dynamic(), diagnostics)
}

/// The state of an evaluation.
struct Evaluator<'a> {
    scope: &'a Scope<'a>,
    budget: &'a Budget,
    /// The innermost expression that has exceeded the budget.
    place: Option<Span>,
    /// The variables of the `for` expressions around the place. The last ones are the innermost ones.
    locals: Vec<(Text, Value)>,
    /// Empty buffers for the texts of templates.
    buffers: Vec<String>,
    diagnostics: Diagnostics,
}

impl<'a> Evaluator<'a> {
    fn new(scope: &'a Scope<'a>, budget: &'a Budget) -> Self {
        Self {
            scope,
            budget,
            place: None,
            locals: Vec::new(),
            buffers: Vec::new(),
            diagnostics: Diagnostics::new(),
        }
    }

    fn expression(&mut self, expression: &Expression) -> Value {
        match &expression.kind {
            ExpressionKind::Null => Value::null(Type::Dynamic),
            ExpressionKind::Bool(value) => (*value).into(),
            ExpressionKind::Number(number) => number.clone().into(),
            ExpressionKind::String(text) => text.clone().into(),
            ExpressionKind::Invalid => Value::dynamic(),
            ExpressionKind::Traversal(traversal) => self.traversal(traversal),
            _ => {
                let before = self.budget.memory();
                if self.budget.spend(EXPRESSION) {
                    let value = stacker::maybe_grow(STACK.0, STACK.1, || self.compound(expression));
                    return self.checked(value, before, expression.span);
                }
                self.place.get_or_insert(expression.span);
                Value::dynamic()
            }
        }
    }

    /// Returns a value, unless its expression has exceeded a limit. `before` is the memory before the expression.
    fn checked(&mut self, value: Value, before: u64, span: Span) -> Value {
        if !self.budget.is_left() {
            self.place.get_or_insert(span);
            return Value::dynamic();
        }
        self.budget.keep(before, value.size());
        if value.depth() <= MAX_DEPTH {
            return value;
        }
        self.report(messages::collection::too_deep(MAX_DEPTH).at(span));
        Value::dynamic()
    }

    /// Counts the work and the memory of converting a value to a type. Returns whether the evaluation may continue.
    fn may_convert(&self, value: &Value, ty: &Type) -> bool {
        if value.ty() == ty || *ty == Type::Dynamic {
            return self.budget.is_left();
        }
        let size = if value.nodes() > 1 { value.size() } else { 0 };
        self.budget.spend(value.effort())
            && self.budget.spend(value.all_digits())
            && self.budget.allocate(size)
    }

    /// Counts a value whose elements exist already.
    fn allocate_elements(&self, count: usize) -> bool {
        let elements = count_of(count);
        self.budget.spend(elements.saturating_mul(ITERATION / 6))
            && self.budget.allocate(elements.saturating_mul(ELEMENT))
    }

    fn compound(&mut self, expression: &Expression) -> Value {
        match &expression.kind {
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Invalid
            | ExpressionKind::Traversal(_) => self.expression(expression),
            ExpressionKind::JsonString(string) => self.json_string(string, expression),
            ExpressionKind::Template(template) => self.template(template),
            ExpressionKind::Access(access) => self.access(access),
            ExpressionKind::Call(call) => self.call(call, expression.span),
            ExpressionKind::Conditional(parts) => self.conditional(parts, expression.span),
            ExpressionKind::Unary(unary) => self.unary(unary, expression.span),
            ExpressionKind::Binary(binary) => self.binary(binary),
            ExpressionKind::Tuple(elements) => {
                if !self.allocate_elements(elements.len()) {
                    return Value::dynamic();
                }
                let elements = elements.iter().map(|element| self.expression(element));
                Value::tuple(elements.collect())
            }
            ExpressionKind::Object(object) if object.is_json => self.json_object(object),
            ExpressionKind::Object(object) => self.object(object),
            ExpressionKind::For(parts) => self.for_expression(parts, expression.span),
            ExpressionKind::Parentheses(inner) => self.expression(inner),
        }
    }

    /// Evaluates a string of a JSON file: a template, unless it must be constant.
    fn json_string(&mut self, string: &JsonString, expression: &Expression) -> Value {
        if self.scope.is_constant() && self.locals.is_empty() {
            return string.text.clone().into();
        }
        if !self
            .budget
            .spend(count_of(string.text.len()).saturating_mul(10))
        {
            return Value::dynamic();
        }
        let parsed = json_template(string, expression.span);
        let is_valid = !parsed.diagnostics.has_errors();
        self.diagnostics.extend(parsed.diagnostics);
        if is_valid {
            self.expression(&parsed.value)
        } else {
            Value::dynamic()
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let length = count_of(diagnostic.summary.len() + diagnostic.detail.len());
        self.budget.spend(length.saturating_add(DIAGNOSTIC));
        self.budget.allocate(length);
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            self.budget.exceed(Limit::Diagnostics(MAX_DIAGNOSTICS));
            return;
        }
        self.diagnostics.push(diagnostic);
    }

    /// Returns whether there are errors after the first ones.
    fn has_errors_since(&self, count: usize) -> bool {
        self.diagnostics
            .iter()
            .skip(count)
            .any(Diagnostic::is_error)
    }
}

/// Returns a length as a number of steps or bytes.
fn count_of(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
