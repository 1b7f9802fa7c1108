//! The state of the API, and its routes.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use terrane_api_test::{Call, Fake, Reply};

use super::{Diet, NewPet, Pet};

/// The meals per day of a new pet.
const MEALS: i64 = 2;

#[derive(Debug, Clone, Default)]
pub(crate) struct World {
    pub(crate) pets: BTreeMap<String, Pet>,
    /// The ids of pets by the keys of the requests that have added them.
    keys: BTreeMap<String, String>,
    /// The number of pets that were ever added, which is the last pet's number.
    count: u64,
}

impl World {
    pub(crate) fn api() -> Fake<Self> {
        Fake::new(Self::default())
            .route("POST", "/pets", |world, call| {
                parsed(call, |new| world.add_once(call, new))
            })
            .route("POST", "/pets/{id}/feed", |world, call| {
                parsed(call, |diet: Diet| {
                    shown(call, world.changed(call.path("id"), |pet| pet.diet = diet))
                })
            })
            .route("PATCH", "/pets/{id}", |world, call| {
                parsed(call, |traits| {
                    let changed = world.changed(call.path("id"), |pet| pet.traits = traits);
                    shown(call, changed)
                })
            })
            .route("GET", "/pets", |world, _| {
                Reply::ok(world.pets.values().map(|pet| json!(pet)).collect())
            })
            .route("GET", "/pets/{id}", |world, call| {
                shown(call, world.pets.get(call.path("id")))
            })
            .route("DELETE", "/pets/{id}", |world, call| {
                match world.pets.remove(call.path("id")) {
                    Some(_) => Reply::ok(Json::Null),
                    None => missing(call.path("id")),
                }
            })
            .route("GET", "/species/{name}", |_, call| {
                species(call.path("name"))
            })
    }

    /// Adds a pet, unless a request with the same key has added one.
    fn add_once(&mut self, call: &Call, new: NewPet) -> Reply {
        let key = call.headers.get("idempotency-key");
        let key = key.and_then(|it| it.to_str().ok()).map(str::to_owned);
        let known = key.as_ref().and_then(|key| self.keys.get(key));
        if let Some(id) = known {
            return shown(call, self.pets.get(id));
        }
        let pet = self.added(new);
        if let Some(key) = key {
            self.keys.insert(key, pet.id.clone());
        }
        Reply::new(201, json!(pet))
    }

    pub(crate) fn added(&mut self, NewPet { name, traits }: NewPet) -> Pet {
        self.count += 1;
        let id = format!("pet-{}", self.count);
        let pet = Pet {
            id: id.clone(),
            name,
            traits,
            diet: Diet::default(),
            meals: MEALS,
            revision: 1,
        };
        self.pets.insert(id, pet.clone());
        pet
    }

    pub(crate) fn changed(&mut self, id: &str, change: impl FnOnce(&mut Pet)) -> Option<&Pet> {
        let pet = self.pets.get_mut(id)?;
        change(pet);
        pet.revision += 1;
        Some(pet)
    }
}

fn parsed<T: DeserializeOwned>(call: &Call, handle: impl FnOnce(T) -> Reply) -> Reply {
    match serde_json::from_value(call.body.clone()) {
        Ok(body) => handle(body),
        Err(error) => Reply::new(400, json!({ "error": error.to_string() })),
    }
}

fn shown(call: &Call, pet: Option<&Pet>) -> Reply {
    match pet {
        Some(pet) => Reply::ok(json!(pet)),
        None => missing(call.path("id")),
    }
}

fn missing(name: &str) -> Reply {
    Reply::new(404, json!({ "error": format!("the zoo has no `{name}`") }))
}

fn species(name: &str) -> Reply {
    let (legs, latin) = match name {
        "dog" => (4, Some("Canis familiaris")),
        "spider" => (8, Some("Araneae")),
        "sphinx" => (4, None),
        _ => return missing(name),
    };
    Reply::ok(json!({ "name": name, "legs": legs, "latin": latin }))
}
