//! Regular expressions with the syntax and the meaning of RE2.

mod machine;
mod names;
mod pattern;
mod program;
mod set;
mod syntax;

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
        Returns::By(first_match_type),
        first_match,
    )
    .since((0, 12, 7)),
    Function::new(
        "regexall",
        "Returns all matches of a regular expression as a list.",
        &[string("pattern"), string("string")],
        Returns::By(all_matches_type),
        all_matches,
    )
    .since((0, 12, 7)),
]];

fn match_type(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().and_then(Value::as_str) {
        Some(pattern) => Pattern::result_type(pattern).map_err(invalid_pattern),
        None => Ok(Type::Dynamic),
    }
}

fn first_match_type(arguments: &[Value]) -> Result<Type, CallError> {
    match_type(arguments)
}

fn all_matches_type(arguments: &[Value]) -> Result<Type, CallError> {
    match_type(arguments).map(Type::list)
}

fn invalid_pattern(message: String) -> CallError {
    CallError::argument(0, format!("invalid regexp pattern: {message}"))
}

/// The steps of compiling each instruction of a pattern.
const INSTRUCTION: u64 = 20;

/// Compiles a pattern.
fn compile_pattern(call: &Call<'_>) -> Result<Pattern, CallError> {
    let pattern = Pattern::new(call.text(0)).map_err(invalid_pattern)?;
    call.spend(INSTRUCTION.saturating_mul(pattern.size()))?;
    Ok(pattern)
}

fn first_match(call: &Call<'_>) -> Result<Value, CallError> {
    let pattern = compile_pattern(call)?;
    let found = pattern.first(call.text(1), &|steps| call.spend(steps))?;
    found.ok_or_else(|| CallError::new("pattern did not match any part of the given string"))
}

fn all_matches(call: &Call<'_>) -> Result<Value, CallError> {
    let pattern = compile_pattern(call)?;
    let mut found = Vec::new();
    pattern.all(call.text(1), &|steps| call.spend(steps), |value| {
        // The groups of a match are elements, too.
        let elements = 1 + value.elements().map_or(0, <[Value]>::len);
        found.push(value);
        call.check_elements_of_text(found.len().saturating_mul(elements))
    })?;
    let element = match &call.ty {
        Type::List(element) => Type::clone(element),
        _ => Type::String,
    };
    Ok(Value::list_of(element, found))
}
