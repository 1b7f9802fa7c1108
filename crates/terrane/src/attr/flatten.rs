//! What the code of the derive calls for models whose fields are attributes of another one: `#[tf(flatten)]`.
//!
//! Objects have their values in the order of the names, so those of a flattened model stand between the others, in their own order. A
//! layout tells of each value whose it is: it is made once, and nothing is looked up by name afterwards.

use std::marker::PhantomData;

use terrane_value::{Data, Object, ObjectType, Value};

use super::generated::{Declared, members};
use crate::model::{NoFieldIsMarkedKey, SettingNames};
use crate::schema::Block;

/// The names of a model's attributes, as far as the compiler must know them.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// Those of its own fields.
    pub own: &'static [&'static str],
    /// Those of the models that it flattens.
    pub flattened: &'static [Names],
}

impl Names {
    /// Whether there is an attribute of a name.
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

    /// Whether no attribute has the name of one of the other model.
    #[must_use]
    pub const fn are_apart(&self, other: &Self) -> bool {
        let mut at = 0;
        while at < self.own.len() {
            if other.has(self.own[at]) {
                return false;
            }
            at += 1;
        }
        let mut at = 0;
        while at < self.flattened.len() {
            if !self.flattened[at].are_apart(other) {
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

/// Says of a type whether it is `()`: of two constants of one name the inherent one wins, but only where it is there.
#[derive(Debug)]
pub struct Nothing<T>(PhantomData<T>);

impl Nothing<()> {
    /// It is.
    pub const IS: bool = true;
}

/// Whether a type is the key of a model without one, in the same way.
#[derive(Debug)]
pub struct Keyless<T>(PhantomData<T>);

impl Keyless<NoFieldIsMarkedKey> {
    /// It is.
    pub const IS: bool = true;
}

impl<T> Something for Keyless<T> {}

/// What is said of all other types.
pub trait Something {
    /// It is not.
    const IS: bool = false;
}

impl<T> Something for Nothing<T> {}

/// What a model's `Filled` takes: nothing of `()`.
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

/// A model or a draft where nothing is computed: an own `with_computed` comes first.
pub trait NothingToFill: Sized {
    /// Leaves it as it is.
    #[must_use]
    fn with_computed(self, (): ()) -> Self {
        self
    }
}

impl<T> NothingToFill for T {}

/// Whether hosts leave names to the settings of a provider, as a value.
pub trait AreFree {
    /// Whether they do.
    const FREE: bool;
}

impl<const FREE: bool> AreFree for SettingNames<FREE> {
    const FREE: bool = FREE;
}

/// Makes the schema of a model that flattens others.
#[must_use]
pub fn flattening(declared: &Declared, flattened: &[&Block]) -> Block {
    Block::flattening(members(declared), flattened)
}

/// Where the values of a model's parts stand in an object: its own, and those of the models that it flattens.
#[derive(Debug)]
pub struct Layout {
    /// Where the values of its own fields stand.
    own: Vec<usize>,
    flattened: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    ty: ObjectType,
    /// Where its values stand.
    at: Vec<usize>,
}

impl Layout {
    /// Makes the layout of a schema with those that are flattened in it.
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

    /// Where the value of one of the model's own fields stands.
    pub(super) fn own(&self, at: usize) -> usize {
        self.own[at]
    }

    /// The object of a flattened model inside that of the model.
    pub(super) fn part(&self, at: usize, object: &Object) -> Option<Object> {
        let part = self.flattened.get(at)?;
        let values = part.at.iter().map(|at| object.at(*at).clone());
        Some(Object::aligned(&part.ty, values.collect()))
    }

    /// Puts the values of the model's own fields and those of the flattened models in the order of the names.
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

/// Writes what is known of a part into a state.
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
    fn a_name_that_is_there_twice_is_found_from_both_sides() {
        let other = |own| Names {
            own,
            flattened: &[],
        };
        for (own, apart) in [
            (&["c", "d"], true),
            (&["c", "bb"], false),
            (&["a", "c"], false),
        ] {
            assert_eq!(OUTER.are_apart(&other(own)), apart, "{own:?}");
            assert_eq!(other(own).are_apart(&OUTER), apart, "{own:?}");
        }
    }

    #[test]
    fn nothing_is_told_from_something() {
        const { assert!(Nothing::<()>::IS) };
        const { assert!(!Nothing::<i64>::IS) };
        const { assert!(!Nothing::<((),)>::IS) };
    }
}
