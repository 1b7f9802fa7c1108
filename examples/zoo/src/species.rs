//! Species: the data source `zoo_species`.

use terrane::prelude::*;

use crate::{Zoo, zoo_api};

/// A kind of animals.
#[derive(Debug, Schema)]
pub struct Species {
    /// Its name, such as `dog`.
    name: String,
    /// How many legs it usually has.
    legs: Computed<i64>,
    /// Its Latin name, if it has one.
    latin: Computed<Option<String>>,
}

impl DataSource for Species {
    type Provider = Zoo;

    async fn read(config: Self, zoo: &Zoo, _: &mut ReadData) -> Result<Self> {
        let zoo_api::Species { legs, latin, .. } = look_up(&zoo.client, &config.name)
            .await
            .at(path!(Species, name))?;
        Ok(config.with_computed(SpeciesComputed { legs, latin }))
    }
}

pub(crate) async fn look_up(client: &zoo_api::Client, name: &str) -> Result<zoo_api::Species> {
    client.species(name).await?.ok_or_else(|| {
        Error::new(
            "Species not found",
            format!("The zoo knows no species `{name}`. Check the name."),
        )
    })
}
