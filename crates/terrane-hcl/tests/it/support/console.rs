//! Values as `terraform console` shows them.

use super::quote::quote;
use terrane_hcl::value::{Mark, Value};
use terrane_value::Type;

/// Writes an element of a tuple as the console does.
pub(crate) fn shown(value: &Value) -> String {
    show(value, 2)
}

fn show(value: &Value, indent: usize) -> String {
    if value.is_unknown() {
        return "(known after apply)".to_owned();
    }
    if value.marks().contains(&Mark::Sensitive) {
        return "(sensitive value)".to_owned();
    }
    if value.is_null() {
        return null(value.ty());
    }
    if let Some(text) = value.as_str() {
        return string(text, indent);
    }
    if let Some(number) = value.as_number() {
        return number.to_string();
    }
    if let Some(value) = value.as_bool() {
        return value.to_string();
    }
    match value.ty() {
        Type::Object(_) => mapping(value, indent),
        Type::Map(_) => format!("tomap({})", mapping(value, indent)),
        Type::List(_) => format!("tolist({})", sequence(value, indent)),
        Type::Set(_) => format!("toset({})", sequence(value, indent)),
        _ => sequence(value, indent),
    }
}

fn string(text: &str, indent: usize) -> String {
    let Some(text) = text
        .strip_suffix('\n')
        .map_or_else(|| text.contains('\n').then_some(text), |_| Some(text))
    else {
        return quote(text);
    };
    let blanks = " ".repeat(indent);
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| format!("{blanks}{line}"))
        .collect();
    format!("<<-EOT\n{}\n{blanks}EOT", lines.join("\n"))
}

fn mapping(value: &Value, indent: usize) -> String {
    let inner = " ".repeat(indent + 2);
    let entries: Vec<String> = value
        .entries()
        .map(|(key, value)| {
            format!(
                "\n{inner}{} = {}",
                string(key, indent + 2),
                show(value, indent + 2)
            )
        })
        .collect();
    close("{", &entries, "}", indent)
}

fn sequence(value: &Value, indent: usize) -> String {
    let inner = " ".repeat(indent + 2);
    let elements: Vec<String> = value
        .elements()
        .unwrap_or_default()
        .iter()
        .map(|value| format!("\n{inner}{},", show(value, indent + 2)))
        .collect();
    close("[", &elements, "]", indent)
}

fn close(open: &str, entries: &[String], close: &str, indent: usize) -> String {
    let end = if entries.is_empty() {
        String::new()
    } else {
        format!("\n{}", " ".repeat(indent))
    };
    format!("{open}{}{end}{close}", entries.concat())
}

fn null(ty: &Type) -> String {
    match ty {
        Type::Dynamic => "null".to_owned(),
        Type::String => "tostring(null)".to_owned(),
        Type::Number => "tonumber(null)".to_owned(),
        Type::Bool => "tobool(null)".to_owned(),
        Type::List(element) => format!("tolist(null) /* of {} */", name(element)),
        Type::Set(element) => format!("toset(null) /* of {} */", name(element)),
        Type::Map(element) => format!("tomap(null) /* of {} */", name(element)),
        ty => format!("null /* {} */", name(ty)),
    }
}

fn name(ty: &Type) -> String {
    match ty {
        Type::Dynamic => "dynamic".to_owned(),
        Type::String => "string".to_owned(),
        Type::Number => "number".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::List(element) => format!("list of {}", name(element)),
        Type::Set(element) => format!("set of {}", name(element)),
        Type::Map(element) => format!("map of {}", name(element)),
        Type::Object(_) => "object".to_owned(),
        Type::Tuple(_) => "tuple".to_owned(),
    }
}
