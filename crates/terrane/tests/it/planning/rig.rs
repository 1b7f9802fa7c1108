//! Plans of a provider that is not configured yet, from texts.

use terrane_test::client::{Client, PlannedChange};
use terrane_value::{Path, Value};

use crate::setup::{json, stored};

/// Plans without an error. Nothing stands for an object that does not exist.
pub(crate) async fn plan<P: terrane::Provider>(
    type_name: &str,
    prior: Option<&str>,
    config: &str,
) -> Planned {
    let client = Client::new(terrane::server::<P>()).await.unwrap();
    let prior = stored(&client, type_name, prior);
    let planned = client.plan_in_place(&prior, json(config)).await;
    Planned(planned.unwrap())
}

pub(crate) struct Planned(pub(crate) PlannedChange);

impl Planned {
    /// A value by its path.
    pub(crate) fn at(&self, path: &str) -> Value {
        at(self.0.value(), path)
    }

    pub(crate) fn replace(&self) -> Vec<String> {
        let paths = self.0.requires_replace().iter();
        paths.map(ToString::to_string).collect()
    }
}

/// A value inside another one, by its path.
pub(crate) fn at(value: &Value, path: &str) -> Value {
    let path: Path = path.parse().unwrap();
    value.at(&path).unwrap().clone()
}
