//! All animals: the data source `shelter_animals`.

use futures_util::TryStreamExt as _;
use terrane::prelude::*;
use terrane_api::Pages;

use crate::Shelter;
use crate::animal::Answer;

/// The animals in the shelter.
#[derive(Debug, Model)]
pub struct Animals {
    /// Their names, in the order of the API.
    names: Computed<Vec<String>>,
}

impl DataSource for Animals {
    type Provider = Shelter;

    async fn read(config: Self, shelter: &Shelter, cx: &mut ReadDataContext) -> Result<Self> {
        let pages = Pages::cursor("after", "/next").items("/animals");
        let animals = shelter.api.get(["animals"]).pages::<Answer>(pages, cx);
        let names = animals.map_ok(|animal| animal.name).try_collect().await?;
        Ok(config.with_computed(AnimalsComputed { names }))
    }
}
