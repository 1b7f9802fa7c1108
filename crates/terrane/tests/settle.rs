//! What is left to do once an object exists: each creation is the same, whether there is code for that or not.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod setup;

use terrane::Model;
use terrane::prelude::*;
use terrane_protocol::{ApplyResourceChangeRequest, ApplyResourceChangeResponse};

use crate::setup::{configured, lab, value, with_unknown};

lab!(|registry| registry.resource::<Jar>().resource::<Cask>());

/// A jar, which is done once it exists.
#[derive(Schema)]
struct Jar {
    /// What stands on it.
    label: String,
    /// What opens it.
    key: WriteOnly<String>,
    /// Its number.
    number: Computed<i64>,
}

impl Resource for Jar {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        Ok(plan.with_computed(JarComputed { number: 7 }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// A cask, whose number is known some time after it exists.
#[derive(Schema)]
#[tf(settle)]
struct Cask {
    /// What opens it.
    key: WriteOnly<String>,
    /// Its number.
    number: Computed<i64>,
}

impl Resource for Cask {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        Ok(plan)
    }

    async fn settle(created: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        let number = i64::from(created.key.get().is_some());
        Ok(created.with_computed(CaskComputed { number }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// Creates three objects with one provider.
async fn create<M: Model>(
    type_name: &str,
    planned: &str,
    config: &str,
) -> [ApplyResourceChangeResponse; 3] {
    let provider = configured::<Lab>().await;
    let create = async || {
        let request = ApplyResourceChangeRequest {
            type_name: type_name.to_owned(),
            planned_state: with_unknown::<M>(planned, "number"),
            config: value::<M>(config),
            ..ApplyResourceChangeRequest::default()
        };
        provider.apply_resource_change(request).await.unwrap()
    };
    [create().await, create().await, create().await]
}

#[tokio::test]
async fn without_a_settle_step_each_creation_is_the_same() {
    let planned = r#"{"label": "plums", "key": null, "number": null}"#;
    let config = r#"{"label": "plums", "key": "k", "number": null}"#;
    let created = create::<Jar>("lab_jar", planned, config).await;
    let stored = value::<Jar>(r#"{"label": "plums", "key": null, "number": 7}"#);
    for response in created {
        assert_eq!(response.new_state, stored);
        assert!(
            response.diagnostics.is_empty(),
            "{:?}",
            response.diagnostics
        );
    }
}

#[tokio::test]
async fn a_settle_step_runs_in_each_creation() {
    let planned = r#"{"key": null, "number": null}"#;
    let config = r#"{"key": "k", "number": null}"#;
    let stored = value::<Cask>(r#"{"key": null, "number": 1}"#);
    for response in create::<Cask>("lab_cask", planned, config).await {
        assert_eq!(response.new_state, stored);
        assert!(
            response.diagnostics.is_empty(),
            "{:?}",
            response.diagnostics
        );
    }
}
