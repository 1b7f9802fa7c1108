//! Writing JSON.

use std::fmt::Write as _;

use crate::functions::messages;
use crate::value::{Value, number_text};

/// Writes a known value as JSON without blanks.
pub(in crate::functions) fn encode(value: &Value, max: usize) -> Result<String, String> {
    let mut text = String::new();
    // The parts that are still to be written, the next one last.
    let mut open = vec![Part::Value(value)];
    while let Some(part) = open.pop() {
        match part {
            Part::Text(part) => text.push_str(part),
            Part::Key(key) => {
                text += &quoted(key);
                text.push(':');
            }
            Part::Value(value) => write(value, &mut text, &mut open)?,
        }
        if text.len() > max {
            return Err(messages::too_long(text.len(), max));
        }
    }
    Ok(text)
}

enum Part<'a> {
    Text(&'static str),
    Key(&'a str),
    Value(&'a Value),
}

fn write<'a>(value: &'a Value, text: &mut String, open: &mut Vec<Part<'a>>) -> Result<(), String> {
    if value.is_null() {
        text.push_str("null");
    } else if let Some(value) = value.as_bool() {
        text.push_str(if value { "true" } else { "false" });
    } else if let Some(string) = value.as_str() {
        *text += &quoted(string);
    } else if let Some(number) = value.as_number() {
        if !number.is_finite() {
            return Err("cannot serialize infinity as JSON".to_owned());
        }
        *text += number_text(number).map_err(|it| it.to_string())?.as_str();
    } else if value.keys().is_some() && value.elements().is_some() {
        text.push('{');
        open.push(Part::Text("}"));
        for (index, (key, value)) in value.entries().enumerate().rev() {
            open.push(Part::Value(value));
            open.push(Part::Key(key.as_str()));
            if index > 0 {
                open.push(Part::Text(","));
            }
        }
    } else if let Some(elements) = value.elements() {
        text.push('[');
        open.push(Part::Text("]"));
        for (index, element) in elements.iter().enumerate().rev() {
            open.push(Part::Value(element));
            if index > 0 {
                open.push(Part::Text(","));
            }
        }
    } else {
        return Err("the value has no representation in JSON".to_owned());
    }
    Ok(())
}

/// Writes a string with quotes. Characters with a meaning in HTML and JavaScript are escaped, too.
pub(in crate::functions) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..=' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' if character != ' ' => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
