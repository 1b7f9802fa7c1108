//! Operations of several steps, whose completed steps are recorded (rules A3, A4 and A13).

use terrane::prelude::*;
use terrane_test::client::{CallError, Instance};

use crate::setup::{after, client, errors, json, stored};

#[derive(Default)]
struct Port;

#[provider("registry.terraform.io/example/port")]
impl Provider for Port {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Ship>();
    }
}

/// A ship.
#[derive(Model, Clone)]
struct Ship {
    /// What is to happen.
    name: String,
    /// What has been loaded.
    load: Option<String>,
    /// The code that opens it.
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

    async fn create(plan: Self, _: &Port, cx: &mut CreateContext) -> Result<Self> {
        let ship = plan.with_computed(ShipComputed { id: "1".to_owned() });
        cx.record(Ship {
            load: None,
            ..ship.clone()
        })?;
        breaks_off(&ship.name).await?;
        Ok(ship)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Port, cx: &mut UpdateContext) -> Result<Self> {
        cx.record(plan.clone())?;
        breaks_off(&plan.name).await?;
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Port, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// Changes a ship, or makes it.
async fn sailed(prior: Option<&str>, config: &str) -> std::result::Result<Instance, CallError> {
    let client = client::<Port>().await;
    let prior = stored(&client, "port_ship", prior);
    let plan = client.plan(&prior, json(config)).await.unwrap();
    client.apply(plan).await
}

#[tokio::test]
async fn a13_a_recorded_object_is_in_the_state_after_a_failed_creation() {
    for way in ["fails", "panics"] {
        let config = format!(r#"{{"name":"{way}","load":"rum"}}"#);
        let created = sailed(None, &config).await;
        assert_eq!(errors(&created).len(), 1, "{way}");
        let ship = after(&created).unwrap();
        assert_eq!(ship.attribute("id"), Some(&"1".into()));
        assert_eq!(ship.attribute("load"), Some(&Value::Null));
        assert_eq!(ship.attribute("code"), Some(&Value::Null));
    }
}

#[tokio::test]
async fn a3_a_returned_object_takes_precedence_over_a_recorded_one() {
    let ship = sailed(None, r#"{"name":"sails","load":"rum"}"#).await;
    let ship = ship.unwrap();
    assert!(ship.warnings().is_empty(), "{:?}", ship.warnings());
    assert_eq!(ship.attribute("load"), Some(&"rum".into()));
}

#[tokio::test]
async fn a4_a_failed_update_stores_the_recorded_object() {
    let prior = r#"{"name":"old","id":"1"}"#;
    let updated = sailed(Some(prior), r#"{"name":"fails","load":"rum"}"#).await;
    assert_eq!(errors(&updated), ["error: No wind: Wait."]);
    let ship = after(&updated).unwrap();
    assert_eq!(ship.attribute("load"), Some(&"rum".into()));
}
