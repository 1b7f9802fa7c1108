//! `format` and `formatlist`.

mod directive;
mod number;

use terrane_value::{Type, Unknown};

use super::call::{Call, CallError};
use super::collection::is_sequence;
use super::signature::{ArgumentType, Cost, Function, Parameter, Returns, any, string};
use crate::value::Value;

const ARGUMENTS: Parameter = any("args").nulls().unknowns().dynamic();

pub(super) static FUNCTIONS: &[&[Function]] = &[&[
    Function::new(
        "format",
        "Writes values into a text, as C's printf does.",
        &[string("format")],
        Returns::ArgumentType(ArgumentType::String),
        format,
    )
    .cost(Cost::Written(2))
    .and_more(ARGUMENTS),
    Function::new(
        "formatlist",
        "Writes the elements of lists into texts, one text for each index.",
        &[string("format")],
        Returns::ArgumentType(ArgumentType::Strings),
        format_list,
    )
    .cost(Cost::Written(2))
    .and_more(ARGUMENTS),
]];

fn format(call: &Call<'_>) -> Result<Value, CallError> {
    let (format, arguments) = (call.text(0), call.rest(1));
    if arguments.iter().all(Value::is_wholly_known) {
        let values: Vec<&Value> = arguments.iter().collect();
        return Ok(directive::format(call, format, &values, call.limits().text)?.into());
    }
    let prefix = format.split('%').next().unwrap_or_default();
    if prefix.is_empty() || prefix.len() == format.len() {
        return Ok(call.unknown());
    }
    let refined = Unknown::new().not_null().with_string_prefix(prefix);
    Ok(match refined {
        Ok(refined) => Value::refined(Type::String, refined),
        Err(_) => call.unknown(),
    })
}

/// An argument of `formatlist`.
enum Source<'a> {
    /// Another element for each text.
    Each(&'a [Value]),
    /// The same value for all texts.
    Same(&'a Value),
}

fn format_list(call: &Call<'_>) -> Result<Value, CallError> {
    let (format, arguments) = (call.text(0), call.rest(1));
    let max = call.limits().text;
    let mut sources = Vec::with_capacity(arguments.len());
    let mut length: Option<(usize, usize)> = None;
    let mut is_known = true;
    for (index, argument) in arguments.iter().enumerate() {
        if !is_sequence(argument.ty()) || argument.is_null() {
            is_known &= !(argument.is_unknown() && *argument.ty() == Type::Dynamic);
            sources.push(Source::Same(argument));
            continue;
        }
        let (min, max) = argument.length_range();
        let own = usize::try_from(min).ok().filter(|_| max == Some(min));
        match (own, length) {
            (None, _) => is_known = false,
            (Some(own), None) => length = Some((own, index)),
            (Some(own), Some((first, _))) if own == first => {}
            (Some(own), Some((first, of))) => {
                let message = format!(
                    "argument {} has length {own}, which is inconsistent with argument {} of length {first}",
                    index + 1,
                    of + 1
                );
                return Err(CallError::argument(index + 1, message));
            }
        }
        match argument.elements() {
            Some(elements) => sources.push(Source::Each(elements)),
            None => is_known = false,
        }
    }
    if !is_known {
        return Ok(call.unknown());
    }
    let count = length.map_or(1, |(length, _)| length);
    let mut texts = Vec::with_capacity(count);
    let mut total: usize = 0;
    for index in 0..count {
        let values: Vec<&Value> = sources
            .iter()
            .filter_map(|source| match source {
                Source::Each(elements) => elements.get(index),
                Source::Same(value) => Some(*value),
            })
            .collect();
        if !values.iter().all(|it| it.is_wholly_known()) {
            texts.push(Value::unknown_not_null(Type::String));
            continue;
        }
        let text = directive::format(call, format, &values, max.saturating_sub(total)).map_err(
            |error| {
                if arguments.is_empty() {
                    error
                } else {
                    CallError::new(format!("error on format iteration {index}: {error}"))
                }
            },
        )?;
        total += text.len();
        texts.push(text.into());
    }
    Ok(Value::list_of(Type::String, texts))
}
