//! The `provider_meta` block of modules.

use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, DynamicValue, ReadDataSourceRequest, ReadResourceRequest,
};

use crate::setup::{configured, messages_of, value};

struct Shop;

impl Provider for Shop {
    const ADDRESS: &'static str = "registry.terraform.io/example/shop";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut Configure) -> Result<Self> {
        Ok(Shop)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .meta::<Module>()
            .resource::<Till>()
            .data_source::<Till>();
    }
}

/// What a module says of itself.
#[derive(Schema)]
struct Module {
    /// Its name.
    name: String,
}

/// A till.
#[derive(Schema)]
struct Till {
    /// Where it stands.
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

    async fn create(plan: Self, _: &Shop, cx: &mut Create) -> Result<Self> {
        messages!(cx);
        Ok(plan)
    }

    async fn read(
        _: Key<Self>,
        prior: Option<Self>,
        _: &Shop,
        cx: &mut ReadResource,
    ) -> Result<Option<Self>> {
        messages!(cx);
        Ok(prior)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Shop, cx: &mut Update) -> Result<Self> {
        messages!(cx);
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Shop, cx: &mut Delete) -> Result<()> {
        messages!(cx);
        Ok(())
    }
}

impl DataSource for Till {
    type Provider = Shop;

    async fn read(config: Self, _: &Shop, cx: &mut ReadData) -> Result<Self> {
        messages!(cx);
        Ok(config)
    }
}

/// What each call that has the block says about it.
async fn heard(provider_meta: DynamicValue) -> Vec<Vec<String>> {
    let provider = configured::<Shop>().await;
    let type_name = "shop_till".to_owned();
    let till = value::<Till>(r#"{"place":"door"}"#);
    let other = value::<Till>(r#"{"place":"wall"}"#);
    let none = DynamicValue::default();
    let mut heard = Vec::new();
    for (prior_state, planned_state) in [(&none, &till), (&till, &other), (&till, &none)] {
        let request = ApplyResourceChangeRequest {
            type_name: type_name.clone(),
            prior_state: prior_state.clone(),
            planned_state: planned_state.clone(),
            config: planned_state.clone(),
            provider_meta: provider_meta.clone(),
            ..ApplyResourceChangeRequest::default()
        };
        let answer = provider.apply_resource_change(request).await.unwrap();
        heard.push(messages_of(&answer.diagnostics));
    }
    let request = ReadResourceRequest {
        type_name: type_name.clone(),
        current_state: till.clone(),
        provider_meta: provider_meta.clone(),
        ..ReadResourceRequest::default()
    };
    heard.push(messages_of(
        &provider.read_resource(request).await.unwrap().diagnostics,
    ));
    let request = ReadDataSourceRequest {
        type_name,
        config: till,
        provider_meta,
        ..ReadDataSourceRequest::default()
    };
    heard.push(messages_of(
        &provider
            .read_data_source(request)
            .await
            .unwrap()
            .diagnostics,
    ));
    heard
}

#[tokio::test]
async fn every_call_for_an_object_sees_its_modules_block() {
    let heard = heard(value::<Module>(r#"{"name":"checkout"}"#)).await;
    assert_eq!(heard, vec![vec!["warning: Module: checkout"]; 5]);
}

#[tokio::test]
async fn a_module_without_the_block_has_none() {
    assert_eq!(
        heard(DynamicValue::default()).await,
        vec![vec!["warning: No module"]; 5]
    );
    let null = value::<Module>("null");
    assert_eq!(heard(null).await, vec![vec!["warning: No module"]; 5]);
}

#[tokio::test]
async fn a_block_that_does_not_fit_is_an_error_only_for_who_asks() {
    let heard = heard(value::<Module>(r#"{"name":null}"#)).await;
    for messages in heard {
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
