//! The names and positions of the values of a model that flattens others.

use terrane_value::{Object, ObjectType, Value};

use crate::schema::Block;

/// The names of a model's attributes, as constants.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// The names of its own fields.
    pub own: &'static [&'static str],
    /// The names of the flattened models.
    pub flattened: &'static [Names],
}

impl Names {
    /// Returns whether an attribute has a name.
    #[must_use]
    pub const fn has(&self, name: &str) -> bool {
        let mut at = 0;
        while at < self.own.len() {
            if is_same(self.own[at], name) {
                return true;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.flattened.len() {
            if self.flattened[at].has(name) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns whether no attribute has the name of an attribute of the other model.
    #[must_use]
    pub const fn are_disjoint(&self, other: &Self) -> bool {
        let mut at = 0;
        while at < self.own.len() {
            if other.has(self.own[at]) {
                return false;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.flattened.len() {
            if !self.flattened[at].are_disjoint(other) {
                return false;
            }
            at += 1;
        }
        true
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The positions of values in an object: of the model's own fields, and of the flattened models.
#[derive(Debug)]
pub struct Layout {
    /// The positions of its own fields.
    own: Vec<usize>,
    flattened: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    ty: ObjectType,
    /// The positions of its values.
    at: Vec<usize>,
}

impl Layout {
    /// Creates the layout of a schema and its flattened schemas.
    #[must_use]
    pub fn new(block: &Block, flattened: &[&Block]) -> Self {
        let places = |of: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let members = block.members().iter().enumerate();
            members
                .filter(|(_, member)| of(member.name()))
                .map(|(at, _)| at)
                .collect()
        };
        Self {
            own: places(&|name| flattened.iter().all(|it| it.member(name).is_none())),
            flattened: flattened
                .iter()
                .map(|it| Part {
                    ty: it.object_type().clone(),
                    at: places(&|name| it.member(name).is_some()),
                })
                .collect(),
        }
    }

    /// Returns the number of the model's own fields.
    pub(super) fn own_count(&self) -> usize {
        self.own.len()
    }

    /// Returns the number of values of a flattened model.
    pub(super) fn part_count(&self, at: usize) -> usize {
        self.flattened.get(at).map_or(0, |part| part.at.len())
    }

    /// Returns the position of one of the model's own fields.
    pub(super) fn own(&self, at: usize) -> usize {
        self.own[at]
    }

    /// Extracts the object of a flattened model.
    pub(super) fn part(&self, at: usize, object: &Object) -> Option<Object> {
        let part = self.flattened.get(at)?;
        let values = part.at.iter().map(|at| object.at(*at).clone());
        Some(Object::aligned(&part.ty, values.collect()))
    }

    /// Merges the values of the model's own fields and of the flattened models, sorted by name.
    ///
    /// Missing values are unknown.
    pub(super) fn join(&self, own: Vec<Value>, parts: Vec<Vec<Value>>) -> Vec<Value> {
        let places = self.flattened.iter().map(|part| &part.at);
        let count = own.len() + places.clone().map(Vec::len).sum::<usize>();
        let mut joined = vec![Value::unknown(); count];
        for (at, values) in places.zip(parts).chain([(&self.own, own)]) {
            for (at, value) in at.iter().zip(values) {
                joined[*at] = value;
            }
        }
        joined
    }
}
