//! Write-only values.

use terrane_value::{Object, Value};

use super::{Block, Member, Shape};
use crate::elements;

impl Member {
    /// Makes the value write-only: it exists in the configuration only, never in a plan or state. The same holds for all attributes of a
    /// nested attribute.
    #[must_use]
    pub fn write_only(mut self) -> Self {
        self.write_only = true;
        if let Shape::Nested { object, .. } = &mut self.shape {
            *object = object.with_members(|all| all.cloned().map(Self::write_only).collect());
        }
        self
    }

    /// Whether the value is write-only.
    #[must_use]
    pub fn is_write_only(&self) -> bool {
        self.write_only
    }
}

impl Block {
    /// Whether any value, at any depth, is write-only.
    #[must_use]
    pub fn has_write_only(&self) -> bool {
        self.facts().write_only
    }

    /// Removes write-only values from an object (rules L7 and A11).
    pub(crate) fn forget_write_only(&self, object: &mut Object) {
        if !self.has_write_only() || !self.describes(object) {
            return;
        }
        for (at, member) in self.members().iter().enumerate() {
            let value = object.at_mut(at);
            if member.write_only {
                *value = Value::Null;
            } else if let Some(nested) = member.shape().nested() {
                elements::each_mut(value, |_, object| nested.forget_write_only(object));
            }
        }
    }

    /// Adds the write-only values of the configuration to an object.
    ///
    /// Elements of lists are found by position and elements of maps by key, because hosts plan both as configured. A set contains no write-only
    /// values.
    pub fn recall_write_only(&self, object: &mut Object, config: &Object) {
        if !self.has_write_only() || !self.describes(object) {
            return;
        }
        for (at, member) in self.members().iter().enumerate() {
            let (value, configured) = (object.at_mut(at), config.at(at));
            if member.write_only {
                *value = configured.clone();
            } else if let Some(nested) = member.shape().nested() {
                elements::each_mut(value, |address, object| {
                    if let Some(config) = elements::counterpart(configured, address) {
                        nested.recall_write_only(object, config);
                    }
                });
            }
        }
    }
}
