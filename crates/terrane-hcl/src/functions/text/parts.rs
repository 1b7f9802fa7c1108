//! Splitting strings and joining them.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{
    ArgumentType, Cost, Function, Parameter, Returns, number, string,
};
use crate::value::Value;

const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);
const TEXTS: Returns = Returns::ArgumentType(ArgumentType::Strings);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "join",
        "Joins the elements of lists with a separator between them.",
        &[string("separator")],
        TEXT,
        join,
    )
    .and_more(Parameter::new("lists", ArgumentType::Strings)),
    Function::new(
        "sort",
        "Sorts strings by their bytes.",
        &[Parameter::new("list", ArgumentType::Strings).unknowns()],
        TEXTS,
        sort,
    )
    .cost(Cost::Nested(4)),
    Function::new(
        "split",
        "Splits a string at each separator.",
        &[string("separator"), string("str")],
        TEXTS,
        split,
    ),
    Function::new(
        "strrev",
        "Reverses the characters of a string.",
        &[string("str").dynamic()],
        TEXT,
        |call| {
            Ok(call
                .text(0)
                .graphemes(true)
                .rev()
                .collect::<String>()
                .into())
        },
    )
    .cost(Cost::Elements(4)),
    Function::new(
        "substr",
        "Returns a part of a string, by offset and length in characters.",
        &[
            string("str").dynamic(),
            number("offset").dynamic(),
            number("length").dynamic(),
        ],
        TEXT,
        substr,
    )
    .cost(Cost::Elements(4)),
];

fn join(call: &Call<'_>) -> Result<Value, CallError> {
    let (separator, lists) = (call.text(0), call.rest(1));
    if lists.is_empty() {
        return Err(CallError::new("at least one list is required"));
    }
    if !lists.iter().all(Value::is_wholly_known) {
        return Ok(call.unknown());
    }
    let mut texts = Vec::new();
    for (list, values) in lists.iter().enumerate() {
        for (index, value) in values.elements().unwrap_or_default().iter().enumerate() {
            let Some(text) = value.as_str() else {
                let place = match lists.len() {
                    1 => format!("element {index}"),
                    _ => format!("element {index} of list {}", list + 1),
                };
                let message = format!("{place} is null; cannot concatenate null values");
                return Err(CallError::argument(list + 1, message));
            };
            texts.push(text);
        }
    }
    let separators = separator
        .len()
        .saturating_mul(texts.len().saturating_sub(1));
    let length = texts.iter().map(|text| text.len()).sum::<usize>();
    call.check_text(length.saturating_add(separators))?;
    Ok(texts.join(separator).into())
}

fn sort(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0);
    if !list.is_wholly_known() {
        let (min, max) = list.length_range();
        let refined = terrane_value::Unknown::new()
            .not_null()
            .with_length_lower(min);
        let bounded = match max {
            Some(max) => refined.and_then(|it| it.with_length_upper(max)),
            None => refined,
        };
        return Ok(match bounded {
            Ok(unknown) => Value::refined(call.ty.clone(), unknown),
            Err(_) => call.unknown(),
        });
    }
    let elements = call.elements(0);
    if let Some(index) = elements.iter().position(Value::is_null) {
        let message = format!("given list element {index} is null; a null string cannot be sorted");
        return Err(CallError::new(message));
    }
    let mut sorted = elements.to_vec();
    sorted.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    Ok(Value::list_of(terrane_value::Type::String, sorted))
}

fn split(call: &Call<'_>) -> Result<Value, CallError> {
    let (separator, text) = (call.text(0), call.text(1));
    let count = if separator.is_empty() {
        text.len()
    } else {
        text.matches(separator).count() + 1
    };
    call.check_elements(count)?;
    let parts: Vec<Value> = if separator.is_empty() {
        text.chars().map(|it| Value::from(it.to_string())).collect()
    } else {
        text.split(separator).map(Value::from).collect()
    };
    Ok(Value::list_of(terrane_value::Type::String, parts))
}

fn substr(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.text(0);
    let (offset, length) = (call.whole(1)?, call.whole(2)?);
    let total = || i64::try_from(text.graphemes(true).count()).unwrap_or(i64::MAX);
    let start = if offset < 0 {
        offset.saturating_add(total())
    } else if length == 0 {
        return Ok("".into());
    } else {
        offset
    };
    let start_index = usize::try_from(start).unwrap_or(0);
    let parts = text.graphemes(true).skip(start_index);
    // With a negative offset hosts treat the length 0 as the rest of the string, as they treat negative lengths.
    let max_length = usize::try_from(length).ok().filter(|length| *length > 0);
    let part: String = parts.take(max_length.unwrap_or(usize::MAX)).collect();
    Ok(part.into())
}
