//! Pets: the model, which is also the body of requests.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrane::prelude::*;

use crate::past::PetV0;

/// An animal living in the zoo. The API has the same names, so it is also the body of requests.
#[derive(Debug, Model, Serialize, Deserialize)]
#[tf(version = 1, previous = PetV0)]
pub struct Pet {
    /// Name on the fence.
    #[tf(validate(len(1..=64)), replace)]
    pub(crate) name: String,
    /// How many legs it has.
    #[tf(default = 4, validate(range(0..=1000)))]
    pub(crate) legs: i64,
    /// The diet.
    #[serde(skip_serializing)]
    pub(crate) diet: Diet,
    /// Words to find it by.
    pub(crate) tags: Option<Set<String>>,
    /// How many toys of each kind it has.
    pub(crate) toys: Option<Toys>,
    /// Identifier given by the API.
    #[tf(keep, identity)]
    #[serde(skip_serializing)]
    pub(crate) id: Computed<String>,
    /// Energy of one meal, in kilocalories.
    #[serde(skip)]
    pub(crate) portion: Computed<i64>,
    /// How many changes it has gone through since it was created; null for a pet that was imported.
    #[serde(skip)]
    pub(crate) changes: Computed<Option<i64>>,
}

/// What a [`Pet`] eats.
#[derive(Debug, Model, Serialize, Deserialize)]
pub struct Diet {
    /// Energy per day, in kilocalories.
    #[tf(validate(range(1..)))]
    pub(crate) kcal: i64,
    /// Foods that it must not get.
    pub(crate) avoid: Option<Vec<String>>,
}

/// How many toys of each kind there are.
pub(crate) type Toys = BTreeMap<String, i64>;
