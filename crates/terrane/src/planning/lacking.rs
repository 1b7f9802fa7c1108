//! What a state lacks: computed attributes that an older version of the provider, or an import, left null where the model has no null.

use std::borrow::Cow;
use std::collections::BTreeMap;

use terrane_value::{Object, Value};

use super::elements;
use crate::schema::{Block, Identifies, Member, Shape};

/// The places of what a state lacks, by positions in the schema: which element it was does not matter.
#[derive(Debug, Default)]
pub(crate) struct Lacking {
    /// Whether it is the attribute itself.
    itself: bool,
    inside: BTreeMap<usize, Lacking>,
}

impl Lacking {
    /// Finds what a state lacks that a model must have.
    ///
    /// A state that has the key alone, as after an import, says nothing that a model would have to hand on: it stays as it is.
    pub(crate) fn of(block: &Block, state: &Object) -> Self {
        let mut lacking = Self::default();
        if block.inside().left && block.describes(state) && !has_key_alone(block, state) {
            lacking.object(block, state);
        }
        lacking
    }

    /// The state where what it lacks is unknown, so that a model can be made of it.
    pub(crate) fn open<'a>(&self, state: &'a Object) -> Cow<'a, Object> {
        let mut state = Cow::Borrowed(state);
        if !self.inside.is_empty() {
            self.change(state.to_mut(), Value::is_null, &Value::unknown());
        }
        state
    }

    /// Makes null again what is still unknown in a new state.
    pub(crate) fn close(&self, state: &mut Object) {
        self.change(state, Value::is_unknown, &Value::Null);
    }

    /// Changes the values at the places that are found as they are expected there.
    fn change(&self, object: &mut Object, is_expected: fn(&Value) -> bool, new: &Value) {
        for (at, lacking) in &self.inside {
            let value = object.at_mut(*at);
            if lacking.itself && is_expected(value) {
                *value = new.clone();
            } else if !lacking.inside.is_empty() {
                elements::each_of_all_mut(value, |object| lacking.change(object, is_expected, new));
            }
        }
    }

    fn object(&mut self, block: &Block, object: &Object) {
        for (at, (member, value)) in block.members().iter().zip(object.values()).enumerate() {
            if value.is_null() {
                if member.is_left() && !member.is_nullable() {
                    self.inside.entry(at).or_default().itself = true;
                }
                continue;
            }
            let nested = member.shape().nested();
            let Some(nested) = nested.filter(|nested| nested.inside().left) else {
                continue;
            };
            let mut inside = Self::default();
            elements::objects(value).for_each(|object| inside.object(nested, object));
            if !inside.inside.is_empty() {
                self.inside.insert(at, inside);
            }
        }
    }
}

fn has_key_alone(block: &Block, state: &Object) -> bool {
    let says = |member: &Member, value: &Value| {
        let counted = member.counted().is_some();
        let absent = match member.shape() {
            Shape::Block { nesting, .. } => *value == nesting.absent(),
            Shape::Type(_) | Shape::Nested { .. } => value.is_absent(),
        };
        member.identifies() == Identifies::Nothing && !counted && !absent
    };
    let mut members = block.members().iter().zip(state.values());
    !members.any(|(member, value)| says(member, value))
}
