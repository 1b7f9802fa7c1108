//! Functions for generated code of models that flatten others: `#[tf(flatten)]`.
//!
//! The values of an object are sorted by name, so those of a flattened model are mixed with the others. A
//! layout maps each value to its model. It is created once, and avoids look-ups by name.

use std::marker::PhantomData;

use terrane_value::Object;

use crate::model::{NoFieldIsMarkedKey, SettingNames};
use crate::schema::{Block, Member};

/// Detects at compile time whether a type is `()`.
///
/// Only `IsUnit<()>` has an inherent constant `IS`, which takes precedence over that of [`Flattenable`].
#[derive(Debug)]
pub struct IsUnit<T>(PhantomData<T>);

impl IsUnit<()> {
    /// Whether the type is `()`.
    pub const IS: bool = true;
}

/// Detects in the same manner whether a type is [`NoFieldIsMarkedKey`], the key of a model without key fields.
#[derive(Debug)]
pub struct Keyless<T>(PhantomData<T>);

impl Keyless<NoFieldIsMarkedKey> {
    /// Whether the type is [`NoFieldIsMarkedKey`].
    pub const IS: bool = true;
}

impl<T> Flattenable for Keyless<T> {}

/// The constants of all other types: see [`IsUnit`] and [`Keyless`].
pub trait Flattenable {
    /// Whether the type is the detected one.
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

/// Whether all names of a model are allowed in provider settings, as a constant.
pub trait AreFree {
    /// Whether all names are allowed.
    const FREE: bool;
}

impl<const FREE: bool> AreFree for SettingNames<FREE> {
    const FREE: bool = FREE;
}

/// Creates the schema of a model that flattens others.
#[must_use]
pub fn flattening(members: &[fn() -> Member], flattened: &[&Block]) -> Block {
    Block::flattening(members.iter().map(|member| member()), flattened)
}

/// Writes the values of a part of an object into a state, except nulls.
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
    use crate::attr::layout::Names;

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
