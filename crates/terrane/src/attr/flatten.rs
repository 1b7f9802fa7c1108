//! Functions for generated code of models that flatten others: `#[tf(flatten)]`.
//!
//! The values of an object are sorted by name, so those of a flattened model are mixed with the others. A
//! layout maps each value to its model. It is created once, and avoids look-ups by name.

use std::marker::PhantomData;

use terrane_value::{Data, Object, ObjectType, Value};

use super::generated::{Declared, members};
use crate::model::{NoFieldIsMarkedKey, SettingNames};
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

/// Detects whether a type is `()`: of two constants with one name the inherent one wins, if it exists.
#[derive(Debug)]
pub struct IsUnit<T>(PhantomData<T>);

impl IsUnit<()> {
    /// It is.
    pub const IS: bool = true;
}

/// Detects in the same manner whether a type is the key of a model without one.
#[derive(Debug)]
pub struct Keyless<T>(PhantomData<T>);

impl Keyless<NoFieldIsMarkedKey> {
    /// It is.
    pub const IS: bool = true;
}

impl<T> Flattenable for Keyless<T> {}

/// The answer for all other types.
pub trait Flattenable {
    /// It is not.
    const IS: bool = false;
}

impl<T> Flattenable for IsUnit<T> {}

/// The argument of a model's `Filled`: `()` for models without computed fields.
pub trait Takes {
    /// The type of the argument.
    type Argument;
}

impl Takes for () {
    type Argument = ();
}

impl<T> Takes for fn(T) {
    type Argument = T;
}

/// A model or draft without computed fields. An inherent `with_computed` takes precedence.
pub trait NoComputedFields: Sized {
    /// Returns it unchanged.
    #[must_use]
    fn with_computed(self, (): ()) -> Self {
        self
    }
}

impl<T> NoComputedFields for T {}

/// Whether all names are allowed in provider settings, as a constant.
pub trait AreFree {
    /// Whether they do.
    const FREE: bool;
}

impl<const FREE: bool> AreFree for SettingNames<FREE> {
    const FREE: bool = FREE;
}

/// Creates the schema of a model that flattens others.
#[must_use]
pub fn flattening(declared: &Declared, flattened: &[&Block]) -> Block {
    Block::flattening(members(declared), flattened)
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
    pub(super) fn join(&self, own: Vec<Value>, parts: Vec<Value>) -> Vec<Value> {
        let mut joined = Vec::new();
        joined.resize_with(
            own.len()
                + self
                    .flattened
                    .iter()
                    .map(|part| part.at.len())
                    .sum::<usize>(),
            Value::default,
        );
        let parts = parts.into_iter().map(|part| match part {
            Value::Known(Data::Object(part)) => part.into_values(),
            _ => Vec::new(),
        });
        let places = self.flattened.iter().map(|part| &part.at);
        for (at, values) in places.zip(parts).chain([(&self.own, own)]) {
            for (at, value) in at.iter().zip(values) {
                joined[*at] = value;
            }
        }
        joined
    }
}

/// Writes the known values of a part into a state.
pub fn merge(state: &mut Object, part: Object) {
    for (name, value) in part {
        if !value.is_null() {
            state.set(&name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INNER: Names = Names {
        own: &["b", "bb"],
        flattened: &[],
    };
    const OUTER: Names = Names {
        own: &["a"],
        flattened: &[INNER],
    };

    #[test]
    fn names_are_found_at_any_depth() {
        for name in ["a", "b", "bb"] {
            assert!(OUTER.has(name), "{name}");
        }
        for name in ["", "ab", "c", "bbb"] {
            assert!(!OUTER.has(name), "{name}");
        }
    }

    #[test]
    fn a_duplicate_name_is_found_from_both_sides() {
        let other = |own| Names {
            own,
            flattened: &[],
        };
        for (own, disjoint) in [
            (&["c", "d"], true),
            (&["c", "bb"], false),
            (&["a", "c"], false),
        ] {
            assert_eq!(OUTER.are_disjoint(&other(own)), disjoint, "{own:?}");
            assert_eq!(other(own).are_disjoint(&OUTER), disjoint, "{own:?}");
        }
    }

    #[test]
    fn empty_models_are_recognised() {
        const { assert!(IsUnit::<()>::IS) };
        const { assert!(!IsUnit::<i64>::IS) };
        const { assert!(!IsUnit::<((),)>::IS) };
    }
}
