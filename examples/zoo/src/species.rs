//! Species: the data source `zoo_species`.

use serde::Deserialize;
use terrane::context::Context;
use terrane::prelude::*;

use crate::Zoo;

/// A kind of animals.
#[derive(Debug, Model)]
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

    async fn read(config: Self, zoo: &Zoo, cx: &mut ReadDataContext) -> Result<Self> {
        let found = find_by_name(zoo, &config.name, cx).await;
        let (legs, latin) = found.at(path!(Species, name))?;
        Ok(config.with_computed(SpeciesComputed { legs, latin }))
    }
}

/// A species as the API shows it.
#[derive(Deserialize)]
struct Answer {
    legs: i64,
    latin: Option<String>,
}

/// The legs and the Latin name of a species.
pub(crate) async fn find_by_name(
    zoo: &Zoo,
    name: &str,
    cx: &Context,
) -> Result<(i64, Option<String>)> {
    let found: Option<Answer> = zoo.api.get(["species", name]).find(cx).await?;
    match found {
        Some(species) => Ok((species.legs, species.latin)),
        None => Err(Error::new(
            "Species not found",
            format!("The zoo knows no species `{name}`. Check the name."),
        )),
    }
}
