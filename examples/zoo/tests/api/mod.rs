//! The zoo's API for tests: a fake with a log and with faults.

mod faults;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::{Deserialize, Serialize};
use terrane_api_test::{Fake, Server};

pub(crate) use self::faults::{Call, Fault, Stub};
use self::world::World;

/// A pet as the API shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pet {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) traits: Traits,
    /// Its diet, which is empty until it is set.
    pub(crate) diet: Diet,
    /// Meals per day.
    pub(crate) meals: i64,
    /// The number of changes, counted from 1 when the pet came.
    pub(crate) revision: i64,
}

/// A pet that is to be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NewPet {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) traits: Traits,
}

/// What can be changed about a pet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Traits {
    pub(crate) legs: i64,
    pub(crate) tags: Option<BTreeSet<String>>,
    pub(crate) toys: Option<BTreeMap<String, i64>>,
}

/// What a pet eats.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Diet {
    /// Energy per day, in kilocalories.
    pub(crate) kcal: i64,
    /// Foods that it must not get.
    pub(crate) avoid: Option<Vec<String>>,
}

/// The API, and a server with it. Dropping it stops the server.
pub(crate) struct Api {
    fake: Fake<World>,
    pub(crate) stub: Stub<Fake<World>>,
    server: Server,
}

impl Api {
    /// Starts a server that takes requests with this token.
    pub(crate) fn start(token: &str) -> io::Result<Self> {
        let fake = World::api();
        let stub = Stub::new(fake.clone(), token);
        let server = Server::start(stub.clone())?;
        Ok(Self { fake, stub, server })
    }

    /// The base URL for clients.
    pub(crate) fn url(&self) -> &str {
        self.server.url()
    }

    /// Plans a fault for the n-th request of a kind, counted from 1 and from now.
    pub(crate) fn fault(&self, call: Call, nth: usize, fault: Fault) {
        self.stub.plan(call, nth, fault);
    }

    /// Takes the log of requests since the last call, such as `GET /pets/pet-1`. Requests with a wrong token are not logged.
    pub(crate) fn take_log(&self) -> Vec<String> {
        self.stub.take_log()
    }

    /// All pets.
    pub(crate) fn pets(&self) -> Vec<Pet> {
        self.fake.state().pets.values().cloned().collect()
    }

    pub(crate) fn pet(&self, id: &str) -> Option<Pet> {
        self.fake.state().pets.get(id).cloned()
    }

    /// Adds a pet as somebody else would.
    pub(crate) fn add(&self, pet: NewPet) -> Pet {
        self.fake.state().added(pet)
    }

    /// Changes a pet as somebody else would. Returns whether it exists.
    pub(crate) fn change(&self, id: &str, change: impl FnOnce(&mut Pet)) -> bool {
        self.fake.state().changed(id, change).is_some()
    }

    /// Removes a pet as somebody else would. Returns whether it existed.
    pub(crate) fn remove(&self, id: &str) -> bool {
        self.fake.state().pets.remove(id).is_some()
    }
}
