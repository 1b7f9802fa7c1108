//! Write-only values.

use terrane_value::{Data, Object, Value};

use super::{Block, Member, Shape};

impl Member {
    /// Makes the value write-only: it exists in the configuration only, never in a plan or state. The same holds for all attributes of a
    /// nested attribute.
    #[must_use]
    pub fn write_only(mut self) -> Self {
        self.write_only = true;
        if let Shape::Nested { object, .. } = &mut self.shape {
            *object = object.map_members(Member::write_only);
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

    /// Returns the block with transformed members, whose names and types stay.
    fn map_members(&self, change: impl Fn(Member) -> Member) -> Self {
        let mut changed = Self::new(self.members().iter().cloned().map(change));
        let (old, new) = (&self.0, changed.parts());
        new.description.clone_from(&old.description);
        new.deprecated.clone_from(&old.deprecated);
        new.since.clone_from(&old.since);
        new.relations.clone_from(&old.relations);
        new.schema_errors.clone_from(&old.schema_errors);
        changed
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
                nested.forget_in(value);
            }
        }
    }

    fn forget_in(&self, value: &mut Value) {
        match value {
            Value::Known(Data::Object(object)) => self.forget_write_only(object),
            Value::Known(Data::List(elements)) => {
                elements
                    .iter_mut()
                    .for_each(|element| self.forget_in(element));
            }
            Value::Known(Data::Map(elements)) => {
                elements
                    .values_mut()
                    .for_each(|element| self.forget_in(element));
            }
            Value::Known(_) | Value::Null | Value::Unknown(_) => {}
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
                nested.recall_in(value, configured);
            }
        }
    }

    fn recall_in(&self, value: &mut Value, config: &Value) {
        let (Value::Known(data), Value::Known(config)) = (value, config) else {
            return;
        };
        match (data, config) {
            (Data::Object(object), Data::Object(config)) => self.recall_write_only(object, config),
            (Data::List(elements), Data::List(config)) => {
                for (element, config) in elements.iter_mut().zip(config) {
                    self.recall_in(element, config);
                }
            }
            (Data::Map(elements), Data::Map(config)) => {
                for (key, element) in elements.iter_mut() {
                    if let Some(config) = config.get(key) {
                        self.recall_in(element, config);
                    }
                }
            }
            _ => {}
        }
    }
}
