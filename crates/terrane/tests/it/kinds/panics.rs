//! Code of the author that runs next to the calls, validators and defaults: its panic is a diagnostic that names what was done, and tells no
//! secret.

use futures_util::StreamExt;
use terrane::prelude::*;
use terrane_protocol::{
    ConfigRequest, Diagnostics, DynamicValue, InvokeActionEvent, ReadDataSourceRequest,
    ValidateConfigRequest,
};

use crate::setup::{configured, messages_of, value};

#[derive(Default)]
struct Mill;

#[provider("registry.terraform.io/example/mill")]
impl Provider for Mill {
    fn register(registry: &mut Registry<Self>) {
        registry
            .data_source::<Wheel>()
            .ephemeral::<Wheel>()
            .action::<Wheel>();
    }
}

/// A wheel.
#[derive(Model)]
struct Wheel {
    /// The text.
    #[tf(validate(whole))]
    word: Sensitive<String>,
    /// How fast it is.
    #[tf(default = speed())]
    speed: i64,
}

fn whole(word: &str) -> Result<(), String> {
    panic!("no whole wheel: {word}")
}

fn speed() -> i64 {
    panic!("no speed")
}

impl DataSource for Wheel {
    type Provider = Mill;

    async fn read(config: Self, _: &Mill, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

impl Ephemeral for Wheel {
    type Provider = Mill;

    async fn open(config: Self, _: &Mill, _: &mut OpenContext) -> Result<Self> {
        Ok(config)
    }
}

impl Action for Wheel {
    type Provider = Mill;

    async fn invoke(_: Self, _: &Mill, _: &mut InvokeContext) -> Result<()> {
        Ok(())
    }
}

const TYPE: &str = "mill_wheel";

fn wheel() -> DynamicValue {
    value::<Wheel>(r#"{"word":"s3cret-word","speed":null}"#)
}

fn assert_reported(diagnostics: &Diagnostics, expected: [&str; 2]) {
    let messages = messages_of(diagnostics);
    assert_eq!(messages.len(), 1, "{messages:?}");
    for expected in expected {
        assert!(messages[0].contains(expected), "{messages:?}");
    }
}

#[tokio::test]
async fn a_panic_of_a_validator_is_reported_without_the_secret() {
    let request = ValidateConfigRequest {
        type_name: TYPE.to_owned(),
        config: wheel(),
    };
    let mill = configured::<Mill>().await;
    let answer = mill.validate_data_resource_config(request).await.unwrap();
    let expected = ["Cannot validate mill_wheel", "no whole wheel: ***"];
    assert_reported(&answer.diagnostics, expected);
}

#[tokio::test]
async fn a_default_that_panics_is_reported_by_each_kind() {
    let mill = configured::<Mill>().await;
    let type_name = TYPE.to_owned();
    let request = ReadDataSourceRequest {
        type_name: type_name.clone(),
        config: wheel(),
        ..ReadDataSourceRequest::default()
    };
    let answer = mill.read_data_source(request).await.unwrap();
    assert_reported(&answer.diagnostics, ["Cannot read mill_wheel", "no speed"]);
    let request = ConfigRequest {
        type_name: type_name.clone(),
        config: wheel(),
        ..ConfigRequest::default()
    };
    let answer = mill.open_ephemeral_resource(request).await.unwrap();
    assert_reported(&answer.diagnostics, ["Cannot open mill_wheel", "no speed"]);
    let request = ConfigRequest {
        type_name: type_name.clone(),
        config: wheel(),
        ..ConfigRequest::default()
    };
    let answer = mill.plan_action(request).await.unwrap();
    assert_reported(&answer.diagnostics, ["Cannot plan mill_wheel", "no speed"]);
    let request = ConfigRequest {
        type_name,
        config: wheel(),
        ..ConfigRequest::default()
    };
    let events: Vec<_> = mill
        .invoke_action(request)
        .await
        .unwrap()
        .map(Result::unwrap)
        .collect()
        .await;
    let [InvokeActionEvent::Completed { diagnostics }] = &events[..] else {
        panic!("{events:?}");
    };
    assert_reported(diagnostics, ["Cannot invoke mill_wheel", "no speed"]);
}
