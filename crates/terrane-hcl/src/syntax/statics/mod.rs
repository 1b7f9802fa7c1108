//! Expressions that are read as syntax rather than evaluated: keywords, references, lists and pairs of them.

mod references;

pub use references::{file_references, references};

use terrane_value::Text;

use super::ast::{
    AccessStep, Expression, ExpressionKind, Identifier, Traversal, TraversalStep, TraversalStepKind,
};
use super::messages::statics as messages;
use super::parser::json_traversal;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Returns the keyword that an expression consists of. In JSON syntax it is a string.
///
/// ```
/// use terrane_hcl::{Source, syntax};
///
/// let expression = syntax::parse_expression(&Source::detached("x", "all")).value;
/// assert_eq!(syntax::keyword(&expression).as_deref(), Some("all"));
/// ```
pub fn keyword(expression: &Expression) -> Option<Text> {
    let traversal = traversal(expression).ok()?;
    traversal.steps.is_empty().then_some(traversal.root.name)
}

/// Returns the reference that an expression consists of. In JSON syntax it is the text of a string, without a template sequence.
///
/// # Errors
///
/// Fails if the expression is anything else.
pub fn traversal(expression: &Expression) -> Result<Traversal, Diagnostics> {
    let name = match &expression.kind {
        ExpressionKind::Traversal(traversal) => return Ok((**traversal).clone()),
        // A reference has no keywords.
        ExpressionKind::Null => "null",
        ExpressionKind::Bool(true) => "true",
        ExpressionKind::Bool(false) => "false",
        ExpressionKind::JsonString(text) => {
            let located = |error: Diagnostic| error.at(expression.span);
            let parsed = json_traversal(text, expression.span);
            return parsed.map_err(|errors| errors.into_iter().map(located).collect());
        }
        _ => return Err(messages::expected_reference().at(expression.span).into()),
    };
    Ok(Traversal {
        root: Identifier {
            name: Text::from_static(name),
            span: expression.span,
        },
        steps: Vec::new(),
    })
}

/// Returns the reference that an expression consists of without the key of an instance, and this key, which need not be constant.
///
/// ```
/// use terrane_hcl::{Source, syntax};
///
/// let source = Source::detached("x", "action.zoo_feed.lions[each.key]");
/// let (reference, key) = syntax::instance_reference(&syntax::parse_expression(&source).value)?;
/// assert_eq!(reference.steps.len(), 2);
/// assert_eq!(source.locate(key.expect("a key").span), "x:1,23-31");
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
///
/// # Errors
///
/// Fails if the expression is anything else.
pub fn instance_reference(
    expression: &Expression,
) -> Result<(Traversal, Option<Expression>), Diagnostics> {
    if let ExpressionKind::Access(access) = &expression.kind
        && let [AccessStep::Index(index)] = access.steps.as_slice()
    {
        return Ok((traversal(&access.source)?, Some(index.key.clone())));
    }
    let mut traversal = traversal(expression)?;
    let is_index = |step: &mut TraversalStep| !matches!(step.kind, TraversalStepKind::Attribute(_));
    let key = traversal.steps.pop_if(is_index);
    let key = key.map(|step| Expression {
        span: step.span,
        kind: match step.kind {
            TraversalStepKind::Attribute(text) | TraversalStepKind::StringIndex(text) => {
                ExpressionKind::String(text)
            }
            TraversalStepKind::NumberIndex(number) => ExpressionKind::Number(number),
        },
    });
    Ok((traversal, key))
}

/// Returns the elements of a list.
///
/// # Errors
///
/// Fails if the expression is no tuple.
pub fn list(expression: &Expression) -> Result<&[Expression], Diagnostics> {
    match &expression.kind {
        ExpressionKind::Tuple(elements) => Ok(elements),
        _ => Err(messages::expected_list().at(expression.span).into()),
    }
}

/// Returns the keys and values of an object, such as that of the argument `providers`.
///
/// # Errors
///
/// Fails if the expression is no object.
pub fn pairs(expression: &Expression) -> Result<Vec<(&Expression, &Expression)>, Diagnostics> {
    match &expression.kind {
        ExpressionKind::Object(object) => {
            let items = object.items.iter();
            Ok(items
                .map(|item| (&item.key.expression, &item.value))
                .collect())
        }
        _ => Err(messages::expected_object().at(expression.span).into()),
    }
}
