//! Conversions of older states, and of objects of another type, to pets.

use terrane::MoveContext;
use terrane::prelude::*;

use crate::past::{Noted, PetV0};
use crate::{Diet, Pet};

impl From<PetV0> for Pet {
    fn from(old: PetV0) -> Self {
        Self {
            name: old.name,
            diet: Diet::of(old.kcal),
            ..Pet::known_by(old.id)
        }
    }
}

impl Diet {
    /// A diet that is no more than a number.
    fn of(kcal: i64) -> Self {
        Self { kcal, avoid: None }
    }
}

impl Noted {
    /// Creates a pet from its identifier. The next read fills the other fields.
    pub(crate) fn pet<P: From<Pet>>(self, _: &mut MoveContext) -> Result<P> {
        match self.input.value().as_str() {
            Some(id) => Ok(Pet::known_by(id.to_owned()).into()),
            None => Err(Error::new(
                "Not the note of a pet",
                "The `input` of a `terraform_data` that becomes a pet is the pet's identifier, a string.",
            )),
        }
    }
}

impl Pet {
    /// A pet of which only the identifier is known.
    fn known_by(id: String) -> Self {
        Self {
            name: String::new(),
            legs: 4,
            diet: Diet::of(0),
            tags: None,
            toys: None,
            id: id.into(),
            portion: Computed::unknown(),
            changes: Computed::unknown(),
        }
    }
}
