//! A provider with a value of each kind in each call.

use terrane::prelude::*;

pub(crate) struct Lab;

/// Settings.
#[derive(Model)]
pub(crate) struct Settings {
    /// Where the lab is.
    place: Option<String>,
    /// How the lab is lit.
    lights: Option<Vec<Light>>,
}

/// A light.
#[derive(Model)]
pub(crate) struct Light {
    /// How bright it is.
    lumen: i64,
}

#[provider("registry.terraform.io/example/lab")]
impl Provider for Lab {
    async fn configure(_: Settings, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Lab)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Tank>()
            .data_source::<Tank>()
            .function::<total>();
    }
}

/// A tank.
#[derive(Model)]
pub(crate) struct Tank {
    /// The name.
    #[tf(identity)]
    name: String,
    /// How much it holds.
    volume: f64,
    /// Whether it leaks.
    leaks: Option<bool>,
    /// The animals in it.
    fish: Vec<Fish>,
    /// What it is known by.
    tags: Set<String>,
    /// The location.
    #[tf(block)]
    rooms: Vec<Light>,
    /// Anything.
    anything: Dynamic,
    /// Its number.
    number: Computed<i64>,
}

/// A fish.
#[derive(Model)]
pub(crate) struct Fish {
    /// Its kind.
    kind: String,
    /// How long its parts are.
    parts: std::collections::BTreeMap<String, f64>,
}

impl Resource for Tank {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(TankComputed { number: 1 }))
    }

    async fn read(_: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::Unchanged)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan.with_computed(TankComputed { number: 1 }))
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Tank {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config.with_computed(TankComputed { number: 1 }))
    }
}

/// Adds numbers.
#[function]
pub(crate) fn total(numbers: Vec<f64>) -> f64 {
    numbers.iter().sum()
}

pub(crate) const TANK: &str = r#"{"name":"a","volume":1.5,"leaks":true,"fish":[{"kind":"eel","parts":{"fin":0.5}}],"tags":["x","y"],
  "rooms":[{"lumen":3}],"anything":{"type":["list","string"],"value":["z"]},"number":7}"#;
pub(crate) const SETTINGS: &str = r#"{"place":"here","lights":[{"lumen":1}]}"#;
