//! Writing YAML.

use crate::functions::messages;
use crate::stack::deeper;
use crate::value::{Value, number_text};

use super::emitter::Emitter;

/// The greatest length of a key that is written before a colon. A longer one is written after a question mark.
const MAX_SIMPLE_KEY: usize = 128;

/// Writes a known value.
pub(super) fn encode(value: &Value, max: usize) -> Result<String, String> {
    let mut emitter = Emitter::default();
    write(&mut emitter, value, false, max)?;
    Ok(emitter.finish())
}

fn write(emitter: &mut Emitter, value: &Value, in_mapping: bool, max: usize) -> Result<(), String> {
    if emitter.len() > max {
        return Err(messages::too_long(emitter.len(), max));
    }
    if value.is_null() {
        emitter.plain("null");
    } else if let Some(value) = value.as_bool() {
        emitter.plain(if value { "true" } else { "false" });
    } else if let Some(number) = value.as_number() {
        emitter.plain(number_text(number).map_err(|it| it.to_string())?.as_str());
    } else if let Some(text) = value.as_str() {
        emitter.string(text, false);
    } else if let Some(elements) = value.elements() {
        return deeper(|| match value.keys() {
            Some(_) => mapping(emitter, value, max),
            None => sequence(emitter, elements, in_mapping, max),
        });
    } else {
        return Err("the value has no representation in YAML".to_owned());
    }
    Ok(())
}

fn sequence(
    emitter: &mut Emitter,
    elements: &[Value],
    in_mapping: bool,
    max: usize,
) -> Result<(), String> {
    if elements.is_empty() {
        emitter.empty("[", "]");
        return Ok(());
    }
    // A list in a mapping is not indented.
    let outer = emitter.indent(in_mapping && !emitter.is_indented());
    for element in elements {
        emitter.start_line();
        emitter.indicator("-", true, true);
        write(emitter, element, false, max)?;
    }
    emitter.restore(outer);
    Ok(())
}

fn mapping(emitter: &mut Emitter, value: &Value, max: usize) -> Result<(), String> {
    if value.entries().len() == 0 {
        emitter.empty("{", "}");
        return Ok(());
    }
    let outer = emitter.indent(false);
    for (key, value) in value.entries() {
        emitter.start_line();
        if key.len() <= MAX_SIMPLE_KEY && !key.contains(super::emitter::BREAKS) {
            emitter.string(key.as_str(), true);
            emitter.indicator(":", false, false);
        } else {
            emitter.indicator("?", true, true);
            emitter.string(key.as_str(), false);
            emitter.start_line();
            emitter.indicator(":", true, true);
        }
        write(emitter, value, true, max)?;
    }
    emitter.restore(outer);
    Ok(())
}
