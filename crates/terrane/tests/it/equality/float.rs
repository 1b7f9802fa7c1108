//! Numbers of more digits than a float has: what is configured stays as it is.

use std::collections::BTreeMap;

use terrane::Model;
use terrane::prelude::*;
use terrane_test::client::Instance;
use terrane_value::{Data, Object, json};

use crate::lab::lab;
use crate::setup::{client, failure};

lab!(|registry| registry
    .resource::<Scale>()
    .resource::<Rough>()
    .state_only::<Rack>()
    .state_only::<Chest>()
    .data_source::<Scale>()
    .ephemeral::<Scale>());

/// Scales.
#[derive(Model, Debug, Clone)]
struct Scale {
    /// The names.
    name: String,
    /// What they say, and what they said.
    ratio: Option<f64>,
    list: Vec<f64>,
    map: BTreeMap<String, f64>,
    set: Set<f64>,
    parts: Vec<Part>,
    pieces: Set<Part>,
}

/// A part.
#[derive(Model, Debug, Clone)]
struct Part {
    /// The kind.
    kind: String,
    /// The weight.
    weight: f64,
}

impl Resource for Scale {
    type Provider = Lab;

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        let Some(mut planned) = change.planned()? else {
            return Ok(());
        };
        if let Some(prior) = change.prior()? {
            planned.name = prior.name;
        }
        change.set_planned(planned)
    }

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Scale {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

impl Ephemeral for Scale {
    type Provider = Lab;

    async fn open(config: Self, _: &Lab, _: &mut OpenContext) -> Result<Self> {
        Ok(config)
    }
}

/// Scales of little precision.
#[derive(Model)]
struct Rough {
    /// The weights.
    weight: f32,
}

impl Resource for Rough {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn s1_a_32_bit_float_keeps_the_digits_that_are_planned() {
    let client = client::<Lab>().await;
    for weight in [third().as_str(), "0.1", "16777217"] {
        let exact = value::<Rough>(&format!(r#"{{"weight": {weight}}}"#));
        let created = client.create("lab_rough", exact.clone()).await.unwrap();
        assert!(created.warnings().is_empty(), "{:?}", created.warnings());
        assert_eq!(created.value(), &exact);
    }
}

/// Scales with one weight everywhere; the exact number of a third has no end, so hosts cut it off far beyond a float.
fn scale(name: &str, weight: &str) -> Value {
    value::<Scale>(&format!(
        r#"{{
            "name": "{name}", "ratio": {weight}, "list": [1, {weight}], "map": {{"a": {weight}}}, "set": [2, {weight}],
            "parts": [{{"kind": "beam", "weight": {weight}}}],
            "pieces": [{{"kind": "beam", "weight": {weight}}}, {{"kind": "pan", "weight": 3}}]
        }}"#
    ))
}

fn third() -> String {
    format!("0.{}", "3".repeat(155))
}

/// A value of a model. JSON of the client would round the numbers.
fn value<M: Model>(text: &str) -> Value {
    json::decode(text.as_bytes(), &M::block().ty()).unwrap()
}

#[tokio::test]
async fn s1_a_float_keeps_the_digits_that_are_planned() {
    let exact = scale("a", &third());
    let client = client::<Lab>().await;
    let absent = Instance::absent("lab_scale");
    let stored = client.stored("lab_scale", scale("a", "1")).unwrap();
    for prior in [absent, stored] {
        let changed = client.update(&prior, exact.clone()).await.unwrap();
        assert!(changed.warnings().is_empty(), "{:?}", changed.warnings());
        assert_eq!(changed.value(), &exact);
    }
}

#[tokio::test]
async fn s1_a_float_keeps_the_digits_that_are_stored_or_configured() {
    let exact = scale("a", &third());
    let client = client::<Lab>().await;
    let stored = client.stored("lab_scale", exact.clone()).unwrap();
    let read = client.read(&stored).await.unwrap();
    assert!(read.warnings().is_empty(), "{:?}", read.warnings());
    assert_eq!(read.value(), &exact);
    let read = client.read_data("lab_scale", exact.clone()).await.unwrap();
    assert!(read.warnings().is_empty(), "{:?}", read.warnings());
    assert_eq!(read.value(), &exact);
    let opened = client.open("lab_scale", exact.clone()).await.unwrap();
    assert!(opened.warnings().is_empty(), "{:?}", opened.warnings());
    assert_eq!(opened.value(), &exact);
}

#[tokio::test]
async fn c6_a_plan_hook_keeps_the_digits_that_are_configured() {
    let exact = scale("a", &third());
    let client = client::<Lab>().await;
    let absent = Instance::absent("lab_scale");
    let stored = client.stored("lab_scale", scale("a", "1")).unwrap();
    for prior in [absent, stored] {
        let planned = client.plan(&prior, exact.clone()).await.unwrap();
        assert!(planned.warnings().is_empty(), "{:?}", planned.warnings());
        assert_eq!(planned.value(), &exact);
    }
}

/// Weights on a rack, of which a plan hook decides a part.
#[derive(Model, Debug)]
struct Rack {
    weights: Vec<Weight>,
}

/// A weight.
#[derive(Model, Debug)]
struct Weight {
    grams: f64,
    /// Decided by the hook.
    stamp: Computed<String>,
}

impl StateOnly for Rack {
    type Provider = Lab;

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        let Some(mut planned) = change.planned()? else {
            return Ok(());
        };
        if let Value::Known(weights) = &mut planned.weights {
            for weight in weights.iter_mut().filter_map(Value::known_mut) {
                weight.stamp = "checked".to_owned().into();
            }
        }
        change.set_planned(planned)
    }

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }
}

#[tokio::test]
async fn c6_a_plan_hook_keeps_the_digits_of_other_attributes() {
    let rack = |stamp: &str| {
        let third = third();
        value::<Rack>(&format!(
            r#"{{"weights": [{{"grams": {third}, "stamp": {stamp}}}]}}"#
        ))
    };
    let absent = Instance::absent("lab_rack");
    let planned = client::<Lab>()
        .await
        .plan(&absent, rack("null"))
        .await
        .unwrap();
    assert!(planned.warnings().is_empty(), "{:?}", planned.warnings());
    assert_eq!(planned.value(), &rack(r#""checked""#));
}

#[tokio::test]
async fn s1_another_float_is_another_value() {
    let (exact, other) = (scale("a", "0.1"), scale("a", "0.10000000000000002"));
    let client = client::<Lab>().await;
    let stored = client.stored("lab_scale", exact).unwrap();
    let planned = client.plan(&stored, other.clone()).await.unwrap();
    assert_eq!(planned.value(), &other);
}

/// A chest.
#[derive(Model, Debug, Clone)]
struct Chest {
    /// The contents.
    ingots: Set<Ingot>,
}

/// An ingot.
#[derive(Model, Debug, Clone)]
struct Ingot {
    grams: f64,
    hook: Option<Chain>,
    serial: Computed<String>,
}

/// What an ingot hangs on.
#[derive(Model, Debug, Clone)]
struct Chain {
    length: f64,
    serial: Computed<String>,
}

impl StateOnly for Chest {
    type Provider = Lab;

    async fn create(mut plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        let ingots = plan.ingots.into_iter().enumerate().map(|(at, mut ingot)| {
            ingot.serial.fill(format!("{at}"));
            if let Some(hook) = &mut ingot.hook {
                hook.serial.fill("hook".to_owned());
            }
            ingot
        });
        plan.ingots = ingots.collect();
        Ok(plan)
    }
}

#[tokio::test]
async fn s1_a_float_in_a_set_keeps_its_digits_next_to_unknown_values() {
    let third = third();
    let config = value::<Chest>(&format!(
        r#"{{"ingots": [
            {{"grams": {third}}}, {{"grams": 9007199254740993}}, {{"grams": 2}},
            {{"grams": 2, "hook": {{"length": {third}}}}}
        ]}}"#
    ));
    let client = client::<Lab>().await;
    let plan = client
        .plan(&Instance::absent("lab_chest"), config)
        .await
        .unwrap();
    assert!(plan.warnings().is_empty(), "{:?}", plan.warnings());
    let made = client.apply(plan).await.unwrap();
    assert!(made.warnings().is_empty(), "{:?}", made.warnings());
    let ingots = made.attribute("ingots").unwrap();
    let Value::Known(Data::Set(ingots)) = ingots else {
        panic!("{ingots:?}")
    };
    let digits = |object: &Object, name: &str| object.get(name).unwrap().as_number().cloned();
    let exact: Number = third.parse().unwrap();
    let ingots: Vec<_> = ingots.iter().filter_map(Value::as_object).collect();
    let has = |number: &Number| {
        let mut ingots = ingots.iter();
        ingots.any(|ingot| digits(ingot, "grams").as_ref() == Some(number))
    };
    assert!(has(&exact) && has(&"9007199254740993".parse().unwrap()));
    let hook = ingots
        .iter()
        .find_map(|ingot| ingot.get("hook").unwrap().as_object());
    assert_eq!(digits(hook.unwrap(), "length"), Some(exact));
    assert!(
        ingots
            .iter()
            .all(|ingot| ingot.get("serial").unwrap().is_known())
    );
}

#[tokio::test]
async fn a_float_out_of_range_is_reported_at_its_path_next_to_other_errors() {
    let weight = "1e400";
    let config = value::<Scale>(&format!(
        r#"{{
            "name": "a", "ratio": {weight}, "list": [1, {weight}], "map": {{}}, "set": [2, {weight}],
            "parts": [{{"kind": "beam", "weight": {weight}}}], "pieces": [{{"kind": "beam", "weight": {weight}}}]
        }}"#
    ));
    let refused = client::<Lab>().await.validate("lab_scale", config).await;
    let errors = failure(&refused);
    let paths = errors
        .iter()
        .map(|error| error.path.as_ref().unwrap().to_string());
    assert_eq!(
        paths.collect::<Vec<_>>(),
        ["list[1]", "parts[0].weight", "pieces", "ratio", "set"]
    );
    assert!(errors.iter().all(|error| error.detail.len() < 200));
}
