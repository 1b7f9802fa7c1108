//! The zoo's HTTP API: a client, and a server for tests.
//!
//! | request | does |
//! |---|---|
//! | `POST /pets` | adds a pet |
//! | `POST /pets/ID/feed` | sets its diet |
//! | `PATCH /pets/ID` | changes its legs, tags and toys |
//! | `GET /pets/ID`, `GET /pets` | shows one pet, or all |
//! | `DELETE /pets/ID` | removes it |
//! | `GET /species/NAME` | shows a species |
//!
//! Bodies are JSON; each request carries the token as `Authorization: Bearer TOKEN`.

mod client;
mod fault;
mod server;
mod world;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use self::client::{Client, Error};
pub use self::fault::{Call, Fault};
pub use self::server::Server;

/// A pet as the API shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pet {
    /// Identifier given by the API.
    pub id: String,
    /// Name on the fence.
    pub name: String,
    /// What can be changed about it.
    #[serde(flatten)]
    pub traits: Traits,
    /// Its diet, which is empty until it is set.
    pub diet: Diet,
    /// Meals per day.
    pub meals: i64,
    /// The number of changes, counted from 1 when the pet came.
    pub revision: i64,
}

/// A pet that is to be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewPet {
    /// Name on the fence.
    pub name: String,
    /// What can be changed about it.
    #[serde(flatten)]
    pub traits: Traits,
}

/// What can be changed about a pet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traits {
    /// How many legs it has.
    pub legs: i64,
    /// Words to find it by.
    pub tags: Option<BTreeSet<String>>,
    /// What it plays with.
    pub toys: Option<Toys>,
}

/// How many toys of each kind there are.
pub type Toys = BTreeMap<String, i64>;

/// What a pet eats.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diet {
    /// Energy per day, in kilocalories.
    pub kcal: i64,
    /// Foods that it must not get.
    pub avoid: Option<Vec<String>>,
}

/// A kind of animals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Species {
    /// Its name, such as `dog`.
    pub name: String,
    /// How many legs it usually has.
    pub legs: i64,
    /// Its Latin name, if it has one.
    pub latin: Option<String>,
}

/// The API's answer to a request that it refuses.
#[derive(Debug, Serialize, Deserialize)]
struct Refusal {
    error: String,
}
