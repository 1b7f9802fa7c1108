//! What the code of the derive calls. It is no part of the public interface and may change with every version.
//!
//! A model may have hundreds of fields, so what is done for each of them is a call, or a row of a table, and not code of its own.

use std::fmt;

use terrane_protocol::schema::BlockNesting;
use terrane_value::Value;
pub use terrane_value::{Data, Object};

pub use super::fields::{Fields, Source, Visited, decode, draft, take};
pub use super::flatten::{
    AreFree, Keyless, Layout, Names, Nothing, NothingToFill, Something, Takes, flattening, merge,
};
pub use super::gate::{
    Gate, NoField, Pass, PassText, Probe, Refused, RefusedText, is_block, is_element, is_field,
    is_filled, is_key, is_part, is_text,
};
pub use super::role::{NoRole, Role};
use super::{Attr, DecodeError, Inside, Presence};
use crate::filled::Filled;
use crate::schema::{Block, Member, Validator, Violation};

/// What the derive says of the fields of a model, with few pointers: each is four times as large in a program that can be loaded anywhere.
#[derive(Debug)]
pub struct Declared {
    /// The names and the doc comments, one after the other.
    pub texts: &'static str,
    /// What makes a member, once for each type.
    pub members: &'static [fn(&'static str) -> Member],
    /// What does what settings ask for.
    pub settings: &'static [fn(Member) -> Member],
    /// The fields, sorted by name.
    pub fields: &'static [DeclaredField],
}

/// What the derive says of a field.
#[derive(Debug)]
pub struct DeclaredField {
    /// How long the attribute's name is.
    pub name: u16,
    /// How long the doc comment is.
    pub description: usize,
    /// Which one makes its member.
    pub member: u16,
    /// How many of the settings have been done before, if it has some.
    pub settings: Option<u16>,
}

/// Makes what `create` returns of a model whose computed fields have been filled.
#[must_use]
pub fn filled<M>(model: M) -> Filled<M> {
    Filled::new(model)
}

/// Makes the schema of a model.
#[must_use]
pub fn block(declared: &Declared) -> Block {
    Block::new(members(declared))
}

pub(super) fn members(declared: &Declared) -> impl Iterator<Item = Member> {
    let mut texts = declared.texts;
    let mut text = move |length| {
        let (text, rest) = texts.split_at(length);
        texts = rest;
        text
    };
    declared.fields.iter().map(move |field| {
        let name = text(usize::from(field.name));
        let description = text(field.description);
        let mut member = declared.members[usize::from(field.member)](name);
        if !description.is_empty() {
            member = member.description(description);
        }
        match field.settings {
            Some(at) => declared.settings[usize::from(at)](member),
            None => member,
        }
    })
}

/// Tells what a model holds by what its fields do.
#[must_use]
pub const fn inside<const FIELDS: usize>(fields: [Inside; FIELDS]) -> Inside {
    let mut all = Inside::NOTHING;
    let mut at = 0;
    while at < FIELDS {
        all = all.and(fields[at]);
        at += 1;
    }
    all
}

/// Keeps a part of a long function a function of its own.
#[inline(never)]
pub fn apart<T>(part: impl FnOnce() -> T) -> T {
    part()
}

/// Keeps a part of a long function apart where nothing is optimised.
///
/// # Errors
///
/// When the part fails.
#[inline]
pub fn together<T>(part: impl FnOnce() -> Result<T, DecodeError>) -> Result<T, DecodeError> {
    part()
}

/// Shows a struct.
///
/// # Errors
///
/// When the formatter fails.
pub fn debug(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    fields: &[(&str, &dyn fmt::Debug)],
) -> fmt::Result {
    let mut shown = f.debug_struct(name);
    for (name, value) in fields {
        shown.field(name, value);
    }
    shown.finish()
}

/// The object that data is.
///
/// # Errors
///
/// When it is none.
pub fn object_in(data: &Data) -> Result<&Object, DecodeError> {
    match data {
        Data::Object(object) => Ok(object),
        other => Err(DecodeError::mismatch("an object", other)),
    }
}

/// Finds an attribute's value.
#[must_use]
pub fn get<'a>(state: &'a Object, name: &str) -> &'a Value {
    state.get(name).unwrap_or(&Value::Null)
}

/// Says in which attribute something went wrong.
///
/// # Errors
///
/// The error, with the attribute.
pub fn named<T>(name: &'static str, result: Result<T, DecodeError>) -> Result<T, DecodeError> {
    result.map_err(|error| error.in_attribute(name))
}

/// Fills the field of a draft where it may be null or unknown, unless it is known already.
pub fn fill_draft<A: Attr>(draft: &mut Value<A::Draft>, value: impl FnOnce() -> Value) {
    if draft.is_known() {
        return;
    }
    // What a type writes, it reads.
    if let Ok(filled) = value().as_ref().try_map(A::draft) {
        *draft = filled;
    }
}

/// Reads the string of a choice.
///
/// # Errors
///
/// When the data is no string.
pub fn text(data: &Data) -> Result<&str, DecodeError> {
    match data {
        Data::String(text) => Ok(text),
        other => Err(DecodeError::mismatch("a string", other)),
    }
}

/// Says that a string is none of a choice's names.
#[must_use]
pub fn not_one_of(names: &[&str], found: &str) -> DecodeError {
    DecodeError::new(format!("expected {}, found `{found}`", alternatives(names)))
}

/// Makes the validator of a choice.
#[must_use]
pub fn one_of(names: &'static [&'static str]) -> Validator {
    Validator::new(alternatives(names), move |value| match value.as_str() {
        Some(text) if !names.contains(&text) => {
            Err(Violation::new(not_one_of(names, text).to_string()))
        }
        _ => Ok(()),
    })
}

fn alternatives(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [one] => one.clone(),
        all => format!("one of {}", all.join(", ")),
    }
}

/// Whether the provider fills a field.
#[must_use]
pub const fn is_computed(presence: Presence) -> bool {
    matches!(presence, Presence::Computed)
}

/// Whether a field is always there and known.
#[must_use]
pub const fn is_required(presence: Presence) -> bool {
    matches!(presence, Presence::Required)
}

/// Whether there can be several nested blocks that are counted.
#[must_use]
pub const fn is_counted(nesting: BlockNesting) -> bool {
    matches!(nesting, BlockNesting::List | BlockNesting::Set)
}

/// Whether there is exactly one nested block.
#[must_use]
pub const fn is_single(nesting: BlockNesting, nullable: bool) -> bool {
    matches!(nesting, BlockNesting::Single) && !nullable
}
