//! Functions for generated code. They are not part of the public interface and may change in every version.
//!
//! A model may have hundreds of fields, so generated code calls these functions instead of repeating their code.

use std::fmt;

use terrane_protocol::schema::{BlockNesting, code_span};
use terrane_value::Value;
pub use terrane_value::{Data, Object};

pub use crate::attr::computed::fill_draft;
pub use crate::attr::fields::{Fields, Source, Visited};
pub use crate::attr::flatten::{
    AreFree, Flattenable, IsUnit, Keyless, NoComputedFields, Takes, flattening, merge,
};
pub use crate::attr::gate::{
    DurationField, Gate, JsonField, NoField, Pass, PassText, PathField, Probe, Refused,
    RefusedText, is_block, is_duration, is_element, is_field, is_file_path, is_filled, is_json,
    is_key, is_object_field, is_part, is_text,
};
pub use crate::attr::layout::{Layout, Names};
pub use crate::attr::role::{NoRole, Role};
pub use crate::attr::visit::{decode, draft, take, take_key_first};
pub use crate::attr::{
    Adapter, Aligned, Attr, BlockField, Counter, DecodeError, Element, Equal, Field, Fill, Foreign,
    Nestable, ObjectField, Peel, Plain, Presence, Scalar, Text, TypeFacts, equality_of, is_counter,
};
use crate::filled::Filled;
pub use crate::function::{
    Argument, Needs, Returned, Signature, argument, parameter, rest, signature,
};
pub use crate::identity::{IdentityAttr, OptionalKeyField, is_identity};
use crate::messages;
pub use crate::model::{
    Created, FreeNames, HasComputed, HasSets, HasWriteOnly, KeyField, Model, NoFieldIsMarkedKey,
    ObjectModel, Ordered, SettingNames, Storable, Unfilled,
};
pub use crate::path::{Known, Leaf, ListPath, MapPath, PathNode, SetPath};
pub use crate::plan::field::{AnyModel, FieldsOf, condition, modifier};
pub use crate::plan::refine::{HasLength, HasRange, TextAttr, len, prefix, range};
use crate::schema::{Block, Constraint, Member, Validator, Violation};
pub use crate::validate::stock::combine::Checks;

/// What a decoder returns.
pub type Decoded<T> = Result<T, DecodeError>;

/// Only the derive implements it, so authors cannot write a model without the derive.
pub trait Derived: Visited {
    /// Returns the positions of the values in an object, if the model flattens other models.
    #[must_use]
    fn layout() -> Option<&'static Layout> {
        None
    }
}

impl Derived for () {}

impl Visited for () {
    fn visit(&mut self, _: &mut Fields<'_>) {}
}

/// A value in `#[tf(default = ..)]` of a field with this type.
#[diagnostic::on_unimplemented(
    message = "the default of a field of type `{T}` cannot be a `{Self}`",
    label = "expected a `{T}`",
    note = "write a value of the field's type, or one that converts to it by `Into`"
)]
pub trait DefaultOf<T> {
    /// Converts the value.
    #[must_use]
    fn into_default(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T, V: Into<T>> DefaultOf<T> for V {
    fn into_default(self) -> T {
        self.into()
    }
}

/// Wraps a model whose computed fields have been filled.
#[must_use]
pub fn filled<M>(model: M) -> Filled<M> {
    Filled::new(model)
}

/// Creates the schema of a model from the functions that make its members.
#[must_use]
pub fn block(members: &[fn() -> Member]) -> Block {
    Block::new(members.iter().map(|member| member()))
}

/// Combines the facts of a model's fields.
#[must_use]
pub const fn combined_facts<const FIELDS: usize>(fields: [TypeFacts; FIELDS]) -> TypeFacts {
    let mut all = TypeFacts::NONE;
    let mut at = 0;
    while at < FIELDS {
        all = all.and(fields[at]);
        at += 1;
    }
    all
}

/// Combines the facts of the fields of an object that is one value.
#[must_use]
pub const fn combined_in_object<const FIELDS: usize>(fields: [TypeFacts; FIELDS]) -> TypeFacts {
    let mut all = TypeFacts::NONE;
    let mut at = 0;
    while at < FIELDS {
        all = all.and_in_tuple(fields[at]);
        at += 1;
    }
    all
}

/// Runs a part of a long function out of line, which bounds compile time and stack use.
#[inline(never)]
pub fn outlined<T>(part: impl FnOnce() -> T) -> T {
    part()
}

/// Runs a part of a long function out of line in debug builds, which bounds stack use.
///
/// # Errors
///
/// Fails if the part fails.
#[inline]
pub fn outlined_in_debug_builds<T>(
    part: impl FnOnce() -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    part()
}

/// Formats a struct for debugging.
///
/// # Errors
///
/// Fails if the formatter fails.
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

/// Returns the object of known data.
///
/// # Errors
///
/// Fails if the data is not an object.
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

/// Adds the attribute to an error.
///
/// # Errors
///
/// Returns the error with the attribute.
pub fn named<T>(name: &'static str, result: Result<T, DecodeError>) -> Result<T, DecodeError> {
    result.map_err(|error| error.in_attribute(name))
}

/// Returns the text of a one-of type.
///
/// # Errors
///
/// Fails if the data is not a string.
pub fn text(data: &Data) -> Result<&str, DecodeError> {
    match data {
        Data::String(text) => Ok(text),
        other => Err(DecodeError::mismatch("a string", other)),
    }
}

/// Creates the error for a text that is none of the names of a one-of type.
#[must_use]
pub fn not_one_of(names: &[&str], found: &str) -> DecodeError {
    messages::unknown_alternative(&alternatives(names), found)
}

/// Creates the validator of a one-of type.
#[must_use]
pub fn one_of(names: &'static [&'static str]) -> Validator {
    let values = names.iter().map(|name| (*name).to_owned());
    let constraint = Constraint::one_of(values.collect(), false);
    let validator = Validator::new(alternatives(names), move |value| match value.as_str() {
        Some(text) if !names.contains(&text) => {
            Err(Violation::new(not_one_of(names, text).to_string()))
        }
        _ => Ok(()),
    });
    validator.with_constraint(Some(constraint))
}

fn alternatives(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| code_span(name)).collect();
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

/// Whether a field is required.
#[must_use]
pub const fn is_required(presence: Presence) -> bool {
    matches!(presence, Presence::Required)
}

/// Whether the number of nested blocks can be limited.
#[must_use]
pub const fn is_counted(nesting: BlockNesting) -> bool {
    matches!(nesting, BlockNesting::List | BlockNesting::Set)
}

/// Whether the field is a single nested block.
#[must_use]
pub const fn is_single(nesting: BlockNesting, nullable: bool) -> bool {
    matches!(nesting, BlockNesting::Single) && !nullable
}

/// Returns the object that a model was encoded as.
///
/// # Errors
///
/// Fails if the value is not an object: a bug in a hand-written implementation of `Attr`.
pub(crate) fn object_of(value: Value) -> crate::error::Result<Object> {
    match value {
        Value::Known(Data::Object(object)) => Ok(object),
        _ => Err(messages::not_an_object()),
    }
}
