//! The shape of a syntax tree of ours as text, without places and layout.

use crate::syntax::ast::{
    AccessStep, BinaryOperator, Body, Expression, ExpressionKind, For, NativeBody, Object,
    TemplatePart, TraversalStep, TraversalStepKind, UnaryOperator,
};

use super::words;

/// Writes a body: the arguments, then the blocks.
pub(crate) fn body(body: &Body) -> String {
    let NativeBody {
        attributes, blocks, ..
    } = body.native().expect("native syntax");
    let attributes = attributes
        .iter()
        .map(|it| words::attribute(&it.name.name, &expression(&it.expression)));
    let blocks = blocks.iter().map(|block| {
        let labels = block.labels.iter().map(|label| label.name.as_ref());
        words::block(&block.kind.name, labels, &self::body(&block.body))
    });
    attributes.chain(blocks).collect()
}

/// Writes an expression.
fn expression(it: &Expression) -> String {
    match &it.kind {
        ExpressionKind::Null => "null".to_owned(),
        ExpressionKind::Bool(value) => value.to_string(),
        ExpressionKind::Number(value) => words::number(value),
        ExpressionKind::String(text) => words::template(vec![Ok(text.to_string())]),
        ExpressionKind::Template(template) => parts(&template.parts),
        ExpressionKind::Traversal(traversal) => {
            let steps = traversal.steps.iter().map(step);
            traversal.root.name.to_string() + &steps.collect::<String>()
        }
        ExpressionKind::Access(access) => expression(&access.source) + &steps(&access.steps),
        ExpressionKind::Call(call) => {
            let arguments = call.arguments.iter().map(expression).collect();
            words::call(&call.name.name, arguments, call.is_expanded)
        }
        ExpressionKind::Conditional(it) => words::conditional(
            &expression(&it.condition),
            &expression(&it.then),
            &expression(&it.otherwise),
        ),
        ExpressionKind::Unary(unary) => {
            let operator = match unary.operator {
                UnaryOperator::Not => "!",
                UnaryOperator::Negate => "-",
            };
            words::unary(operator, &expression(&unary.operand))
        }
        ExpressionKind::Binary(binary) => {
            let first = expression(&binary.first);
            binary.rest.iter().fold(first, |left, operation| {
                let right = expression(&operation.operand);
                words::binary(&left, sign(operation.operator), &right)
            })
        }
        ExpressionKind::Tuple(elements) => words::tuple(elements.iter().map(expression).collect()),
        ExpressionKind::Object(it) => object(it),
        ExpressionKind::For(it) => for_expression(it),
        ExpressionKind::Parentheses(inner) => words::parentheses(&expression(inner)),
        ExpressionKind::JsonString(_) | ExpressionKind::Invalid => {
            panic!("not in a valid file in native syntax")
        }
    }
}

fn object(object: &Object) -> String {
    let items = object.items.iter().map(|item| {
        let key = match item.key.literal() {
            Some(name) => name.name.to_string(),
            None => expression(&item.key.expression),
        };
        (key, expression(&item.value))
    });
    words::object(items.collect())
}

fn for_expression(it: &For) -> String {
    words::for_expression(words::For {
        head: words::for_head(
            it.key.as_ref().map(|key| key.name.as_ref()),
            &it.value.name,
            &expression(&it.collection),
        ),
        key: it.result_key.as_ref().map(expression),
        result: expression(&it.result),
        condition: it.condition.as_ref().map(expression),
        is_grouped: it.is_grouped,
    })
}

fn steps(steps: &[AccessStep]) -> String {
    let steps = steps.iter().map(|step| match step {
        AccessStep::Static(step) => self::step(step),
        AccessStep::Index(index) => words::index(&expression(&index.key)),
        AccessStep::Splat(splat) => {
            let is_full = splat.marker.end - splat.marker.start > 2;
            words::splat(is_full).to_owned() + &self::steps(&splat.each)
        }
    });
    steps.collect()
}

fn step(step: &TraversalStep) -> String {
    match &step.kind {
        TraversalStepKind::Attribute(name) => words::get(name),
        TraversalStepKind::StringIndex(key) => {
            words::index(&words::template(vec![Ok(key.to_string())]))
        }
        TraversalStepKind::NumberIndex(key) => words::index(&words::number(key)),
    }
}

fn parts(parts: &[TemplatePart]) -> String {
    let parts = parts.iter().map(|part| match part {
        TemplatePart::Literal(text) => Ok(text.name.to_string()),
        TemplatePart::Interpolation(inner) => Err(words::interpolation(&expression(inner))),
        TemplatePart::If(it) => Err(words::template_if(
            &expression(&it.condition),
            &self::parts(&it.then),
            &self::parts(&it.otherwise),
        )),
        TemplatePart::For(it) => {
            let key = it.key.as_ref().map(|key| key.name.as_ref());
            let head = words::for_head(key, &it.value.name, &expression(&it.collection));
            Err(words::template_for(&head, &self::parts(&it.body)))
        }
    });
    words::template(parts.collect())
}

const fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => "||",
        BinaryOperator::And => "&&",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessOrEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterOrEqual => ">=",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
    }
}
