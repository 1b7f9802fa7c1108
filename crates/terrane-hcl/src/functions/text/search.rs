//! Searching in strings, and replacing.

use crate::functions::call::{Call, CallError};
use crate::functions::regex::Pattern;
use crate::functions::signature::{ArgumentType, Function, Returns, string};
use crate::value::Value;

const BOOL: Returns = Returns::ArgumentType(ArgumentType::Bool);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "endswith",
        "Returns whether a string ends with a suffix.",
        &[string("str"), string("suffix")],
        BOOL,
        |call| Ok(call.text(0).ends_with(call.text(1)).into()),
    )
    .since((1, 3, 0)),
    Function::new(
        "replace",
        "Replaces each occurrence of a text. A text between slashes is a regular expression.",
        &[string("str"), string("substr"), string("replace")],
        Returns::ArgumentType(ArgumentType::String),
        replace,
    ),
    Function::new(
        "startswith",
        "Returns whether a string starts with a prefix.",
        &[string("str").unknowns(), string("prefix")],
        BOOL,
        starts_with,
    )
    .since((1, 3, 0)),
    Function::new(
        "strcontains",
        "Returns whether a string contains another one.",
        &[string("str"), string("substr")],
        BOOL,
        |call| Ok(call.text(0).contains(call.text(1)).into()),
    )
    .since((1, 5, 0))
    .maybe_null(),
];

fn starts_with(call: &Call<'_>) -> Result<Value, CallError> {
    let prefix = call.text(1);
    let Some(unknown) = call.value(0).as_unknown() else {
        return Ok(call.text(0).starts_with(prefix).into());
    };
    let known = unknown.string_prefix().map_or("", |text| text.as_str());
    if known.starts_with(prefix) {
        return Ok(true.into());
    }
    if !prefix.starts_with(known) {
        return Ok(false.into());
    }
    Ok(call.unknown())
}

fn replace(call: &Call<'_>) -> Result<Value, CallError> {
    let (text, wanted, replacement) = (call.text(0), call.text(1), call.text(2));
    let pattern = wanted.strip_prefix('/').and_then(|it| it.strip_suffix('/'));
    if let Some(pattern) = pattern {
        let compiled = Pattern::new(pattern).map_err(CallError::new)?;
        let replaced =
            compiled.replace_all(text, replacement, &|steps| call.spend(steps), |length| {
                call.check_text(length)
            });
        return Ok(replaced?.into());
    }
    let count = if wanted.is_empty() {
        text.chars().count() + 1
    } else {
        text.matches(wanted).count()
    };
    let length = text.len() - count * wanted.len();
    call.check_text(length.saturating_add(count.saturating_mul(replacement.len())))?;
    Ok(text.replace(wanted, replacement).into())
}
