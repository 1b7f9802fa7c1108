//! Outputs, as expressions of the configuration language.

use terrane_value::{Data, Text, Type, Value};

use super::Renderer;
use super::paint::Style;
use crate::quote::quoted;
use crate::state::{Output, State};

/// The columns of a level of indentation.
const INDENT: usize = 2;

impl Renderer {
    /// Returns the outputs of a state. Without outputs, the text is empty. Secrets are hidden.
    pub fn outputs(&self, state: &State) -> String {
        if state.outputs.is_empty() {
            return String::new();
        }
        let title = self.paint.text(Style::BoldGreen, "Outputs:");
        let mut text = format!("\n{title}\n\n");
        for (name, output) in &state.outputs {
            let value = shown(output);
            text += &format!("{name} = {value}\n");
        }
        text
    }
}

fn shown(output: &Output) -> String {
    if output.sensitive {
        return "<sensitive>".to_owned();
    }
    let ty = Type::from_json(output.ty.as_str().as_bytes());
    let decoded = ty.and_then(|ty| {
        let value = terrane_value::json::decode(output.value.as_str().as_bytes(), &ty)?;
        Ok(expression(&value, &ty, 0))
    });
    // A value that does not fit its type is shown as the state has it.
    decoded.unwrap_or_else(|_| output.value.as_str().to_owned())
}

/// Returns an expression whose value is the given one.
fn expression(value: &Value, ty: &Type, indent: usize) -> String {
    let data = match value {
        Value::Null => return null(ty),
        Value::Unknown(_) => return "(known after apply)".to_owned(),
        Value::Known(data) => data,
    };
    match (data, ty) {
        (Data::Dynamic(typed), _) => expression(&typed.value, &typed.ty, indent),
        (Data::Bool(value), _) => value.to_string(),
        (Data::Number(number), _) => number.to_string(),
        (Data::String(text), _) => string(text, indent),
        (Data::List(values), Type::List(element)) => {
            let values = values.iter().map(|value| (value, &**element));
            format!("tolist({})", sequence(values, indent))
        }
        (Data::Set(values), Type::Set(element)) => {
            let values = values.iter().map(|value| (value, &**element));
            format!("toset({})", sequence(values, indent))
        }
        (Data::Tuple(values), Type::Tuple(types)) => {
            sequence(values.iter().zip(types.iter()), indent)
        }
        (Data::Map(values), Type::Map(element)) => {
            let values = values.iter().map(|(key, value)| (key, value, &**element));
            format!("tomap({})", mapping(values, indent))
        }
        (Data::Object(values), Type::Object(object)) => {
            let values = object.iter().zip(values.values());
            mapping(values.map(|((name, ty), value)| (name, value, ty)), indent)
        }
        // A value of another type than its own is a bug.
        _ => "null".to_owned(),
    }
}

fn null(ty: &Type) -> String {
    match ty {
        Type::Dynamic => "null".to_owned(),
        Type::String | Type::Number | Type::Bool => format!("to{ty}(null)"),
        Type::List(element) => format!("tolist(null) /* of {} */", friendly(element)),
        Type::Set(element) => format!("toset(null) /* of {} */", friendly(element)),
        Type::Map(element) => format!("tomap(null) /* of {} */", friendly(element)),
        Type::Object(_) | Type::Tuple(_) => format!("null /* {} */", friendly(ty)),
    }
}

/// Returns a type in words.
fn friendly(ty: &Type) -> String {
    match ty {
        Type::List(element) => format!("list of {}", friendly(element)),
        Type::Set(element) => format!("set of {}", friendly(element)),
        Type::Map(element) => format!("map of {}", friendly(element)),
        Type::Object(_) => "object".to_owned(),
        Type::Tuple(_) => "tuple".to_owned(),
        ty => ty.to_string(),
    }
}

fn sequence<'v>(values: impl Iterator<Item = (&'v Value, &'v Type)>, indent: usize) -> String {
    let inner = indent + INDENT;
    let lines = values.map(|(value, ty)| format!("{},", expression(value, ty, inner)));
    bracketed('[', lines.collect(), ']', indent)
}

fn mapping<'v>(
    values: impl Iterator<Item = (&'v Text, &'v Value, &'v Type)>,
    indent: usize,
) -> String {
    let inner = indent + INDENT;
    let lines = values.map(|(key, value, ty)| {
        let value = expression(value, ty, inner);
        format!("{} = {value}", string(key, inner))
    });
    bracketed('{', lines.collect(), '}', indent)
}

fn bracketed(open: char, lines: Vec<String>, close: char, indent: usize) -> String {
    if lines.is_empty() {
        return format!("{open}{close}");
    }
    let inner = indent + INDENT;
    let lines: String = lines
        .iter()
        .map(|line| format!("\n{:inner$}{line}", ""))
        .collect();
    format!("{open}{lines}\n{:indent$}{close}", "")
}

/// Returns a text in quotes, or as a template of several lines.
fn string(text: &str, indent: usize) -> String {
    if !text.contains('\n') {
        return quoted(text);
    }
    let mut end = "EOT".to_owned();
    while text.split('\n').any(|line| line.trim() == end) {
        end.push('_');
    }
    let operator = if indent > 0 { "<<-" } else { "<<" };
    let lines: String = text
        .split('\n')
        .map(|line| format!("\n{:indent$}{line}", ""))
        .collect();
    format!("{operator}{end}{lines}\n{:indent$}{end}", "")
}
