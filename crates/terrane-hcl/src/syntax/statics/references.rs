//! The references of an expression to variables of its scope.

use terrane_value::Text;

use crate::syntax::ast::{
    AccessStep, Expression, ExpressionKind, For, Identifier, TemplatePart, Traversal,
};
use crate::syntax::json_template;

/// Returns all references of an expression, from left to right, except that a condition of `for` stands before its result. Variables of `for` are no references.
///
/// ```
/// use terrane_hcl::{Source, syntax};
///
/// let source = Source::detached("x", "[for x in var.list : \"${x}-${local.y[0]}\"]");
/// let references = syntax::references(&syntax::parse_expression(&source).value);
/// let roots: Vec<&str> = references.iter().map(|reference| reference.root.name.as_str()).collect();
/// assert_eq!(roots, ["var", "local"]);
/// ```
pub fn references(expression: &Expression) -> Vec<Traversal> {
    let mut collector = Collector::default();
    collector.expression(expression);
    collector.references
}

#[derive(Default)]
struct Collector {
    references: Vec<Traversal>,
    /// The variables of the `for` expressions around the place.
    local: Vec<Text>,
}

impl Collector {
    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Invalid => {}
            ExpressionKind::JsonString(text) => {
                self.expression(&json_template(text, expression.span).value)
            }
            ExpressionKind::Template(template) => self.parts(&template.parts),
            ExpressionKind::Traversal(traversal) => self.traversal(traversal),
            ExpressionKind::Access(access) => {
                self.expression(&access.source);
                self.steps(&access.steps);
            }
            ExpressionKind::Call(call) => self.all(&call.arguments),
            ExpressionKind::Conditional(parts) => {
                self.expression(&parts.condition);
                self.expression(&parts.then);
                self.expression(&parts.otherwise);
            }
            ExpressionKind::Unary(unary) => self.expression(&unary.operand),
            ExpressionKind::Binary(binary) => {
                self.expression(&binary.first);
                for operation in &binary.rest {
                    self.expression(&operation.operand);
                }
            }
            ExpressionKind::Tuple(elements) => self.all(elements),
            ExpressionKind::Object(object) => {
                for item in &object.items {
                    if item.key.literal().is_none() {
                        self.expression(&item.key.expression);
                    }
                    self.expression(&item.value);
                }
            }
            ExpressionKind::For(parts) => self.for_expression(parts),
            ExpressionKind::Parentheses(inner) => self.expression(inner),
        }
    }

    fn all(&mut self, expressions: &[Expression]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn traversal(&mut self, traversal: &Traversal) {
        if !self.local.contains(&traversal.root.name) {
            self.references.push(traversal.clone());
        }
    }

    fn steps(&mut self, steps: &[AccessStep]) {
        for step in steps {
            match step {
                AccessStep::Static(_) => {}
                AccessStep::Index(index) => self.expression(&index.key),
                AccessStep::Splat(splat) => self.steps(&splat.each),
            }
        }
    }

    fn for_expression(&mut self, parts: &For) {
        self.expression(&parts.collection);
        self.with(parts.key.as_ref(), &parts.value, |collector| {
            for expression in [&parts.result_key, &parts.condition].into_iter().flatten() {
                collector.expression(expression);
            }
            collector.expression(&parts.result);
        });
    }

    fn parts(&mut self, parts: &[TemplatePart]) {
        for part in parts {
            match part {
                TemplatePart::Literal(_) => {}
                TemplatePart::Interpolation(expression) => self.expression(expression),
                TemplatePart::If(parts) => {
                    self.expression(&parts.condition);
                    self.parts(&parts.then);
                    self.parts(&parts.otherwise);
                }
                TemplatePart::For(parts) => {
                    self.expression(&parts.collection);
                    self.with(parts.key.as_ref(), &parts.value, |collector| {
                        collector.parts(&parts.body)
                    });
                }
            }
        }
    }

    fn with(
        &mut self,
        key: Option<&Identifier>,
        value: &Identifier,
        collect: impl FnOnce(&mut Self),
    ) {
        let outer = self.local.len();
        self.local.extend(key.map(|key| key.name.clone()));
        self.local.push(value.name.clone());
        collect(self);
        self.local.truncate(outer);
    }
}
