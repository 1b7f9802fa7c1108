//! Provisioners, of protocol 5.

use futures_util::StreamExt;
use terrane::context::ProvisionContext;
use terrane::prelude::*;
use terrane::provisioner::Provisioner;
use terrane_protocol::{
    DynamicValue, EmptyRequest, ProvisionResourceEvent, ProvisionResourceRequest,
    ValidateProvisionerConfigRequest,
};
use terrane_value::Type;

use crate::setup::{messages_of, of_type, value};

/// Greets a machine.
#[derive(Model)]
struct Greet {
    /// What is said.
    #[tf(validate(len(1..)))]
    words: String,
    /// How often.
    #[tf(default = 2)]
    times: i64,
}

impl Provisioner for Greet {
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config.words.known().is_some_and(String::is_empty) {
            cx.error(path!(Greet, words), "Speechless");
        }
        Ok(())
    }

    async fn provision(config: Self, cx: &mut ProvisionContext) -> Result<()> {
        match config.words.as_str() {
            "fails" => return Err(Error::new("Nobody is there", "Knock first.")),
            "panics" => panic!("the greeter fell over"),
            "hides" => {
                cx.hide("hidden-greeting");
                cx.output("it is hidden-greeting").await;
                return Ok(());
            }
            "waits" => {
                cx.cancelled().await;
                cx.output("goodbye").await;
            }
            _ => {}
        }
        let host = cx.connection().get("host").cloned().unwrap_or_default();
        for _ in 0..config.times {
            cx.output(format!("{}, {host}!", config.words)).await;
        }
        Ok(())
    }
}

fn greet(words: &str) -> ProvisionResourceRequest {
    let connection = r#"{"host":"moon","port":null}"#;
    ProvisionResourceRequest {
        config: value::<Greet>(&format!(r#"{{"words":"{words}","times":null}}"#)),
        connection: of_type(&Type::map(Type::String), connection),
    }
}

fn heard(events: Vec<ProvisionResourceEvent>) -> Vec<String> {
    let heard = events.into_iter().flat_map(|event| {
        let output = (!event.output.is_empty()).then_some(event.output);
        output
            .into_iter()
            .chain(messages_of(&event.diagnostics))
            .collect::<Vec<_>>()
    });
    heard.collect()
}

async fn provision(request: ProvisionResourceRequest) -> Vec<String> {
    let provisioner = terrane::provisioner_server::<Greet>();
    let events = provisioner.provision_resource(request).await.unwrap();
    heard(events.map(Result::unwrap).collect().await)
}

#[tokio::test]
async fn a_schema_is_returned_and_a_configuration_validated() {
    let provisioner = terrane::provisioner_server::<Greet>();
    let schema = provisioner
        .get_provisioner_schema(Default::default())
        .await
        .unwrap();
    assert_eq!(schema.provisioner.block.attributes.len(), 2);
    let request = ValidateProvisionerConfigRequest {
        config: value::<Greet>(r#"{"words":"","times":null}"#),
    };
    let answer = provisioner
        .validate_provisioner_config(request)
        .await
        .unwrap();
    let messages = messages_of(&answer.diagnostics);
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(
        messages[0].contains("Speechless") && messages[1].contains("words"),
        "{messages:?}"
    );
}

#[tokio::test]
async fn its_output_is_streamed() {
    assert_eq!(
        provision(greet("Hello")).await,
        ["Hello, moon!", "Hello, moon!"]
    );
    let unconnected = ProvisionResourceRequest {
        connection: DynamicValue::default(),
        ..greet("Hello")
    };
    assert_eq!(provision(unconnected).await[0], "Hello, !");
}

#[tokio::test]
async fn secrets_of_a_provisioner_are_hidden_in_its_output() {
    assert_eq!(provision(greet("hides")).await, ["it is ***"]);
}

#[tokio::test]
async fn errors_panics_and_bad_requests_are_diagnostics() {
    assert_eq!(
        provision(greet("fails")).await,
        ["error: Nobody is there: Knock first."]
    );
    let heard = provision(greet("panics")).await;
    assert!(heard[0].contains("the greeter fell over"), "{heard:?}");
    let garbage = ProvisionResourceRequest {
        connection: DynamicValue::from_msgpack(vec![0xc1].into()),
        ..greet("Hello")
    };
    let heard = provision(garbage).await;
    assert!(
        heard[0].contains("The connection that the host sent is not readable"),
        "{heard:?}"
    );
}

#[tokio::test]
async fn stopping_is_seen_by_the_work() {
    let provisioner = terrane::provisioner_server::<Greet>();
    let events = provisioner
        .provision_resource(greet("waits"))
        .await
        .unwrap();
    provisioner.stop_provisioner(EmptyRequest {}).await.unwrap();
    let heard = heard(events.map(Result::unwrap).collect().await);
    assert_eq!(heard[0], "goodbye");
}
