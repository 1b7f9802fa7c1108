//! The references of an expression to variables of its scope.

use super::{list, traversal};
use crate::source::Span;
use crate::syntax::ast::{Body, BodyForm, Expression, ExpressionKind, ObjectItem, Traversal};
use crate::syntax::{BodySchema, Visitor, visit_body, visit_expression};

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
    visit_expression(expression, &mut collector);
    collector.references
}

/// Returns all references of a file of a configuration.
///
/// In JSON syntax, some strings are no templates: properties with the name `//` are comments, the elements of `depends_on`, `ignore_changes` and
/// `replace_triggered_by` are references, and the arguments `default`, `description` and `type` of variables are constant.
///
/// ```
/// use terrane_hcl::{Source, syntax};
///
/// let text = r#"{"//": "${a.b}", "output": {"x": {"value": "${var.c}", "depends_on": ["d.e"]}}}"#;
/// let file = syntax::parse_json_file(&Source::detached("x", text)).into_result()?;
/// let references = syntax::file_references(&file.body);
/// let roots: Vec<&str> = references.iter().map(|reference| reference.root.name.as_str()).collect();
/// assert_eq!(roots, ["var", "d"]);
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
pub fn file_references(body: &Body) -> Vec<Traversal> {
    let mut collector = Collector::default();
    if let BodyForm::Json(_) = &body.form {
        let (content, _) = body.partial_content(&BodySchema::default().block("variable", ["name"]));
        collector.variables = content.blocks.iter().map(|block| block.span).collect();
    }
    visit_body(body, &mut collector);
    collector.references
}

#[derive(Default)]
struct Collector {
    references: Vec<Traversal>,
    /// The blocks of variables in JSON syntax.
    variables: Vec<Span>,
}

impl Visitor for Collector {
    fn item(&mut self, item: &ObjectItem) -> bool {
        let ExpressionKind::JsonString(key) = &item.key.expression.kind else {
            return true;
        };
        match key.text.as_str() {
            "//" => false,
            "default" | "description" | "type" => {
                let mut variables = self.variables.iter();
                !variables.any(|variable| variable.contains(item.value.span))
            }
            "depends_on" | "ignore_changes" | "replace_triggered_by" => {
                let elements = list(&item.value).unwrap_or_default();
                self.references.extend(elements.iter().flat_map(traversal));
                true
            }
            _ => true,
        }
    }

    fn reference(&mut self, reference: &Traversal) {
        self.references.push(reference.clone());
    }
}
