//! Pets as the API shows them.

use serde::Deserialize;
use terrane::Private;
use terrane::context::Context;
use terrane::prelude::*;

use crate::{Pet, Zoo};

/// The key of the private value with the pet's revision at its creation.
pub(crate) const FIRST_REVISION: &str = "first_revision";

/// A pet as the API shows it.
#[derive(Deserialize)]
pub(crate) struct Answer {
    #[serde(flatten)]
    pub(crate) pet: Pet,
    /// Meals per day.
    meals: i64,
    /// The number of changes, counted from 1 at the creation.
    pub(crate) revision: i64,
}

impl Zoo {
    /// Finds a pet. `private` has its first revision.
    pub(crate) async fn pet(
        &self,
        id: &str,
        cx: &Context,
        private: &Private,
    ) -> Result<Option<Pet>> {
        let found: Option<Answer> = self.api.get(["pets", id]).find(cx).await?;
        found.map(|answer| answer.pet(private)).transpose()
    }
}

impl Answer {
    /// Returns the pet with its computed values.
    ///
    /// # Panics
    ///
    /// Panics if the API returns a pet without meals. The tests show that the pet is not lost then.
    pub(crate) fn pet(mut self, private: &Private) -> Result<Pet> {
        let first: Option<i64> = private.get(FIRST_REVISION)?;
        let portion = self.pet.diet.kcal / self.meals;
        self.pet.portion.fill(portion);
        self.pet
            .changes
            .fill(first.map(|first| self.revision - first));
        Ok(self.pet)
    }
}
