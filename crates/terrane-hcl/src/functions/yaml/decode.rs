//! Reading YAML.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScanError, Span, StrInput, Tag};
use terrane_value::{Text, Type};

use crate::environment::ResultLimits;
use crate::functions::messages;
use crate::stack::deeper;
use crate::value::Value;

use super::scalar::{self, Tagged};

/// Reads a document: sequences become tuples, and mappings become objects.
pub(super) fn decode(text: &str, limits: &ResultLimits) -> Result<Value, String> {
    check(text)?;
    let mut reader = Reader {
        parser: Parser::new_from_str(text),
        anchors: HashMap::new(),
        depth: limits.depth,
        elements: limits.elements,
        limits,
    };
    reader.next()?;
    match reader.next()? {
        (Event::DocumentStart(_), _) => {}
        (_, span) => return Err(at(span, "missing start of document")),
    }
    let (event, span) = reader.next()?;
    let value = reader.value(event, span)?;
    match reader.next()? {
        (Event::DocumentEnd, _) => {}
        (_, span) => return Err(at(span, "unexpected extra content after value")),
    }
    match reader.next()? {
        (Event::StreamEnd, _) => Ok(value),
        (_, span) => Err(at(span, "unexpected extra content after value")),
    }
}

/// Refuses what hosts refuse before they parse.
fn check(text: &str) -> Result<(), String> {
    let is_allowed = |it: char| {
        matches!(it, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..)
            && !matches!(it, '\u{fffe}' | '\u{ffff}')
    };
    if !text.chars().all(is_allowed) {
        return Err("control characters are not allowed".to_owned());
    }
    let mut lines = text.lines();
    let directive = lines.find_map(|line| line.strip_prefix("%YAML"));
    match directive {
        Some(version) if text.starts_with('%') && !version.trim().starts_with("1.1") => {
            Err("found incompatible YAML document: only version 1.1 is supported".to_owned())
        }
        _ => Ok(()),
    }
}

fn at(span: Span, message: impl std::fmt::Display) -> String {
    let (line, column) = (span.start.line(), span.start.col() + 1);
    format!("on line {line}, column {column}: {message}")
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    /// The values of anchors, with the numbers of their elements. An anchor without a value is not complete.
    anchors: HashMap<usize, Option<(Value, usize)>>,
    /// How many levels may still follow.
    depth: usize,
    /// How many elements may still follow.
    elements: usize,
    limits: &'a ResultLimits,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Span), String> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(describe(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn value(&mut self, event: Event<'a>, span: Span) -> Result<Value, String> {
        let before = self.elements;
        let (anchor, value) = match event {
            Event::Alias(anchor) => return self.alias(anchor, span),
            Event::Scalar(text, style, anchor, tag) => {
                let resolved = scalar::resolve(&text, style, Tagged::of(tag.as_deref()));
                (anchor, resolved.map_err(|message| at(span, message))?)
            }
            Event::SequenceStart(anchor, tag) => {
                check_tag(tag.as_deref(), "seq", "sequence").map_err(|it| at(span, it))?;
                self.anchors.insert(anchor, None);
                (anchor, self.nested(Self::sequence)?)
            }
            Event::MappingStart(anchor, tag) => {
                check_tag(tag.as_deref(), "map", "mapping").map_err(|it| at(span, it))?;
                self.anchors.insert(anchor, None);
                (anchor, self.nested(Self::mapping)?)
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => return Err(at(span, "a value is expected")),
        };
        if anchor > 0 {
            let elements = before - self.elements;
            self.anchors.insert(anchor, Some((value.clone(), elements)));
        }
        Ok(value)
    }

    /// Returns the value of an anchor. Its elements count again, because aliases of aliases would otherwise stand for any number of elements.
    fn alias(&mut self, anchor: usize, span: Span) -> Result<Value, String> {
        let Some(Some((value, elements))) = self.anchors.get(&anchor) else {
            let message = "cannot refer to an anchor from inside its own definition";
            return Err(at(span, message));
        };
        let (value, elements) = (value.clone(), *elements);
        self.count(elements)?;
        if value.depth() > self.depth {
            return Err(messages::too_deep(self.limits.depth));
        }
        Ok(value)
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, String>) -> Result<Value, String> {
        self.depth = self
            .depth
            .checked_sub(1)
            .ok_or_else(|| messages::too_deep(self.limits.depth))?;
        let value = deeper(|| read(self))?;
        self.depth += 1;
        Ok(value)
    }

    fn count(&mut self, elements: usize) -> Result<(), String> {
        let most = self.limits.elements;
        self.elements = self
            .elements
            .checked_sub(elements)
            .ok_or_else(|| messages::too_many_elements(most.saturating_add(1), most))?;
        Ok(())
    }

    fn sequence(&mut self) -> Result<Value, String> {
        let mut elements = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::tuple(elements)),
                (event, span) => {
                    self.count(1)?;
                    elements.push(self.value(event, span)?);
                }
            }
        }
    }

    fn mapping(&mut self) -> Result<Value, String> {
        let mut attributes: Vec<(Text, Value)> = Vec::new();
        loop {
            let (event, span) = self.next()?;
            let (text, style, tag) = match event {
                Event::MappingEnd => return Ok(Value::object(attributes)),
                Event::Scalar(text, style, _, tag) => (text, style, tag),
                _ => return Err(at(span, "only strings are allowed as mapping keys")),
            };
            self.count(1)?;
            let tag = Tagged::of(tag.as_deref());
            let (event, value_span) = self.next()?;
            if tag == Tagged::Merge || tag == Tagged::None && text == "<<" {
                let merged = self.value(event, value_span)?;
                self.merge(&merged, &mut attributes)
                    .map_err(|message| at(span, message))?;
                continue;
            }
            let key = scalar::resolve(&text, style, tag).map_err(|it| at(span, it))?;
            if key.is_null() {
                return Err(at(span, "mapping key cannot be null"));
            }
            let key = key.convert(&Type::String).map_err(|it| at(span, it))?;
            let value = self.value(event, value_span)?;
            attributes.push((key.as_text().cloned().unwrap_or_default(), value));
        }
    }

    /// Adds the attributes of a merged mapping, or of a sequence of mappings.
    fn merge(&mut self, merged: &Value, attributes: &mut Vec<(Text, Value)>) -> Result<(), String> {
        let mut add = |mapping: &Value| {
            self.count(mapping.entries().len())?;
            let entries = mapping.entries();
            attributes.extend(entries.map(|(key, value)| (key.clone(), value.clone())));
            Ok::<(), String>(())
        };
        match merged.ty() {
            Type::Object(_) => add(merged),
            Type::Tuple(_) => {
                for mapping in merged.elements().unwrap_or_default() {
                    if !matches!(mapping.ty(), Type::Object(_)) {
                        let kind = mapping.ty().kind();
                        return Err(format!("cannot merge {kind} (from sequence) into mapping"));
                    }
                    add(mapping)?;
                }
                Ok(())
            }
            other => Err(format!("cannot merge {} into mapping", other.kind())),
        }
    }
}

fn describe(error: &ScanError) -> String {
    let marker = error.marker();
    let (line, column) = (marker.line(), marker.col() + 1);
    format!("on line {line}, column {column}: {}", error.info())
}

fn check_tag(tag: Option<&Tag>, expected: &str, what: &str) -> Result<(), String> {
    match tag {
        Some(tag) if !tag.is_yaml_core_schema() || tag.suffix != expected => {
            let (handle, suffix) = (&tag.handle, &tag.suffix);
            Err(format!("can't interpret {what} as {handle}{suffix}"))
        }
        _ => Ok(()),
    }
}
