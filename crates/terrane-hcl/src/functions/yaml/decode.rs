//! Reading YAML.

use std::collections::HashMap;

use terrane_value::{Text, Type};

use crate::environment::ResultLimits;
use crate::functions::messages;
use crate::stack::deeper;
use crate::value::Value;

use super::cursor::Place;
use super::scalar::{self, CORE, Style, Tagged};
use super::scanner::Scanner;
use super::token::{Failure, YamlTokenKind};

/// Reads a document: sequences become tuples, and mappings become objects.
pub(super) fn decode(text: &str, limits: &ResultLimits) -> Result<Value, String> {
    check(text)?;
    let mut reader = Reader {
        scanner: Scanner::new(text, limits.depth),
        prefixes: HashMap::new(),
        anchors: HashMap::new(),
        depth: limits.depth,
        elements: limits.elements_of_text(),
        limits,
    };
    reader.document().map_err(|failure| {
        let Failure { place, message } = failure;
        let (line, column) = (place.line + 1, place.column + 1);
        format!("on line {line}, column {column}: {message}")
    })
}

/// Refuses characters that no YAML document may contain.
fn check(text: &str) -> Result<(), String> {
    let is_allowed = |it: char| {
        matches!(it, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..)
            && !matches!(it, '\u{fffe}' | '\u{ffff}')
    };
    if text.chars().all(is_allowed) {
        Ok(())
    } else {
        Err("control characters are not allowed".to_owned())
    }
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    /// The prefixes of tags by their handles.
    prefixes: HashMap<&'a str, String>,
    anchors: HashMap<&'a str, Anchor>,
    /// How many levels may still follow.
    depth: usize,
    /// How many elements may still follow.
    elements: usize,
    limits: &'a ResultLimits,
}

/// The values of an anchor.
#[derive(Default)]
struct Anchor {
    /// How many values of this name are not complete.
    open: usize,
    /// The last value, with the number of its elements.
    value: Option<(Value, usize)>,
}

/// Reads the rest of a sequence or mapping.
type Read<'a> = fn(&mut Reader<'a>) -> Result<Value, Failure>;

/// Which forms a node may have.
#[derive(Clone, Copy, PartialEq)]
enum Context {
    Block,
    /// The key or the value of a mapping in block style: a sequence may have the same indentation.
    InMapping,
    Flow,
}

/// A node of a document.
enum Node<'a> {
    Scalar(Scalar<'a>),
    Value(Value),
}

struct Scalar<'a> {
    text: std::borrow::Cow<'a, str>,
    style: Style,
    tag: Tagged,
    anchor: Option<&'a str>,
    place: Place,
}

impl<'a> Node<'a> {
    /// Returns the node of a place without content.
    fn empty(place: Place) -> Self {
        Self::Scalar(Scalar {
            text: "".into(),
            style: Style::Plain,
            tag: Tagged::None,
            anchor: None,
            place,
        })
    }
}

impl Scalar<'_> {
    fn is_merge(&self) -> bool {
        self.tag == Tagged::None && self.text == "<<"
    }

    fn resolve(&self) -> Result<Value, Failure> {
        let value = scalar::resolve(&self.text, self.style, self.tag)
            .map_err(|message| Failure::new(self.place, message))?;
        let is_block = matches!(self.style, Style::Literal | Style::Folded);
        match self.tag {
            // Hosts read a block like a plain scalar, and convert the result to a string.
            Tagged::None if is_block => value
                .convert(&Type::String)
                .map_err(|error| Failure::new(self.place, error.to_string())),
            _ => Ok(value),
        }
    }
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Value, Failure> {
        self.directives()?;
        let is_explicit = self.scanner.peek()?.kind == YamlTokenKind::DocumentStart;
        if is_explicit {
            self.scanner.next()?;
        }
        let token = self.scanner.peek()?;
        let place = token.place;
        let node = match token.kind {
            YamlTokenKind::StreamEnd if !is_explicit => {
                return Err(Failure::new(place, "missing start of document"));
            }
            YamlTokenKind::Version(..)
            | YamlTokenKind::TagDirective(..)
            | YamlTokenKind::DocumentStart
            | YamlTokenKind::DocumentEnd
            | YamlTokenKind::StreamEnd
                if is_explicit =>
            {
                Node::empty(place)
            }
            _ => self.node(Context::Block)?,
        };
        let value = self.value(node)?;
        while self.scanner.peek()?.kind == YamlTokenKind::DocumentEnd {
            self.scanner.next()?;
        }
        let token = self.scanner.peek()?;
        match token.kind {
            YamlTokenKind::StreamEnd => Ok(value),
            _ => Err(Failure::new(
                token.place,
                "unexpected extra content after value",
            )),
        }
    }

    fn directives(&mut self) -> Result<(), Failure> {
        let mut has_version = false;
        let mut has_any = false;
        loop {
            let token = self.scanner.peek()?;
            let place = token.place;
            let message = match &token.kind {
                YamlTokenKind::Version(..) if has_version => "found duplicate %YAML directive",
                YamlTokenKind::Version(1, 1) => {
                    has_version = true;
                    ""
                }
                YamlTokenKind::Version(..) => {
                    "found incompatible YAML document: only version 1.1 is supported"
                }
                YamlTokenKind::TagDirective(handle, prefix) => {
                    match self.prefixes.insert(handle, prefix.clone()) {
                        Some(_) => "found duplicate %TAG directive",
                        None => "",
                    }
                }
                YamlTokenKind::DocumentStart => break,
                _ if has_any => "did not find expected <document start>",
                _ => break,
            };
            if !message.is_empty() {
                return Err(Failure::new(place, message));
            }
            has_any = true;
            self.scanner.next()?;
        }
        for (handle, prefix) in [("!", "!"), ("!!", CORE)] {
            self.prefixes
                .entry(handle)
                .or_insert_with(|| prefix.to_owned());
        }
        Ok(())
    }

    /// Returns whether the next token is one of some kinds, which end an element without content.
    fn is_next(&mut self, kinds: &[YamlTokenKind<'_>]) -> Result<bool, Failure> {
        let token = self.scanner.peek()?;
        Ok(kinds.contains(&token.kind))
    }

    /// Reads a node, unless one of some tokens follows instead.
    fn node_unless(
        &mut self,
        context: Context,
        ends: &[YamlTokenKind<'_>],
    ) -> Result<Node<'a>, Failure> {
        if self.is_next(ends)? {
            Ok(Node::empty(self.scanner.peek()?.place))
        } else {
            self.node(context)
        }
    }

    /// Reads a node with its anchor and its tag.
    fn node(&mut self, context: Context) -> Result<Node<'a>, Failure> {
        let start = self.scanner.peek()?.place;
        if let YamlTokenKind::Alias(name) = self.scanner.peek()?.kind {
            self.scanner.next()?;
            return self.alias(name, start).map(Node::Value);
        }
        let (mut anchor, mut tag) = (None, None);
        loop {
            match &self.scanner.peek()?.kind {
                YamlTokenKind::Anchor(name) if anchor.is_none() => anchor = Some(*name),
                YamlTokenKind::Tag(handle, suffix) if tag.is_none() => {
                    let (handle, suffix) = (*handle, suffix.clone());
                    tag = Some(self.tag(handle, suffix, start)?);
                }
                _ => break,
            }
            self.scanner.next()?;
        }
        let tag_name = tag.as_deref();
        let scalar = |text, style| {
            Node::Scalar(Scalar {
                text,
                style,
                tag: Tagged::of(tag_name),
                anchor,
                place: start,
            })
        };
        if matches!(self.scanner.peek()?.kind, YamlTokenKind::Scalar(..))
            && let YamlTokenKind::Scalar(text, style) = self.scanner.next()?.kind
        {
            return Ok(scalar(text, style));
        }
        let token = self.scanner.peek()?;
        let place = token.place;
        let (kind, read): (&str, Read<'a>) = match &token.kind {
            YamlTokenKind::Entry if context == Context::InMapping => ("seq", Self::flush_sequence),
            YamlTokenKind::SequenceStart if context != Context::Flow => {
                ("seq", Self::block_sequence)
            }
            YamlTokenKind::MappingStart if context != Context::Flow => ("map", Self::block_mapping),
            YamlTokenKind::OpenBracket => ("seq", Self::flow_sequence),
            YamlTokenKind::OpenBrace => ("map", Self::flow_mapping),
            _ if anchor.is_some() || tag_name.is_some() => {
                return Ok(scalar("".into(), Style::Plain));
            }
            _ => return Err(Failure::new(place, "did not find expected node content")),
        };
        if tag_name.is_some_and(|name| name.strip_prefix(CORE) != Some(kind)) {
            let tag = tag_name.unwrap_or_default();
            return Err(Failure::new(
                start,
                format!("can't interpret a {kind} as {tag}"),
            ));
        }
        self.open_anchor(anchor);
        let before = self.elements;
        let value = self.nested(read)?;
        self.close_anchor(anchor, &value, before);
        Ok(Node::Value(value))
    }

    /// Returns the full form of a tag.
    fn tag(&self, handle: &str, suffix: String, place: Place) -> Result<String, Failure> {
        let prefix = match handle {
            "" => "",
            handle => self.prefixes.get(handle).map_or("", String::as_str),
        };
        let tag = format!("{prefix}{suffix}");
        let is_defined = handle.is_empty() || self.prefixes.contains_key(handle);
        if is_defined && !tag.is_empty() {
            Ok(tag)
        } else {
            Err(Failure::new(place, "found undefined tag handle"))
        }
    }

    fn value(&mut self, node: Node<'a>) -> Result<Value, Failure> {
        match node {
            Node::Value(value) => Ok(value),
            Node::Scalar(scalar) => {
                let value = scalar.resolve()?;
                self.open_anchor(scalar.anchor);
                self.close_anchor(scalar.anchor, &value, self.elements);
                Ok(value)
            }
        }
    }

    fn open_anchor(&mut self, anchor: Option<&'a str>) {
        if let Some(name) = anchor {
            self.anchors.entry(name).or_default().open += 1;
        }
    }

    fn close_anchor(&mut self, anchor: Option<&'a str>, value: &Value, elements_before: usize) {
        if let Some(anchor) = anchor.and_then(|name| self.anchors.get_mut(name)) {
            anchor.open -= 1;
            anchor.value = Some((value.clone(), elements_before - self.elements));
        }
    }

    /// Returns the value of an anchor. Its elements count again, because aliases of aliases would otherwise stand for any number of elements.
    fn alias(&mut self, name: &str, place: Place) -> Result<Value, Failure> {
        let message = match self.anchors.get(name) {
            Some(anchor) if anchor.open > 0 => {
                format!("cannot refer to anchor \"{name}\" from inside its own definition")
            }
            Some(Anchor {
                value: Some((value, elements)),
                ..
            }) => {
                let (value, elements) = (value.clone(), *elements);
                self.count(elements, place)?;
                if value.depth() > self.depth {
                    return Err(Failure::new(place, messages::too_deep(self.limits.depth)));
                }
                return Ok(value);
            }
            _ => format!("reference to undefined anchor \"{name}\""),
        };
        Err(Failure::new(place, message))
    }

    fn nested(&mut self, read: Read<'a>) -> Result<Value, Failure> {
        let place = self.scanner.peek()?.place;
        self.depth = self
            .depth
            .checked_sub(1)
            .ok_or_else(|| Failure::new(place, messages::too_deep(self.limits.depth)))?;
        let value = deeper(|| read(self))?;
        self.depth += 1;
        Ok(value)
    }

    fn count(&mut self, elements: usize, place: Place) -> Result<(), Failure> {
        let rest = self.elements.checked_sub(elements);
        self.elements = rest.ok_or_else(|| {
            let max = self.limits.elements_of_text();
            Failure::new(
                place,
                messages::too_many_elements(max.saturating_add(1), max),
            )
        })?;
        Ok(())
    }

    /// Adds an element to a sequence.
    fn add(&mut self, node: Node<'a>, elements: &mut Vec<Value>) -> Result<(), Failure> {
        self.count(1, self.scanner.cursor.place)?;
        elements.push(self.value(node)?);
        Ok(())
    }

    fn block_sequence(&mut self) -> Result<Value, Failure> {
        self.scanner.next()?;
        let mut elements = Vec::new();
        loop {
            let token = self.scanner.next()?;
            match token.kind {
                YamlTokenKind::Entry => {
                    let node = self.node_unless(
                        Context::Block,
                        &[YamlTokenKind::Entry, YamlTokenKind::BlockEnd],
                    )?;
                    self.add(node, &mut elements)?;
                }
                YamlTokenKind::BlockEnd => return Ok(Value::tuple(elements)),
                _ => {
                    let message = "did not find expected '-' indicator";
                    return Err(Failure::new(token.place, message));
                }
            }
        }
    }

    /// Reads a sequence whose indentation is that of the mapping around it.
    fn flush_sequence(&mut self) -> Result<Value, Failure> {
        const ENDS: &[YamlTokenKind<'_>] = &[
            YamlTokenKind::Entry,
            YamlTokenKind::Key,
            YamlTokenKind::Value,
            YamlTokenKind::BlockEnd,
        ];
        let mut elements = Vec::new();
        while self.is_next(&[YamlTokenKind::Entry])? {
            self.scanner.next()?;
            let node = self.node_unless(Context::Block, ENDS)?;
            self.add(node, &mut elements)?;
        }
        Ok(Value::tuple(elements))
    }

    fn block_mapping(&mut self) -> Result<Value, Failure> {
        const ENDS: &[YamlTokenKind<'_>] = &[
            YamlTokenKind::Key,
            YamlTokenKind::Value,
            YamlTokenKind::BlockEnd,
        ];
        self.scanner.next()?;
        let mut attributes = Vec::new();
        loop {
            let token = self.scanner.next()?;
            match token.kind {
                YamlTokenKind::Key => {}
                YamlTokenKind::BlockEnd => return Ok(Value::object(attributes)),
                _ => {
                    let message = "did not find expected key";
                    return Err(Failure::new(token.place, message));
                }
            }
            let key = self.node_unless(Context::InMapping, ENDS)?;
            let value = if self.is_next(&[YamlTokenKind::Value])? {
                self.scanner.next()?;
                self.node_unless(Context::InMapping, ENDS)?
            } else {
                Node::empty(token.place)
            };
            self.pair(key, value, token.place, &mut attributes)?;
        }
    }

    /// Reads the elements between brackets or braces, which commas separate. A comma may follow the last one.
    fn flow(
        &mut self,
        close: &YamlTokenKind<'_>,
        mut read: impl FnMut(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.scanner.next()?;
        let mut is_first = true;
        while self.scanner.peek()?.kind != *close {
            if !is_first {
                let token = self.scanner.next()?;
                if token.kind != YamlTokenKind::Comma {
                    let message = "did not find expected ',', ']' or '}'";
                    return Err(Failure::new(token.place, message));
                }
                if self.scanner.peek()?.kind == *close {
                    break;
                }
            }
            is_first = false;
            read(self)?;
        }
        self.scanner.next()?;
        Ok(())
    }

    fn flow_sequence(&mut self) -> Result<Value, Failure> {
        let mut elements = Vec::new();
        self.flow(&YamlTokenKind::CloseBracket, |reader| {
            if !reader.is_next(&[YamlTokenKind::Key])? {
                let node = reader.node(Context::Flow)?;
                return reader.add(node, &mut elements);
            }
            // A pair without braces.
            let mut attributes = Vec::new();
            reader.flow_pair(&YamlTokenKind::CloseBracket, &mut attributes)?;
            let pair = Node::Value(Value::object(attributes));
            reader.add(pair, &mut elements)
        })?;
        Ok(Value::tuple(elements))
    }

    fn flow_mapping(&mut self) -> Result<Value, Failure> {
        let mut attributes = Vec::new();
        self.flow(&YamlTokenKind::CloseBrace, |reader| {
            if reader.is_next(&[YamlTokenKind::Key])? {
                return reader.flow_pair(&YamlTokenKind::CloseBrace, &mut attributes);
            }
            let place = reader.scanner.peek()?.place;
            let key = reader.node(Context::Flow)?;
            reader.pair(key, Node::empty(place), place, &mut attributes)
        })?;
        Ok(Value::object(attributes))
    }

    /// Reads a pair that starts with the token of a key.
    fn flow_pair(
        &mut self,
        close: &YamlTokenKind<'_>,
        attributes: &mut Vec<(Text, Value)>,
    ) -> Result<(), Failure> {
        let place = self.scanner.next()?.place;
        let key = self.node_unless(
            Context::Flow,
            &[YamlTokenKind::Value, YamlTokenKind::Comma, close.clone()],
        )?;
        let value = if self.is_next(&[YamlTokenKind::Value])? {
            self.scanner.next()?;
            self.node_unless(Context::Flow, &[YamlTokenKind::Comma, close.clone()])?
        } else {
            Node::empty(place)
        };
        self.pair(key, value, place, attributes)
    }

    /// Adds a key with its value to a mapping.
    fn pair(
        &mut self,
        key: Node<'a>,
        value: Node<'a>,
        place: Place,
        attributes: &mut Vec<(Text, Value)>,
    ) -> Result<(), Failure> {
        let Node::Scalar(key) = key else {
            let message = "only strings are allowed as mapping keys";
            return Err(Failure::new(place, message));
        };
        self.count(1, place)?;
        if key.is_merge() {
            let merged = self.value(value)?;
            return self.merge(&merged, place, attributes);
        }
        let name = scalar::resolve(&key.text, key.style, key.tag)
            .map_err(|message| Failure::new(place, message))?;
        if name.is_null() {
            return Err(Failure::new(place, "mapping key cannot be null"));
        }
        let text = name
            .convert(&Type::String)
            .map_err(|error| Failure::new(place, error.to_string()))?;
        let decoded = self.value(value)?;
        attributes.push((text.as_text().cloned().unwrap_or_default(), decoded));
        Ok(())
    }

    /// Adds the attributes of a merged mapping.
    fn merge(
        &mut self,
        merged: &Value,
        place: Place,
        attributes: &mut Vec<(Text, Value)>,
    ) -> Result<(), Failure> {
        if !matches!(merged.ty(), Type::Object(_)) {
            let kind = merged.ty().kind();
            return Err(Failure::new(
                place,
                format!("cannot merge {kind} into mapping"),
            ));
        }
        self.count(merged.entries().len(), place)?;
        let entries = merged.entries();
        attributes.extend(entries.map(|(key, value)| (key.clone(), value.clone())));
        Ok(())
    }
}
