//! The whole way, as a host goes it: validating, planning, applying and reading give the same answers.

use std::sync::Arc;

use proptest::prelude::*;
use terrane::{Model, ObjectModel};
use terrane_protocol::rules::Rules;
use terrane_protocol::{
    ApplyResourceChangeRequest, ClientCapabilities, ConfigRequest, Diagnostics, DynamicValue,
    PlanResourceChangeRequest, Provider, ReadResourceRequest,
};
use terrane_schema::propose;
use terrane_value::{Data, Object, Value};

use crate::flatten::models::{Flat, Lab, Written};
use crate::flatten::values::object;
use crate::setup::configured;

fn encoded(value: Value) -> DynamicValue {
    DynamicValue::encode(&value, &Written::block().ty()).unwrap()
}

fn decoded(value: &DynamicValue) -> Value {
    value.decode(&Written::block().ty()).unwrap()
}

/// The diagnostics for a host, without the names of the two types.
fn messages(diagnostics: &Diagnostics) -> Vec<String> {
    let mut all: Vec<String> = diagnostics
        .iter()
        .map(|it| format!("{it:?}").replace("lab_flat", "lab_written"))
        .map(|it| it.replace("Flat", "Written"))
        .collect();
    all.sort();
    all
}

/// A configuration: only what can be configured.
fn configuration(mut object: Object, password: Option<String>) -> Object {
    for computed in ["id", "sum", "version", "follows"] {
        object.set(computed, Value::Null);
    }
    object.set("password", password.map_or(Value::Null, Value::from));
    if let Some(Value::Known(Data::List(parts))) = object.get_mut("part") {
        for part in parts {
            if let Value::Known(Data::Object(part)) = part {
                part.set("number", Value::Null);
            }
        }
    }
    object
}

/// A state: wholly known.
fn stored(object: Object) -> Object {
    let known = Value::from(object).transform(|_, value| {
        Ok::<_, std::convert::Infallible>(if value.is_unknown() {
            Value::Null
        } else {
            value
        })
    });
    let Ok(known) = known;
    let mut known = known.as_object().unwrap().clone();
    known.set("version", 3);
    known
}

/// All diagnostics that a host gets.
async fn way(
    lab: &Arc<dyn Provider>,
    name: &str,
    config: &Object,
    prior: Option<&Object>,
) -> Vec<String> {
    let mut all = Vec::new();
    let able = ClientCapabilities {
        write_only_attributes_allowed: true,
        ..ClientCapabilities::default()
    };
    let validate = ConfigRequest {
        type_name: name.to_owned(),
        config: encoded(config.clone().into()),
        client_capabilities: able,
    };
    let validated = lab.validate_resource_config(validate).await.unwrap();
    all.extend(messages(&validated.diagnostics));

    let prior_state = encoded(prior.map_or(Value::Null, |prior| prior.clone().into()));
    let read = ReadResourceRequest {
        type_name: name.to_owned(),
        current_state: prior_state.clone(),
        ..ReadResourceRequest::default()
    };
    if prior.is_some() {
        let read = lab.read_resource(read).await.unwrap();
        all.push(format!("{:?}", decoded(&read.new_state)));
        for found in messages(&read.diagnostics) {
            // A state can have several problems. The first one that is found is reported, and the models search in different orders.
            let unusable = "Object not found, and state not usable";
            all.push(if found.contains(unusable) {
                unusable.to_owned()
            } else {
                found
            });
        }
    }

    let rules = Rules::new(&Written::block().to_protocol(0));
    let proposed = propose(&rules, prior, Some(config)).unwrap();
    let plan = PlanResourceChangeRequest {
        type_name: name.to_owned(),
        prior_state: prior_state.clone(),
        proposed_new_state: encoded(proposed.into()),
        config: encoded(config.clone().into()),
        client_capabilities: able,
        ..PlanResourceChangeRequest::default()
    };
    let planned = lab.plan_resource_change(plan).await.unwrap();
    all.push(format!(
        "{:?} {:?}",
        decoded(&planned.planned_state),
        planned.requires_replace
    ));
    all.extend(messages(&planned.diagnostics));
    let ends = planned.diagnostics.has_errors() || !planned.requires_replace.is_empty();
    if ends || !config_is_known(config) {
        return all;
    }

    let apply = ApplyResourceChangeRequest {
        type_name: name.to_owned(),
        prior_state,
        planned_state: planned.planned_state,
        config: encoded(config.clone().into()),
        planned_private: planned.planned_private,
        planned_identity: planned.planned_identity,
        ..ApplyResourceChangeRequest::default()
    };
    let applied = lab.apply_resource_change(apply).await.unwrap();
    all.push(format!(
        "{:?} {:?}",
        decoded(&applied.new_state),
        applied.new_identity
    ));
    all.extend(messages(&applied.diagnostics));
    all
}

fn config_is_known(config: &Object) -> bool {
    config.is_wholly_known()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn both_describe_the_same_to_hosts(
        config in object(), prior in prop::option::of(object()), password in prop::option::of("[xy]{12}"),
    ) {
        let (config, prior) = (configuration(config, password), prior.map(stored));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let lab = configured::<Lab>().await;
            let flat = way(&lab, "lab_flat", &config, prior.as_ref()).await;
            let written = way(&lab, "lab_written", &config, prior.as_ref()).await;
            assert_eq!(flat, written);
        });
    }
}

/// An object that exists, so that the property above is known to reach the end of its way.
#[tokio::test]
async fn an_object_is_made_and_changed_through_flattened_fields() {
    let text = |text: &str| Value::from(text);
    let mut config = Object::new(Flat::block().object_type());
    config.set("middle", text("m"));
    config.set("content", text("c"));
    config.set("part", Value::Known(terrane_value::Data::List(Vec::new())));
    let lab = configured::<Lab>().await;
    let messages = way(&lab, "lab_flat", &config, None).await.join("\n");
    assert!(!messages.contains("Error"), "{messages}");
    let mut prior = Object::new(Flat::block().object_type());
    for (name, value) in config.clone() {
        prior.set(&name, value);
    }
    for (name, value) in [
        ("id", "m"),
        ("region", "us"),
        ("sum", "s"),
        ("follows", "1 us"),
    ] {
        prior.set(name, text(value));
    }
    prior.set("count_of", 1);
    prior.set("version", 0);
    let messages = way(&lab, "lab_flat", &config, Some(&prior))
        .await
        .join("\n");
    assert!(
        messages.contains("[Path([Attribute(\"region\")])]"),
        "{messages}"
    );
    assert_eq!(Written::NAME, "written");
}
