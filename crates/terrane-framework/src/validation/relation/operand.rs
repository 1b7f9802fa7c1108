//! The values of a relation's members.

use terrane_value::{Data, Nullness, Value};

use super::place::Place;
use crate::schema::{Member, Shape};

/// A member of a relation, with its values in one choice of elements.
#[derive(Debug, Clone)]
pub(super) struct Operand<'a> {
    pub(super) member: &'a Member,
    /// The place of the member. For a member that is alone in a collection, it stands for all elements.
    pub(super) place: Place,
    /// The existing values. A member that is alone in a collection has one for each element.
    pub(super) values: Vec<(Place, &'a Value)>,
    /// The values that the schema sets, because an object or collection around the member is missing and has a default.
    pub(super) defaults: Vec<Value>,
    /// Whether the provider may choose the value, because an object or collection around the member is missing and computed.
    pub(super) is_provided: bool,
    /// Whether there may be other values, because an object or collection around the member is unknown.
    pub(super) is_partial: bool,
    /// Whether the member, or an object around it, is secret.
    pub(super) is_secret: bool,
}

impl Operand<'_> {
    /// Whether the member is configured, once that is certain.
    pub(super) fn is_set(&self) -> Option<bool> {
        let mut certain = !self.is_partial;
        for (_, value) in &self.values {
            match is_set(self.member, value) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => certain = false,
            }
        }
        certain.then_some(false)
    }

    /// The place of the first value that is certainly set.
    pub(super) fn set_at(&self) -> Option<&Place> {
        let mut values = self.values.iter();
        let set = values.find(|(_, value)| is_set(self.member, value) == Some(true));
        set.map(|(place, _)| place)
    }

    /// Whether the member has a value, once that is certain.
    pub(super) fn equals(&self, expected: &Value) -> Option<bool> {
        let mut certain = !self.is_partial && !self.is_provided;
        let values = self.values.iter().map(|(_, value)| *value);
        for value in values.chain(&self.defaults) {
            match equals(self.member, value, expected) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => certain = false,
            }
        }
        certain.then_some(false)
    }
}

/// Whether a member is configured, once that is certain. A collection of blocks is set if it has a block.
pub(in crate::validation) fn is_set(member: &Member, value: &Value) -> Option<bool> {
    let block = matches!(member.shape(), Shape::Block { .. });
    match value {
        Value::Unknown(unknown) if block => (unknown.length_lower() > 0).then_some(true),
        Value::Unknown(unknown) => (unknown.nullness() == Nullness::NotNull).then_some(true),
        Value::Known(Data::Dynamic(typed)) if typed.value.is_unknown() => {
            is_set(member, &typed.value)
        }
        Value::Known(Data::List(blocks)) if block => Some(!blocks.is_empty()),
        Value::Known(Data::Set(blocks)) if block => Some(!blocks.is_empty()),
        Value::Known(Data::Map(blocks)) if block => Some(!blocks.is_empty()),
        value => Some(!value.is_absent()),
    }
}

/// Compares a value, or the default of a missing one, by the equality of the attribute. The provider may choose the value of a missing computed
/// attribute.
fn equals(member: &Member, value: &Value, expected: &Value) -> Option<bool> {
    let same = |value: &Value| {
        let equality = member.equality();
        value == expected || equality.is_some_and(|equality| equality.holds(value, expected))
    };
    match value {
        Value::Known(Data::Dynamic(typed)) => equals(member, &typed.value, expected),
        Value::Unknown(_) => None,
        Value::Null => match member.default_value() {
            Some(default) => Some(same(&default)),
            None => (!member.computed()).then_some(false),
        },
        Value::Known(_) => Some(same(value)),
    }
}
