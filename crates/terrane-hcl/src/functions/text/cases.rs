//! Upper and lower case.

use crate::functions::call::{Call, CallError};
use crate::functions::signature::{ArgumentType, Cost, Function, Returns, string};
use crate::value::Value;

const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new(
        "lower",
        "Converts all letters to lower case.",
        &[string("str").dynamic()],
        TEXT,
        lower,
    ),
    Function::new(
        "title",
        "Converts the first letter of each word to upper case.",
        &[string("str")],
        TEXT,
        title,
    )
    .cost(Cost::Elements(2)),
    Function::new(
        "upper",
        "Converts all letters to upper case.",
        &[string("str").dynamic()],
        TEXT,
        upper,
    ),
];

fn lower(call: &Call<'_>) -> Result<Value, CallError> {
    let text: String = call.text(0).chars().map(to_lower).collect();
    Ok(text.into())
}

fn upper(call: &Call<'_>) -> Result<Value, CallError> {
    let text: String = call.text(0).chars().map(to_upper).collect();
    Ok(text.into())
}

fn title(call: &Call<'_>) -> Result<Value, CallError> {
    let mut previous = ' ';
    let titled = call.text(0).chars().map(|character| {
        let is_first = is_separator(previous);
        previous = character;
        if is_first {
            to_title(character)
        } else {
            character
        }
    });
    Ok(titled.collect::<String>().into())
}

/// Maps a character to one character in lower case, as hosts do.
fn to_lower(character: char) -> char {
    character.to_lowercase().next().unwrap_or(character)
}

/// Maps a character to one character in upper case, as hosts do. A character with several upper-case letters, such as `ß`, stays.
fn to_upper(character: char) -> char {
    let mut upper = character.to_uppercase();
    if upper.len() == 1 {
        return upper.next().unwrap_or(character);
    }
    // Greek letters with a subscript iota have a single letter as their title case, which also counts as their upper case.
    let code = u32::from(character);
    let distance = match code {
        0x1f80..=0x1f87 | 0x1f90..=0x1f97 | 0x1fa0..=0x1fa7 => 8,
        0x1fb3 | 0x1fc3 | 0x1ff3 => 9,
        _ => 0,
    };
    char::from_u32(code + distance).unwrap_or(character)
}

fn to_title(character: char) -> char {
    match character {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        // The capital letters of Georgian are not used for single letters of a word.
        '\u{10d0}'..='\u{10ff}' => character,
        _ => to_upper(character),
    }
}

/// Returns whether a word starts after a character.
fn is_separator(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_alphanumeric() && character != '_';
    }
    !character.is_alphanumeric() && character.is_whitespace()
}
