//! A provider with a value of each kind in each call, and author code that cannot fail by itself.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane::{Dynamic, History, Sensitive, Type};

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

/// A tank as it was stored at first.
#[derive(Model)]
struct OldTank {
    /// The name.
    name: String,
    /// How much it holds.
    volume: String,
}

fn past() -> History<Tank> {
    History::default().model(0, |old: OldTank| {
        Ok(Tank {
            name: old.name,
            volume: old.volume.parse().unwrap_or_default(),
            leaks: None,
            fish: Vec::new(),
            tags: Default::default(),
            secret: None,
            rooms: Vec::new(),
            anything: Dynamic::new(Type::Bool, true.into()),
            number: 1.into(),
            timeouts: Default::default(),
        })
    })
}

/// A tank.
#[derive(Model)]
#[tf(version = 1, history = past)]
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
    /// What nobody may see.
    secret: Option<Sensitive<String>>,
    /// The location.
    #[tf(block)]
    rooms: Vec<Light>,
    /// Anything.
    anything: Dynamic,
    /// Its number.
    number: Computed<i64>,
    #[tf(timeouts(create = "10m", update, delete))]
    timeouts: Timeouts,
}

/// A fish.
#[derive(Model)]
pub(crate) struct Fish {
    /// Its kind.
    kind: String,
    /// How long its parts are.
    parts: BTreeMap<String, f64>,
}

impl Resource for Tank {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        cx.private_mut().set("count", &1);
        Ok(plan.with_computed(TankComputed { number: 1 }))
    }

    async fn read(prior: Prior<Self>, _: &Lab, cx: &mut ReadContext) -> Result<Found<Self>> {
        let _: Option<u64> = cx.private().get("count")?;
        Ok(Found::or_gone(prior.into_complete()))
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
  "secret":"hunter2","rooms":[{"lumen":3}],"anything":{"type":["list","string"],"value":["z"]},"number":7,
  "timeouts":{"create":"1h","update":null,"delete":null}}"#;
pub(crate) const SETTINGS: &str = r#"{"place":"here","lights":[{"lumen":1}]}"#;
