//! Work of several calls, of which what is done is not lost (rules A3, A4 and A13).

use terrane::prelude::*;
use terrane_protocol::{ApplyResourceChangeRequest, ApplyResourceChangeResponse, DynamicValue};
use terrane_value::Object;

use crate::setup::{configured, messages_of, value, with_unknown};

struct Port;

impl Provider for Port {
    const ADDRESS: &'static str = "registry.terraform.io/example/port";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut Configure) -> Result<Self> {
        Ok(Port)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Ship>();
    }
}

/// A ship.
#[derive(Schema, Clone)]
struct Ship {
    /// What is to happen.
    name: String,
    /// What has been loaded.
    load: Option<String>,
    /// What opens it.
    code: WriteOnly<String>,
    /// Its number.
    #[tf(key, keep)]
    id: Computed<String>,
}

async fn breaks_off(name: &str) -> Result<()> {
    std::future::ready(()).await;
    match name {
        "fails" => Err(Error::new("No wind", "Wait.")),
        "panics" => panic!("the mast broke"),
        _ => Ok(()),
    }
}

impl Resource for Ship {
    type Provider = Port;

    async fn create(plan: Self, _: &Port, cx: &mut Create) -> Result<Self> {
        let ship = plan.with_computed(ShipComputed { id: "1".to_owned() });
        cx.record(Ship {
            load: None,
            ..ship.clone()
        })?;
        breaks_off(&ship.name).await?;
        Ok(ship)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Port, cx: &mut Update) -> Result<Self> {
        cx.record(plan.clone())?;
        breaks_off(&plan.name).await?;
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Port, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

async fn apply(prior: &str, planned: DynamicValue) -> ApplyResourceChangeResponse {
    let request = ApplyResourceChangeRequest {
        type_name: "port_ship".to_owned(),
        prior_state: value::<Ship>(prior),
        config: planned.clone(),
        planned_state: planned,
        ..ApplyResourceChangeRequest::default()
    };
    let provider = configured::<Port>().await;
    provider.apply_resource_change(request).await.unwrap()
}

fn state(answer: &ApplyResourceChangeResponse) -> Option<Object> {
    let state = answer.new_state.decode(&Ship::block().ty()).unwrap();
    state.as_object().cloned()
}

#[tokio::test]
async fn a13_what_a_creation_has_recorded_is_in_the_state_of_its_failure() {
    for way in ["fails", "panics"] {
        let planned = format!(r#"{{"name":"{way}","load":"rum","code":null,"id":null}}"#);
        let answer = apply("null", with_unknown::<Ship>(&planned, "id")).await;
        assert_eq!(messages_of(&answer.diagnostics).len(), 1, "{way}");
        let state = state(&answer).unwrap();
        assert_eq!(state.get("id"), Some(&"1".into()));
        assert_eq!(state.get("load"), Some(&Value::Null));
        assert_eq!(state.get("code"), Some(&Value::Null));
    }
}

#[tokio::test]
async fn a3_what_is_returned_goes_before_what_was_recorded() {
    let planned = r#"{"name":"sails","load":"rum","code":null,"id":"1"}"#;
    let answer = apply("null", value::<Ship>(planned)).await;
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
    assert_eq!(state(&answer).unwrap().get("load"), Some(&"rum".into()));
}

#[tokio::test]
async fn a4_a_failed_update_leaves_what_it_has_recorded() {
    let prior = r#"{"name":"old","load":null,"code":null,"id":"1"}"#;
    let planned = r#"{"name":"fails","load":"rum","code":null,"id":"1"}"#;
    let answer = apply(prior, value::<Ship>(planned)).await;
    assert_eq!(messages_of(&answer.diagnostics), ["error: No wind: Wait."]);
    assert_eq!(state(&answer).unwrap().get("load"), Some(&"rum".into()));
}
