//! The text of the parts of a syntax tree, for a comparison of two parsers.

use crate::value::Number;

/// The parts of a `for` expression.
pub(crate) struct For {
    /// The variables and the collection.
    pub(crate) head: String,
    pub(crate) key: Option<String>,
    pub(crate) result: String,
    pub(crate) condition: Option<String>,
    pub(crate) is_grouped: bool,
}

pub(crate) fn attribute(name: &str, value: &str) -> String {
    format!("{name} = {value}\n")
}

pub(crate) fn block<'a>(kind: &str, labels: impl Iterator<Item = &'a str>, body: &str) -> String {
    let labels: Vec<&str> = labels.collect();
    format!("{kind} {labels:?} {{\n{body}}}\n")
}

pub(crate) fn number(value: &Number) -> String {
    value.to_string()
}

/// Writes a template of literals and other parts. Literals in a row are one.
pub(crate) fn template(parts: Vec<Result<String, String>>) -> String {
    let (mut text, mut literal) = (String::new(), String::new());
    for part in parts {
        match part {
            Ok(more) => literal += &more,
            Err(other) => {
                text += &quoted(&std::mem::take(&mut literal));
                text += &other;
            }
        }
    }
    format!("<{text}{}>", quoted(&literal))
}

fn quoted(literal: &str) -> String {
    match literal {
        "" => String::new(),
        literal => format!("{literal:?}"),
    }
}

pub(crate) fn interpolation(inner: &str) -> String {
    format!("${{{inner}}}")
}

pub(crate) fn template_if(condition: &str, then: &str, otherwise: &str) -> String {
    format!("%{{if {condition} {then} {otherwise}}}")
}

pub(crate) fn template_for(head: &str, body: &str) -> String {
    format!("%{{for {head} {body}}}")
}

pub(crate) fn for_head(key: Option<&str>, value: &str, collection: &str) -> String {
    format!("{key:?} {value} in {collection}")
}

pub(crate) fn for_expression(it: For) -> String {
    let For {
        head,
        key,
        result,
        condition,
        is_grouped,
    } = it;
    format!("for({head} : {key:?} => {result} {is_grouped} {condition:?})")
}

pub(crate) fn call(name: &str, arguments: Vec<String>, is_expanded: bool) -> String {
    let dots = if is_expanded { "..." } else { "" };
    format!("{name}({}{dots})", arguments.join(", "))
}

pub(crate) fn conditional(condition: &str, then: &str, otherwise: &str) -> String {
    format!("if({condition}, {then}, {otherwise})")
}

pub(crate) fn unary(operator: &str, operand: &str) -> String {
    format!("{operator}({operand})")
}

pub(crate) fn binary(left: &str, operator: &str, right: &str) -> String {
    format!("({left} {operator} {right})")
}

pub(crate) fn parentheses(inner: &str) -> String {
    format!("parentheses({inner})")
}

pub(crate) fn tuple(elements: Vec<String>) -> String {
    format!("[{}]", elements.join(", "))
}

pub(crate) fn object(items: Vec<(String, String)>) -> String {
    let items: Vec<String> = items
        .into_iter()
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    format!("{{{}}}", items.join(", "))
}

pub(crate) fn get(name: &str) -> String {
    format!(".{name}")
}

pub(crate) fn index(key: &str) -> String {
    format!("[{key}]")
}

pub(crate) const fn splat(is_full: bool) -> &'static str {
    if is_full { "[*]" } else { ".*" }
}
