//! Missing values of a state: computed attributes that are null, although the model does not allow null. An import, or a state of an older version,
//! leaves such values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use terrane_protocol::schema::BlockNesting;
use terrane_value::{Object, Value};

use crate::elements;
use crate::schema::{Block, Member, Shape};

/// The positions of missing values in the schema. Elements are not distinguished.
#[derive(Debug, Default)]
pub struct MissingValues {
    /// Whether the attribute itself is missing.
    itself: bool,
    nested_values: BTreeMap<usize, MissingValues>,
}

impl MissingValues {
    /// Finds the missing values of a state.
    pub fn of(block: &Block, state: &Object) -> Self {
        let mut missing = Self::default();
        if block.facts().left && block.describes(state) {
            missing.object(block, state);
        }
        missing
    }

    /// Returns the state with unknown in place of missing values, so that a model can be decoded from it.
    pub fn with_unknown<'a>(&self, state: &'a Object) -> Cow<'a, Object> {
        let mut state = Cow::Borrowed(state);
        if !self.nested_values.is_empty() {
            self.change(state.to_mut(), Value::is_null, &Value::unknown());
        }
        state
    }

    /// Replaces values that are still unknown in a new state by null, except those that could not be expressed.
    pub fn restore_null(&self, state: &mut Object) {
        self.change(state, is_left, &Value::Null);
    }

    /// Changes values at the positions for which `is_expected` holds.
    fn change(&self, object: &mut Object, is_expected: fn(&Value) -> bool, new: &Value) {
        for (at, missing) in &self.nested_values {
            let value = object.at_mut(*at);
            if missing.itself && is_expected(value) {
                *value = new.clone();
            } else if !missing.nested_values.is_empty() {
                elements::each_of_all_mut(value, |object| missing.change(object, is_expected, new));
            }
        }
    }

    fn object(&mut self, block: &Block, object: &Object) {
        for (at, (member, value)) in block.members().iter().zip(object.values()).enumerate() {
            if value.is_null() {
                if member.is_left() && !member.is_nullable() {
                    self.nested_values.entry(at).or_default().itself = true;
                }
                continue;
            }
            let nested = member.shape().nested();
            let Some(nested) = nested.filter(|nested| nested.facts().left) else {
                continue;
            };
            let mut nested_values = Self::default();
            elements::objects(value).for_each(|object| nested_values.object(nested, object));
            if !nested_values.nested_values.is_empty() {
                self.nested_values.insert(at, nested_values);
            }
        }
    }
}

fn is_left(value: &Value) -> bool {
    matches!(value, Value::Unknown(unknown) if unknown.failure().is_none())
}

/// Whether a state contains only the key, as after an import without author code.
#[must_use]
pub fn has_key_alone(block: &Block, state: &Object) -> bool {
    let mut members = block.members().iter().zip(state.values());
    members.all(|(member, value)| {
        member.is_key() || member.counted().is_some() || is_absent(member, value)
    })
}

/// Whether a value is that of an attribute or block that is not set. A group exists always, so it is absent if all values in it are.
fn is_absent(member: &Member, value: &Value) -> bool {
    let Shape::Block { nesting, block, .. } = member.shape() else {
        return value.is_absent();
    };
    match (nesting, value.as_object()) {
        (BlockNesting::Group, Some(group)) => {
            let mut members = block.members().iter().zip(group.values());
            members.all(|(member, value)| is_absent(member, value))
        }
        _ => *value == nesting.absent(),
    }
}
