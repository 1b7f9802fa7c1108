//! Removing characters from the ends, and indentation.

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Function, Returns, number, string};
use crate::value::Value;

/// The functions of this file return a string.
const RETURNS_TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "chomp",
        "Removes all line breaks at the end of a string.",
        &[string("str")],
        RETURNS_TEXT,
        |call| Ok(call.text(0).trim_end_matches(['\r', '\n']).into()),
    ),
    Function::new(
        "indent",
        "Indents all lines of a string but the first.",
        &[number("spaces"), string("str")],
        RETURNS_TEXT,
        indent,
    ),
    Function::new(
        "trim",
        "Removes all characters of a set from both ends of a string.",
        &[string("str"), string("cutset")],
        RETURNS_TEXT,
        |call| {
            let cut = call.text(1);
            Ok(call.text(0).trim_matches(|it| cut.contains(it)).into())
        },
    )
    .since((0, 12, 17)),
    Function::new(
        "trimprefix",
        "Removes a prefix once, if the string has it.",
        &[string("str"), string("prefix")],
        RETURNS_TEXT,
        |call| {
            let text = call.text(0);
            Ok(text.strip_prefix(call.text(1)).unwrap_or(text).into())
        },
    )
    .since((0, 12, 17)),
    Function::new(
        "trimspace",
        "Removes white space from both ends of a string.",
        &[string("str")],
        RETURNS_TEXT,
        |call| Ok(call.text(0).trim().into()),
    ),
    Function::new(
        "trimsuffix",
        "Removes a suffix once, if the string has it.",
        &[string("str"), string("suffix")],
        RETURNS_TEXT,
        |call| {
            let text = call.text(0);
            Ok(text.strip_suffix(call.text(1)).unwrap_or(text).into())
        },
    )
    .since((0, 12, 17)),
];

fn indent(call: &Call<'_>) -> Result<Value, CallError> {
    let spaces = usize::try_from(call.whole(0)?)
        .map_err(|_| CallError::new("the number of spaces must not be negative"))?;
    let text = call.text(1);
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    call.check_text(text.len().saturating_add(lines.saturating_mul(spaces)))?;
    if lines == 0 {
        return Ok(text.into());
    }
    Ok(text
        .replace('\n', &format!("\n{}", " ".repeat(spaces)))
        .into())
}
