//! An older version of the state of pets, and objects of another type that can be moved to pets.

use terrane::prelude::*;

/// A pet as the first version of the provider stored it, when it was fed by the number alone.
#[derive(Debug, Model)]
pub struct PetV0 {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kcal: i64,
}

/// A `terraform_data` whose `input` is the identifier of a pet: how pets were noted before there was a provider.
#[derive(Debug, Model)]
pub(crate) struct Noted {
    pub(crate) input: Dynamic,
}
