//! One animal by its id: the data source `shelter_animal`.

use std::time::Duration;

use terrane::prelude::*;
use terrane_api::{Client, Coalescer};

use crate::Shelter;
use crate::animal::Answer;

/// An animal in the shelter.
#[derive(Debug, Model)]
#[tf(name = "animal")]
pub struct Lookup {
    /// Its id.
    id: String,
    /// Its name.
    name: Computed<String>,
}

/// Reads animals by their ids. Calls within 20 ms share a request for at most 50 animals.
pub(crate) fn reader(api: &Client) -> Coalescer<String, Answer> {
    let api = api.clone();
    let window = Duration::from_millis(20);
    Coalescer::new(window, 50, move |ids: Vec<String>, cx| {
        let request = api.get(["animals"]).query("ids", ids.join(","));
        async move {
            let animals: Vec<Answer> = request.fetch(&cx).await?;
            Ok(animals.into_iter().map(|it| (it.id.clone(), it)).collect())
        }
    })
}

impl DataSource for Lookup {
    type Provider = Shelter;

    async fn read(config: Self, shelter: &Shelter, cx: &mut ReadDataContext) -> Result<Self> {
        let Some(animal) = shelter.by_id.read(config.id.clone(), cx).await? else {
            let detail = format!("The shelter has no animal with the id `{}`.", config.id);
            return Err(Error::new("Animal not found", detail).at(path!(Self, id)));
        };
        Ok(config.with_computed(LookupComputed { name: animal.name }))
    }
}
