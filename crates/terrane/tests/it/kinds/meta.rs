//! The `provider_meta` block of modules.

use terrane::prelude::*;
use terrane_test::client::{CallError, Client, Config, Instance};

use crate::setup::{client, errors, json, stored};

#[derive(Default)]
struct Shop;

#[provider("registry.terraform.io/example/shop")]
impl Provider for Shop {
    fn register(registry: &mut Registry<Self>) {
        registry
            .meta::<Module>()
            .resource::<Till>()
            .data_source::<Till>();
    }
}

/// What a module says of itself.
#[derive(Model)]
struct Module {
    /// Its name.
    name: String,
}

/// A till.
#[derive(Model)]
struct Till {
    /// The location.
    place: String,
}

macro_rules! messages {
    ($cx:ident) => {
        match $cx.meta::<Module>()? {
            Some(module) => $cx.warn("Module", module.name),
            None => $cx.warn("No module", ""),
        }
    };
}

impl Resource for Till {
    type Provider = Shop;

    async fn create(plan: Self, _: &Shop, cx: &mut CreateContext) -> Result<Self> {
        messages!(cx);
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Shop, cx: &mut ReadContext) -> Result<Found<Self>> {
        messages!(cx);
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Shop, cx: &mut UpdateContext) -> Result<Self> {
        messages!(cx);
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Shop, cx: &mut DeleteContext) -> Result<()> {
        messages!(cx);
        Ok(())
    }
}

impl DataSource for Till {
    type Provider = Shop;

    async fn read(config: Self, _: &Shop, cx: &mut ReadDataContext) -> Result<Self> {
        messages!(cx);
        Ok(config)
    }
}

async fn shop(meta: impl Into<Config>) -> Client {
    let client = client::<Shop>().await;
    client.with_provider_meta(meta).unwrap()
}

/// What each call that has the block says about it.
async fn heard(client: &Client) -> Vec<Vec<String>> {
    let (door, wall) = (json(r#"{"place":"door"}"#), json(r#"{"place":"wall"}"#));
    let absent = Instance::absent("shop_till");
    let till = stored(client, "shop_till", Some(r#"{"place":"door"}"#));
    let warnings = |call: std::result::Result<Instance, CallError>| match &call {
        Ok(till) => till.warnings().iter().map(ToString::to_string).collect(),
        Err(_) => errors(&call),
    };
    let deletion = client.plan_delete(&till).await.unwrap();
    vec![
        warnings(client.update(&absent, door.clone()).await),
        warnings(client.update(&till, wall).await),
        warnings(client.apply(deletion).await),
        warnings(client.read(&till).await),
        match &client.read_data("shop_till", door).await {
            Ok(till) => till.warnings().iter().map(ToString::to_string).collect(),
            call => errors(call),
        },
    ]
}

#[tokio::test]
async fn every_call_for_an_object_sees_its_modules_block() {
    let heard = heard(&shop(json(r#"{"name":"checkout"}"#)).await).await;
    assert_eq!(heard, vec![vec!["warning: Module: checkout"]; 5]);
}

#[tokio::test]
async fn a_module_without_the_block_has_none() {
    for client in [
        client::<Shop>().await,
        shop(terrane_value::Value::Null).await,
    ] {
        let heard = heard(&client).await;
        assert_eq!(heard, vec![vec!["warning: No module"]; 5]);
    }
}

#[tokio::test]
async fn an_invalid_provider_meta_block_is_an_error_only_for_code_that_reads_it() {
    let client = shop(json(r#"{"name":null}"#)).await;
    for messages in heard(&client).await {
        assert!(
            messages[0].starts_with("error: Cannot read the module's provider_meta"),
            "{messages:?}"
        );
        assert!(messages[0].contains("name"), "{messages:?}");
    }
}

#[tokio::test]
async fn the_schema_is_described() {
    let provider = terrane::server::<Shop>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    let meta = schema.provider_meta.as_ref().unwrap();
    assert_eq!(meta.block.attributes[0].name.as_ref(), "name");
}
