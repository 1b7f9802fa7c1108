//! Regular expressions with the syntax and the meaning of RE2.

mod pattern;
mod translate;

use terrane_value::Type;

use crate::value::Value;

use super::call::{Call, CallError};
use super::signature::{Function, Returns, string};

pub(super) use pattern::Pattern;

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "regex",
        "Returns the first match of a regular expression: a string, or its groups as a tuple or an object.",
        &[string("pattern"), string("string")],
        Returns::By(one_type),
        one,
    )
    .since((0, 12, 7)),
    Function::new(
        "regexall",
        "Returns all matches of a regular expression as a list.",
        &[string("pattern"), string("string")],
        Returns::By(all_type),
        all,
    )
    .since((0, 12, 7)),
]];

fn match_type(arguments: &[Value]) -> Result<Type, CallError> {
    let Some(pattern) = arguments.first().and_then(Value::as_str) else {
        return Ok(Type::Dynamic);
    };
    compile(pattern)?.result_type().map_err(invalid)
}

fn one_type(arguments: &[Value]) -> Result<Type, CallError> {
    match_type(arguments)
}

fn all_type(arguments: &[Value]) -> Result<Type, CallError> {
    match_type(arguments).map(Type::list)
}

fn compile(pattern: &str) -> Result<Pattern, CallError> {
    Pattern::new(pattern)
        .map_err(|message| CallError::argument(0, format!("invalid regexp pattern: {message}")))
}

fn invalid(message: &str) -> CallError {
    CallError::argument(0, format!("invalid regexp pattern: {message}"))
}

fn one(call: &Call<'_>) -> Result<Value, CallError> {
    let pattern = compile(call.text(0))?;
    let found = pattern.matches(call.text(1)).next();
    found.ok_or_else(|| CallError::new("pattern did not match any part of the given string"))
}

fn all(call: &Call<'_>) -> Result<Value, CallError> {
    let pattern = compile(call.text(0))?;
    let most = call.limits().elements;
    let found: Vec<Value> = pattern
        .matches(call.text(1))
        .take(most.saturating_add(1))
        .collect();
    call.check_elements(found.len())?;
    let element = pattern.result_type().map_err(invalid)?;
    Ok(Value::list_of(element, found))
}
