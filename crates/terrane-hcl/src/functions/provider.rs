//! The functions of the provider that is built into hosts: `provider::terraform::..`.

use std::fmt::Write as _;

use terrane_value::Type;

use crate::source::Source;
use crate::stack::deeper;
use crate::syntax::{self, is_identifier, quoted};
use crate::value::{Value, number_text};

use super::call::{Call, CallError};
use super::json;
use super::messages;
use super::signature::{ArgumentType, Cost, Function, Returns, any, string};

/// The functions, whose names lack the namespace.
pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "decode_tfvars",
        "Reads a file of variables as an object.",
        &[string("src")],
        Returns::ArgumentType(ArgumentType::Any),
        |call| {
            call.context
                .templates
                .constants(call.text(0))
                .map_err(CallError::new)
        },
    )
    .cost(Cost::Elements(8))
    .since((1, 8, 0))
    .since_opentofu((1, 10, 0))
    .maybe_null(),
    Function::new(
        "encode_expr",
        "Writes a value as an expression of the configuration language.",
        &[any("expr").nulls().unknowns().dynamic()],
        Returns::ArgumentType(ArgumentType::String),
        encode_expression,
    )
    .cost(Cost::Written(4))
    .since((1, 8, 0))
    .since_opentofu((1, 10, 0)),
    Function::new(
        "encode_tfvars",
        "Writes an object as a file of variables.",
        &[any("value").unknowns()],
        Returns::ArgumentType(ArgumentType::String),
        encode_variables,
    )
    .cost(Cost::Written(4))
    .since((1, 8, 0))
    .since_opentofu((1, 10, 0)),
];

fn encode_expression(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0);
    if value.is_wholly_known() {
        call.spend(value.numbers_as_text())?;
        let text = encoded_expression(value, call.limits().parsed_text())?;
        return Ok(text.into());
    }
    Ok(if value.is_definitely_not_null() {
        json::unknown_with_prefix(json::first_character(value.ty()))
    } else {
        call.unknown()
    })
}

fn encode_variables(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0);
    if !value.is_wholly_known() {
        return Ok(call.unknown());
    }
    if !matches!(value.ty(), Type::Map(_) | Type::Object(_)) {
        return Err(CallError::argument(
            0,
            "invalid value to encode: must be an object whose attribute names will become the encoded variable names",
        ));
    }
    call.spend(value.numbers_as_text())?;
    let mut text = String::new();
    for (name, value) in value.entries() {
        if !is_identifier(name.as_str()) {
            return Err(CallError::argument(
                0,
                format!(
                    "invalid variable name \"{}\": must be a valid identifier, per Terraform's rules for input variable declarations",
                    name.as_str()
                ),
            ));
        }
        let encoded = encoded_expression(value, call.limits().parsed_text())?;
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} = {encoded}", name.as_str());
    }
    Ok(text.into())
}

/// Writes a value as an expression in the layout of the formatter.
fn encoded_expression(value: &Value, max: usize) -> Result<String, CallError> {
    let mut text = String::from("x = ");
    write(&mut text, value, max).map_err(CallError::new)?;
    if text.len() > max {
        return Err(CallError::new(messages::too_long(text.len(), max)));
    }
    text.push('\n');
    let formatted = syntax::format(&Source::detached("expression", text));
    let code = formatted.map_err(|_| CallError::new("the value cannot be formatted"))?;
    let expression_code = code.strip_prefix("x = ").unwrap_or(&code);
    Ok(expression_code.trim_end().to_owned())
}

fn write(text: &mut String, value: &Value, max: usize) -> Result<(), String> {
    if text.len() > max {
        return Err(messages::too_long(text.len(), max));
    }
    if value.is_null() {
        text.push_str("null");
    } else if let Some(value) = value.as_bool() {
        text.push_str(if value { "true" } else { "false" });
    } else if let Some(number) = value.as_number() {
        text.push_str(number_text(number).map_err(|it| it.to_string())?.as_str());
    } else if let Some(string) = value.as_str() {
        // Before it is written with escapes, which are longer.
        if string.len() > max {
            return Err(messages::too_long(string.len(), max));
        }
        *text += &format!("\"{}\"", quoted(string));
    } else if value.elements().is_some() {
        return deeper(|| write_nested(text, value, max));
    } else {
        return Err("the value has no representation in the configuration language".to_owned());
    }
    Ok(())
}

fn write_nested(text: &mut String, value: &Value, max: usize) -> Result<(), String> {
    if value.keys().is_none() {
        text.push('[');
        for (index, element) in value.elements().unwrap_or_default().iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            write(text, element, max)?;
        }
        text.push(']');
        return Ok(());
    }
    text.push('{');
    if value.entries().len() > 0 {
        text.push('\n');
    }
    for (key, value) in value.entries() {
        if is_identifier(key.as_str()) {
            text.push_str(key.as_str())
        } else {
            *text += &format!("\"{}\"", quoted(key.as_str()))
        }
        text.push_str(" = ");
        write(text, value, max)?;
        text.push('\n');
    }
    text.push('}');
    Ok(())
}
