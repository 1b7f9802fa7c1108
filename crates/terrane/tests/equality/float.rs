//! Numbers of more digits than a float has: what is configured stays as it is.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_protocol::*;
use terrane_value::{Data, Object};

use crate::setup::{configured, lab, messages_of, value};

lab!(|registry| registry
    .resource::<Scale>()
    .state_only::<Rack>()
    .state_only::<Chest>()
    .data_source::<Scale>()
    .ephemeral::<Scale>());

/// Scales.
#[derive(Schema, Debug, Clone)]
struct Scale {
    /// What they are called.
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
#[derive(Schema, Debug, Clone)]
struct Part {
    /// What it is.
    kind: String,
    /// What it weighs.
    weight: f64,
}

impl Resource for Scale {
    type Provider = Lab;

    async fn plan(change: &mut Change<Self>, _: Option<&Lab>) -> Result<()> {
        let Some(mut planned) = change.planned()? else {
            return Ok(());
        };
        if let Some(prior) = change.prior()? {
            planned.name = prior.name;
        }
        change.set_planned(planned)
    }

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        Ok(plan)
    }

    async fn read(
        _: Key<Self>,
        prior: Option<Self>,
        _: &Lab,
        _: &mut ReadResource,
    ) -> Result<Option<Self>> {
        Ok(prior)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

impl DataSource for Scale {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadData) -> Result<Self> {
        Ok(config)
    }
}

impl Ephemeral for Scale {
    type Provider = Lab;

    async fn open(config: Self, _: &Lab, _: &mut Open) -> Result<Self> {
        Ok(config)
    }
}

/// Scales with one weight everywhere; the exact number of a third has no end, so hosts cut it off far beyond a float.
fn scale(name: &str, weight: &str) -> DynamicValue {
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

fn null() -> DynamicValue {
    DynamicValue::encode(&Value::Null, &Scale::block().ty()).unwrap()
}

fn decoded(value: &DynamicValue) -> Value {
    value.decode(&Scale::block().ty()).unwrap()
}

#[tokio::test]
async fn s1_a_float_keeps_the_digits_that_are_planned() {
    let exact = scale("a", &third());
    for prior in [null(), scale("b", "1")] {
        let request = ApplyResourceChangeRequest {
            type_name: "lab_scale".to_owned(),
            prior_state: prior,
            planned_state: exact.clone(),
            config: exact.clone(),
            ..ApplyResourceChangeRequest::default()
        };
        let provider = configured::<Lab>().await;
        let answer = provider.apply_resource_change(request).await.unwrap();
        assert_eq!(messages_of(&answer.diagnostics), [""; 0]);
        assert_eq!(decoded(&answer.new_state), decoded(&exact));
    }
}

#[tokio::test]
async fn s1_a_float_keeps_the_digits_that_are_stored_or_configured() {
    let exact = scale("a", &third());
    let provider = configured::<Lab>().await;
    let request = ReadResourceRequest {
        type_name: "lab_scale".to_owned(),
        current_state: exact.clone(),
        ..ReadResourceRequest::default()
    };
    let answer = provider.read_resource(request).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), [""; 0]);
    assert_eq!(decoded(&answer.new_state), decoded(&exact));
    let request = ReadDataSourceRequest {
        type_name: "lab_scale".to_owned(),
        config: exact.clone(),
        ..ReadDataSourceRequest::default()
    };
    let answer = provider.read_data_source(request).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), [""; 0]);
    assert_eq!(decoded(&answer.state), decoded(&exact));
    let request = OpenEphemeralResourceRequest {
        type_name: "lab_scale".to_owned(),
        config: exact.clone(),
        ..OpenEphemeralResourceRequest::default()
    };
    let answer = provider.open_ephemeral_resource(request).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), [""; 0]);
    assert_eq!(decoded(&answer.result), decoded(&exact));
}

#[tokio::test]
async fn c6_a_plan_hook_keeps_the_digits_that_are_configured() {
    let exact = scale("a", &third());
    for prior in [null(), scale("a", "1")] {
        let request = PlanResourceChangeRequest {
            type_name: "lab_scale".to_owned(),
            prior_state: prior,
            proposed_new_state: exact.clone(),
            config: exact.clone(),
            ..PlanResourceChangeRequest::default()
        };
        let provider = configured::<Lab>().await;
        let answer = provider.plan_resource_change(request).await.unwrap();
        assert_eq!(messages_of(&answer.diagnostics), [""; 0]);
        assert_eq!(decoded(&answer.planned_state), decoded(&exact));
    }
}

/// Weights on a rack, of which a plan hook decides a part.
#[derive(Schema, Debug)]
struct Rack {
    weights: Vec<Weight>,
}

/// A weight.
#[derive(Schema, Debug)]
struct Weight {
    grams: f64,
    /// Decided by the hook.
    stamp: Computed<String>,
}

impl StateOnly for Rack {
    type Provider = Lab;

    async fn plan(change: &mut Change<Self>, _: Option<&Lab>) -> Result<()> {
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

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
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
    let ty = Rack::block().ty();
    let request = PlanResourceChangeRequest {
        type_name: "lab_rack".to_owned(),
        prior_state: DynamicValue::encode(&Value::Null, &ty).unwrap(),
        proposed_new_state: rack("null"),
        config: rack("null"),
        ..PlanResourceChangeRequest::default()
    };
    let provider = configured::<Lab>().await;
    let answer = provider.plan_resource_change(request).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), [""; 0]);
    assert_eq!(
        answer.planned_state.decode(&ty).unwrap(),
        rack(r#""checked""#).decode(&ty).unwrap()
    );
}

#[tokio::test]
async fn s1_another_float_is_another_value() {
    let (exact, other) = (scale("a", "0.1"), scale("a", "0.10000000000000002"));
    let request = PlanResourceChangeRequest {
        type_name: "lab_scale".to_owned(),
        prior_state: exact,
        proposed_new_state: other.clone(),
        config: other.clone(),
        ..PlanResourceChangeRequest::default()
    };
    let provider = configured::<Lab>().await;
    let answer = provider.plan_resource_change(request).await.unwrap();
    assert_eq!(decoded(&answer.planned_state), decoded(&other));
}

/// A chest.
#[derive(Schema, Debug, Clone)]
struct Chest {
    /// What is in it.
    ingots: Set<Ingot>,
}

/// An ingot.
#[derive(Schema, Debug, Clone)]
struct Ingot {
    grams: f64,
    hook: Option<Chain>,
    serial: Computed<String>,
}

/// What an ingot hangs on.
#[derive(Schema, Debug, Clone)]
struct Chain {
    length: f64,
    serial: Computed<String>,
}

impl StateOnly for Chest {
    type Provider = Lab;

    async fn create(mut plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        let ingots = plan.ingots.into_iter().enumerate();
        let ingots = ingots.map(|(at, mut ingot)| {
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
    let provider = configured::<Lab>().await;
    let ty = Chest::block().ty();
    let null = DynamicValue::encode(&Value::Null, &ty).unwrap();
    let request = PlanResourceChangeRequest {
        type_name: "lab_chest".to_owned(),
        prior_state: null.clone(),
        proposed_new_state: config.clone(),
        config: config.clone(),
        ..PlanResourceChangeRequest::default()
    };
    let plan = provider.plan_resource_change(request).await.unwrap();
    assert_eq!(messages_of(&plan.diagnostics), [""; 0]);
    let request = ApplyResourceChangeRequest {
        type_name: "lab_chest".to_owned(),
        prior_state: null,
        planned_state: plan.planned_state,
        config,
        ..ApplyResourceChangeRequest::default()
    };
    let answer = provider.apply_resource_change(request).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), [""; 0]);
    let made = answer.new_state.decode(&ty).unwrap();
    let ingots = made.as_object().unwrap().get("ingots").unwrap();
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
    let provider = configured::<Lab>().await;
    let request = ValidateResourceConfigRequest {
        type_name: "lab_scale".to_owned(),
        config,
        ..ValidateResourceConfigRequest::default()
    };
    let answer = provider.validate_resource_config(request).await.unwrap();
    let errors: Vec<_> = answer.diagnostics.errors().collect();
    let paths = errors
        .iter()
        .map(|error| error.path.as_ref().unwrap().to_string());
    assert_eq!(
        paths.collect::<Vec<_>>(),
        ["list[1]", "parts[0].weight", "pieces", "ratio", "set"]
    );
    assert!(errors.iter().all(|error| error.detail.len() < 200));
}
