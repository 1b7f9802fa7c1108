//! The settle step: creations with and without it have the same result.

use terrane::prelude::*;

use crate::lab::lab;
use crate::setup::{client, json, stored};

lab!(|registry| registry.resource::<Jar>().resource::<Cask>());

/// A jar, which is done once it exists.
#[derive(Model)]
struct Jar {
    /// The objects on it.
    label: String,
    /// The code that opens it.
    key: WriteOnly<String>,
    /// Its number.
    number: Computed<i64>,
}

impl Resource for Jar {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(JarComputed { number: 7 }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A cask, whose number is known some time after it exists.
#[derive(Model)]
struct Cask {
    /// The code that opens it.
    key: WriteOnly<String>,
    /// Its number.
    number: Computed<i64>,
}

impl Resource for Cask {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn settle(created: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        let number = i64::from(created.key.get().is_some());
        Ok(created.with_computed(CaskComputed { number }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// Creates three objects with one provider, and compares each with what should be stored.
async fn create(type_name: &str, config: &str, expected: &str) {
    let client = client::<Lab>().await;
    let expected = stored(&client, type_name, Some(expected));
    for _ in 0..3 {
        let created = client.create(type_name, json(config)).await.unwrap();
        assert_eq!(created.value(), expected.value());
        assert!(created.warnings().is_empty(), "{:?}", created.warnings());
    }
}

#[tokio::test]
async fn without_a_settle_step_each_creation_is_the_same() {
    let config = r#"{"label": "plums", "key": "k"}"#;
    create("lab_jar", config, r#"{"label": "plums", "number": 7}"#).await;
}

#[tokio::test]
async fn a_settle_step_runs_in_each_creation() {
    create("lab_cask", r#"{"key": "k"}"#, r#"{"number": 1}"#).await;
}
