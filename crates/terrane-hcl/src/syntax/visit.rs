//! Visits of all expressions of a body or of an expression.

use terrane_value::Text;

use super::ast::{
    AccessStep, Attribute, Block, Body, BodyForm, Expression, ExpressionKind, For, Identifier,
    ObjectItem, TemplatePart, Traversal,
};
use super::json_template;

/// Visits the parts of a body or of an expression, from left to right, except that a condition of `for` stands before its result.
///
/// The templates in strings of JSON files are visited, too.
///
/// ```
/// use terrane_hcl::syntax::ast::Expression;
/// use terrane_hcl::syntax::{Visitor, parse_file, visit_body};
/// use terrane_hcl::Source;
///
/// #[derive(Default)]
/// struct Calls(Vec<String>);
///
/// impl Visitor for Calls {
///     fn expression(&mut self, expression: &Expression) -> bool {
///         self.0.extend(expression.call().map(|call| call.name.name.to_string()));
///         true
///     }
/// }
///
/// let file = parse_file(&Source::detached("x", "a {\n  b = \"${upper(lower(c))}\"\n}\n")).into_result()?;
/// let mut calls = Calls::default();
/// visit_body(&file.body, &mut calls);
/// assert_eq!(calls.0, ["upper", "lower"]);
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
pub trait Visitor {
    /// Visits a block before its content. Returns whether to visit the content.
    fn block(&mut self, block: &Block) -> bool {
        let _ = block;
        true
    }

    /// Visits an argument before its expression. Returns whether to visit the expression.
    fn attribute(&mut self, attribute: &Attribute) -> bool {
        let _ = attribute;
        true
    }

    /// Visits an expression before its parts. Returns whether to visit the parts.
    fn expression(&mut self, expression: &Expression) -> bool {
        let _ = expression;
        true
    }

    /// Visits an item of an object, or a property of a JSON file, before its key and its value. Returns whether to visit these.
    fn item(&mut self, item: &ObjectItem) -> bool {
        let _ = item;
        true
    }

    /// Visits a reference to a variable of the scope. Variables of `for` are no references.
    fn reference(&mut self, reference: &Traversal) {
        let _ = reference;
    }
}

/// Visits all arguments, blocks and expressions of a body, in native syntax first the arguments of each body.
///
/// A body in JSON syntax is one expression, because only a schema can distinguish arguments from blocks.
pub fn visit_body(body: &Body, visitor: &mut impl Visitor) {
    match &body.form {
        BodyForm::Native(body) => {
            for attribute in &body.attributes {
                if visitor.attribute(attribute) {
                    visit_expression(&attribute.expression, visitor);
                }
            }
            for block in &body.blocks {
                if visitor.block(block) {
                    visit_body(&block.body, visitor);
                }
            }
        }
        BodyForm::Json(body) => visit_expression(&body.value, visitor),
        BodyForm::Merged(body) => {
            visit_body(&body.base, visitor);
            visit_body(&body.over, visitor);
        }
    }
}

/// Visits an expression and all of its parts.
pub fn visit_expression(expression: &Expression, visitor: &mut impl Visitor) {
    let local = Vec::new();
    Walk { visitor, local }.expression(expression);
}

struct Walk<'v, V> {
    visitor: &'v mut V,
    /// The variables of the `for` expressions around the place.
    local: Vec<Text>,
}

impl<V: Visitor> Walk<'_, V> {
    fn expression(&mut self, expression: &Expression) {
        if !self.visitor.expression(expression) {
            return;
        }
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
            ExpressionKind::Call(call) => self.expressions(&call.arguments),
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
            ExpressionKind::Tuple(elements) => self.expressions(elements),
            ExpressionKind::Object(object) => {
                for item in &object.items {
                    self.item(item);
                }
            }
            ExpressionKind::For(parts) => self.for_expression(parts),
            ExpressionKind::Parentheses(inner) => self.expression(inner),
        }
    }

    fn expressions(&mut self, expressions: &[Expression]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn item(&mut self, item: &ObjectItem) {
        if self.visitor.item(item) {
            if item.key.literal().is_none() {
                self.expression(&item.key.expression);
            }
            self.expression(&item.value);
        }
    }

    fn traversal(&mut self, traversal: &Traversal) {
        if !self.local.contains(&traversal.root.name) {
            self.visitor.reference(traversal);
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
        self.with(parts.key.as_ref(), &parts.value, |walk| {
            for expression in [&parts.result_key, &parts.condition].into_iter().flatten() {
                walk.expression(expression);
            }
            walk.expression(&parts.result);
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
                    self.with(parts.key.as_ref(), &parts.value, |walk| {
                        walk.parts(&parts.body)
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
