//! What a state lacks: computed attributes that an older version of the provider, or an import, left null where the model has no null.

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
    /// Makes unknown what a state lacks, so that a model can be made of it.
    ///
    /// A state that has the key alone, as after an import, says nothing that a model would have to hand on: it stays as it is.
    pub(crate) fn open(block: &Block, state: &mut Object) -> Self {
        let mut lacking = Self::default();
        if block.inside().left && block.describes(state) && !has_key_alone(block, state) {
            lacking.object(block, state);
        }
        lacking
    }

    /// Makes null again what is still unknown in a new state.
    pub(crate) fn close(&self, state: &mut Object) {
        for (at, lacking) in &self.inside {
            let value = state.at_mut(*at);
            if lacking.itself && value.is_unknown() {
                *value = Value::Null;
            } else if !lacking.inside.is_empty() {
                elements::each_of_all_mut(value, |object| lacking.close(object));
            }
        }
    }

    fn object(&mut self, block: &Block, object: &mut Object) {
        for (at, member) in block.members().iter().enumerate() {
            let value = object.at_mut(at);
            if value.is_null() {
                if member.is_left() && !member.is_nullable() {
                    *value = Value::unknown();
                    self.inside.entry(at).or_default().itself = true;
                }
                continue;
            }
            let nested = member.shape().nested();
            let Some(nested) = nested.filter(|nested| nested.inside().left) else {
                continue;
            };
            let mut inside = Self::default();
            elements::each_of_all_mut(value, |object| inside.object(nested, object));
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
