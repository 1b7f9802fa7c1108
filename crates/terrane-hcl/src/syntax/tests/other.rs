//! The shape of a syntax tree of hcl-edit as text, as that of ours is written.

use crate::value::Number;
use hcl_edit::expr::{Expression, ForExpr, FuncCall, ObjectKey, TraversalOperator};
use hcl_edit::structure::Body;
use hcl_edit::template::{Directive, Element, IfDirective, Template};

use super::words;

/// Writes a body: the arguments, then the blocks.
pub(crate) fn body(body: &Body) -> String {
    let attributes = body
        .attributes()
        .map(|it| words::attribute(&it.key, &expression(&it.value)));
    let blocks = body.blocks().map(|block| {
        let labels = block.labels.iter().map(|label| label.as_str());
        words::block(&block.ident, labels, &self::body(&block.body))
    });
    attributes.chain(blocks).collect()
}

fn expression(it: &Expression) -> String {
    match it {
        Expression::Null(_) => "null".to_owned(),
        Expression::Bool(value) => value.to_string(),
        Expression::Number(value) => {
            let text = value.as_repr().map_or("", |text| &**text);
            // A sign before a number is an operator, for HashiCorp's parser and for ours.
            match text.strip_prefix('-') {
                Some(rest) => words::unary("-", &number(rest.trim_start())),
                None => number(text),
            }
        }
        Expression::String(text) => words::template(vec![Ok(text.to_string())]),
        Expression::StringTemplate(template) => parts(template, false, false),
        Expression::HeredocTemplate(heredoc) => parts(&heredoc.template, false, false),
        Expression::Variable(name) => name.to_string(),
        Expression::Traversal(traversal) => {
            let steps = traversal.operators.iter().map(|step| self::step(step));
            expression(&traversal.expr) + &steps.collect::<String>()
        }
        Expression::FuncCall(it) => call(it),
        Expression::Conditional(it) => words::conditional(
            &expression(&it.cond_expr),
            &expression(&it.true_expr),
            &expression(&it.false_expr),
        ),
        Expression::UnaryOp(unary) => {
            words::unary(unary.operator.as_str(), &expression(&unary.expr))
        }
        Expression::BinaryOp(binary) => words::binary(
            &expression(&binary.lhs_expr),
            binary.operator.as_str(),
            &expression(&binary.rhs_expr),
        ),
        Expression::Array(elements) => words::tuple(elements.iter().map(expression).collect()),
        Expression::Object(object) => {
            let items = object.iter().map(|(key, value)| {
                let key = match key {
                    ObjectKey::Ident(name) => name.to_string(),
                    ObjectKey::Expression(key) => expression(key),
                };
                (key, expression(value.expr()))
            });
            words::object(items.collect())
        }
        Expression::ForExpr(it) => for_expression(it),
        Expression::Parenthesis(inner) => words::parentheses(&expression(inner.inner())),
    }
}

fn number(text: &str) -> String {
    words::number(&text.parse::<Number>().expect("a number"))
}

fn call(call: &FuncCall) -> String {
    let names: Vec<&str> = call
        .name
        .namespace
        .iter()
        .chain([&call.name.name])
        .map(|name| name.as_str())
        .collect();
    let arguments = call.args.iter().map(expression).collect();
    words::call(&names.join("::"), arguments, call.args.expand_final())
}

fn for_expression(it: &ForExpr) -> String {
    let key = it.intro.key_var.as_ref().map(|key| key.as_str());
    let collection = expression(&it.intro.collection_expr);
    words::for_expression(words::For {
        head: words::for_head(key, &it.intro.value_var, &collection),
        key: it.key_expr.as_ref().map(expression),
        result: expression(&it.value_expr),
        condition: it.cond.as_ref().map(|it| expression(&it.expr)),
        is_grouped: it.grouping,
    })
}

fn step(step: &TraversalOperator) -> String {
    match step {
        TraversalOperator::AttrSplat(_) => words::splat(false).to_owned(),
        TraversalOperator::FullSplat(_) => words::splat(true).to_owned(),
        TraversalOperator::GetAttr(name) => words::get(name),
        TraversalOperator::Index(key) => words::index(&expression(key)),
        TraversalOperator::LegacyIndex(key) => words::index(&key.to_string()),
    }
}

/// Writes a template, with the strip markers applied, because hcl-edit keeps the text as it is. `before` and `after` are whether a marker before the
/// template and a marker after it remove blanks.
fn parts(template: &Template, before: bool, after: bool) -> String {
    let elements: Vec<&Element> = template.iter().collect();
    let parts = elements.iter().enumerate().map(|(at, element)| {
        let text = match element {
            Element::Literal(text) => text.as_str(),
            Element::Interpolation(it) => return Err(words::interpolation(&expression(&it.expr))),
            Element::Directive(it) => return Err(directive(it)),
        };
        let stripped_before = match at.checked_sub(1) {
            Some(previous) => strips(elements[previous]).1,
            None => before,
        };
        let stripped_after = match elements.get(at + 1) {
            Some(next) => strips(next).0,
            None => after,
        };
        let text = if stripped_before {
            text.trim_start()
        } else {
            text
        };
        let text = if stripped_after {
            text.trim_end()
        } else {
            text
        };
        Ok(text.to_owned())
    });
    words::template(parts.collect())
}

/// Returns whether an element removes the blanks before it, and the blanks after it.
fn strips(element: &Element) -> (bool, bool) {
    match element {
        Element::Literal(_) => (false, false),
        Element::Interpolation(it) => (it.strip.strip_start(), it.strip.strip_end()),
        Element::Directive(directive) => match &**directive {
            Directive::If(it) => (
                it.if_expr.strip.strip_start(),
                it.endif_expr.strip.strip_end(),
            ),
            Directive::For(it) => (
                it.for_expr.strip.strip_start(),
                it.endfor_expr.strip.strip_end(),
            ),
        },
    }
}

fn directive(directive: &Directive) -> String {
    match directive {
        Directive::If(it) => template_if(it),
        Directive::For(it) => {
            let head = &it.for_expr;
            let key = head.key_var.as_ref().map(|key| key.as_str());
            let body = parts(
                &head.template,
                head.strip.strip_end(),
                it.endfor_expr.strip.strip_start(),
            );
            let collection = expression(&head.collection_expr);
            words::template_for(&words::for_head(key, &head.value_var, &collection), &body)
        }
    }
}

fn template_if(it: &IfDirective) -> String {
    let end = it.endif_expr.strip.strip_start();
    let (then_end, otherwise) = match &it.else_expr {
        Some(it) => (
            it.strip.strip_start(),
            parts(&it.template, it.strip.strip_end(), end),
        ),
        None => (end, words::template(Vec::new())),
    };
    let then = parts(&it.if_expr.template, it.if_expr.strip.strip_end(), then_end);
    words::template_if(&expression(&it.if_expr.cond_expr), &then, &otherwise)
}
