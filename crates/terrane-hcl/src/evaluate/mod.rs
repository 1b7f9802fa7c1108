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

pub(crate) use iteration::items;
pub use types::type_constraint;

use terrane_value::{Text, Type};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::scope::Scope;
use crate::syntax::ast::{Expression, ExpressionKind};
use crate::syntax::json_template;
use crate::value::Value;

/// The rest of the stack at which a deeper expression gets a new stack, and the size of that stack.
const STACK: (usize, usize) = (256 * 1024, 4 * 1024 * 1024);

/// The greatest depth of a value, so that recursion over values and their types is bounded. Variables let values grow deeper than expressions.
const MAX_DEPTH: usize = 1000;

/// Evaluates an expression.
///
/// The value is as complete as the errors allow: parts that depend on errors are unknown. Values that are nested more than 1000 levels deep are errors.
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
    let mut evaluator = Evaluator::new(scope);
    let value = evaluator.expression(expression);
    (value, evaluator.diagnostics)
}

/// The state of an evaluation.
struct Evaluator<'a> {
    scope: &'a Scope<'a>,
    /// The variables of the `for` expressions around the place. The last ones are the innermost ones.
    locals: Vec<(Text, Value)>,
    /// Empty buffers for the texts of templates.
    buffers: Vec<String>,
    diagnostics: Diagnostics,
}

impl<'a> Evaluator<'a> {
    fn new(scope: &'a Scope<'a>) -> Self {
        Self {
            scope,
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
                let value = stacker::maybe_grow(STACK.0, STACK.1, || self.compound(expression));
                if value.depth() <= MAX_DEPTH {
                    return value;
                }
                self.report(messages::collection::too_deep(MAX_DEPTH).at(expression.span));
                Value::dynamic()
            }
        }
    }

    fn compound(&mut self, expression: &Expression) -> Value {
        match &expression.kind {
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Invalid
            | ExpressionKind::Traversal(_) => self.expression(expression),
            ExpressionKind::JsonString(text) => self.json_string(text, expression),
            ExpressionKind::Template(template) => self.template(template),
            ExpressionKind::Access(access) => self.access(access),
            ExpressionKind::Call(call) => self.call(call, expression.span),
            ExpressionKind::Conditional(parts) => self.conditional(parts, expression.span),
            ExpressionKind::Unary(unary) => self.unary(unary, expression.span),
            ExpressionKind::Binary(binary) => self.binary(binary),
            ExpressionKind::Tuple(elements) => {
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
    fn json_string(&mut self, text: &Text, expression: &Expression) -> Value {
        if self.scope.is_constant() && self.locals.is_empty() {
            return text.clone().into();
        }
        let parsed = json_template(text, expression.span);
        let is_valid = !parsed.diagnostics.has_errors();
        self.diagnostics.extend(parsed.diagnostics);
        if is_valid {
            self.expression(&parsed.value)
        } else {
            Value::dynamic()
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
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
