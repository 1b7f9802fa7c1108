//! Functions that need the configured provider, and their descriptions for hosts (rules F1, F2, F4 and F6).

use std::collections::BTreeMap;
use std::sync::Arc;

use terrane::Function as _;
use terrane::prelude::*;
use terrane_protocol::schema::Function;
use terrane_protocol::{
    CallFunctionRequest, ClientCapabilities, ConfigureProviderRequest, DynamicValue, EmptyRequest,
    FunctionError, Provider as Host,
};
use terrane_value::{Type, Value};

use crate::setup::{DEFERS, value, with_unknown};

struct Zoo {
    greeting: String,
}

/// The zoo's settings.
#[derive(Model)]
struct Settings {
    /// How it greets.
    greeting: String,
}

#[provider("registry.opentofu.org/example/zoo")]
impl Provider for Zoo {
    async fn configure(config: Settings, cx: &mut ConfigureContext) -> Result<Self> {
        if config.greeting == "later" {
            return cx.defer(terrane::DeferredReason::AbsentPrerequisite);
        }
        Ok(Zoo {
            greeting: config.greeting,
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.function::<greet>().function::<shout>();
    }
}

/// Greets a pet.
#[function(provider = Zoo)]
async fn greet(
    zoo: &Zoo,
    /// Its name.
    #[tf(validate(len(1..)))]
    name: String,
    #[variadic] more: Vec<i64>,
) -> Result<String> {
    std::future::ready(()).await;
    if more.contains(&0) {
        return Err(Error::argument(1, "must not be 0"));
    }
    Ok(format!("{} {name}", zoo.greeting))
}

/// Shouts.
#[function]
fn shout(text: String) -> String {
    text.to_uppercase()
}

async fn configure(provider: &Arc<dyn Host>, config: DynamicValue, allowed: ClientCapabilities) {
    let request = ConfigureProviderRequest {
        terraform_version: "1.11.0".to_owned(),
        config,
        client_capabilities: allowed,
    };
    let answer = provider.configure_provider(request).await.unwrap();
    assert!(!answer.diagnostics.has_errors(), "{:?}", answer.diagnostics);
}

async fn call(
    provider: &Arc<dyn Host>,
    name: &str,
    arguments: &[Value],
) -> Result<Value, FunctionError> {
    let types = [Type::String, Type::Number, Type::Number];
    let request = CallFunctionRequest {
        name: name.to_owned(),
        arguments: arguments
            .iter()
            .zip(&types)
            .map(|(value, ty)| DynamicValue::encode(value, ty).unwrap())
            .collect(),
    };
    let answer = provider.call_function(request).await.unwrap();
    match answer.error {
        Some(error) => Err(error),
        None => Ok(answer.result.decode(&Type::String).unwrap()),
    }
}

async fn offered(provider: &Arc<dyn Host>) -> Vec<String> {
    let answer = provider.get_functions(EmptyRequest {}).await.unwrap();
    answer.functions.into_keys().collect()
}

async fn in_schema(provider: &Arc<dyn Host>) -> BTreeMap<String, Function> {
    let answer = provider.get_provider_schema(EmptyRequest {});
    answer.await.unwrap().functions.clone()
}

#[tokio::test]
async fn f6_functions_that_need_the_provider_are_listed_after_configure() {
    let provider = terrane::server::<Zoo>();
    assert_eq!(offered(&provider).await, ["shout"]);
    assert!(in_schema(&provider).await.keys().eq(["shout"]));
    configure(
        &provider,
        value::<Settings>(r#"{"greeting":"Hello"}"#),
        ClientCapabilities::default(),
    )
    .await;
    assert_eq!(offered(&provider).await, ["greet", "shout"]);
    assert!(in_schema(&provider).await.keys().eq(["shout"]));
    let greeted = call(&provider, "greet", &["Tom".into()]).await;
    assert_eq!(greeted.unwrap(), "Hello Tom".into());
}

#[tokio::test]
async fn f6_functions_without_a_provider_argument_work_before_configure() {
    let provider = terrane::server::<Zoo>();
    let shouted = call(&provider, "shout", &["hey".into()]).await;
    assert_eq!(shouted.unwrap(), "HEY".into());
    let error = call(&provider, "greet", &["Tom".into()]).await.unwrap_err();
    assert_eq!(error.argument, None);
    assert_eq!(
        error.text,
        "Cannot call greet: `greet` works with the configured provider, and this host has not configured it. OpenTofu configures providers \
         before it calls their functions; Terraform does not"
    );
}

#[tokio::test]
async fn f6_unknown_provider_settings_are_named() {
    let provider = terrane::server::<Zoo>();
    let unknown = with_unknown::<Settings>(r#"{"greeting":"Hello"}"#, "greeting");
    configure(&provider, unknown, ClientCapabilities::default()).await;
    assert_eq!(offered(&provider).await, ["greet", "shout"]);
    let error = call(&provider, "greet", &["Tom".into()]).await.unwrap_err();
    assert!(
        error.text.contains("`greeting` depends on"),
        "{}",
        error.text
    );
}

#[tokio::test]
async fn g11_a_deferred_provider_calls_no_author_code() {
    let provider = terrane::server::<Zoo>();
    let later = value::<Settings>(r#"{"greeting":"later"}"#);
    configure(&provider, later, DEFERS).await;
    let error = call(&provider, "greet", &["Tom".into()]).await.unwrap_err();
    assert!(error.text.contains("defers its work"), "{}", error.text);
}

#[tokio::test]
async fn f2_the_provider_is_no_argument_and_counts_as_none() {
    let signature = greet::signature();
    let names: Vec<_> = signature.parameters.iter().map(|it| &it.name).collect();
    assert_eq!(names, ["name"]);
    assert_eq!(signature.variadic.unwrap().name, "more");
    let provider = terrane::server::<Zoo>();
    let config = value::<Settings>(r#"{"greeting":"Hello"}"#);
    configure(&provider, config, ClientCapabilities::default()).await;
    let error = call(&provider, "greet", &["".into()]).await.unwrap_err();
    assert_eq!(error.argument, Some(0), "{}", error.text);
    let error = call(&provider, "greet", &["Tom".into(), 0.into()])
        .await
        .unwrap_err();
    assert_eq!(
        (error.argument, error.text.as_str()),
        (Some(1), "must not be 0")
    );
}

#[tokio::test]
async fn f1_the_provider_is_not_counted_among_the_arguments() {
    let provider = terrane::server::<Zoo>();
    let config = value::<Settings>(r#"{"greeting":"Hello"}"#);
    configure(&provider, config, ClientCapabilities::default()).await;
    let error = call(&provider, "greet", &[]).await.unwrap_err();
    assert!(error.text.contains("at least 1"), "{}", error.text);
}

#[test]
fn the_function_stays_callable_with_any_provider() {
    let zoo = Zoo {
        greeting: "Hi".to_owned(),
    };
    let greeted = futures_util::FutureExt::now_or_never(greet(&zoo, "Ada".to_owned(), vec![]));
    assert_eq!(greeted.unwrap().unwrap(), "Hi Ada");
}

/// A provider of one function.
#[derive(Default)]
struct Joiner;

#[provider("registry.opentofu.org/example/joiner")]
impl Provider for Joiner {
    fn register(registry: &mut Registry<Self>) {
        registry
            .function::<join>()
            .function::<tally>()
            .function::<known_tally>();
    }
}

/// Joins texts.
#[function]
fn join(parts: Vec<String>) -> String {
    parts.concat()
}

/// Counts texts.
#[function]
fn tally(parts: Value<Vec<String>>) -> i64 {
    panic!("called with {parts:?}")
}

/// Counts known texts.
#[function]
fn known_tally(parts: Partial<Vec<String>>) -> i64 {
    parts.0.iter().filter(|part| part.is_known()).count() as i64
}

#[tokio::test]
async fn f4_a_parameter_that_accepts_unknown_values_does_not_fail_for_an_unknown_part() {
    let provider = terrane::server::<Joiner>();
    let parts = Value::list([Value::from("a"), Value::unknown()]);
    for (name, expected) in [("tally", Value::unknown()), ("known_tally", 1.into())] {
        let request = CallFunctionRequest {
            name: name.to_owned(),
            arguments: vec![DynamicValue::encode(&parts, &Type::list(Type::String)).unwrap()],
        };
        let answer = provider.call_function(request).await.unwrap();
        assert_eq!(answer.error, None, "{name}");
        assert_eq!(answer.result.decode(&Type::Number).unwrap(), expected);
    }
}

#[tokio::test]
async fn f4_an_argument_that_is_unknown_in_part_makes_the_result_unknown() {
    let provider = terrane::server::<Joiner>();
    for (parts, joined) in [
        (Value::list(["a", "b"]), Value::from("ab")),
        (
            Value::list([Value::from("a"), Value::unknown()]),
            Value::unknown(),
        ),
        (Value::unknown(), Value::unknown()),
    ] {
        let argument = DynamicValue::encode(&parts, &Type::list(Type::String)).unwrap();
        let request = CallFunctionRequest {
            name: "join".to_owned(),
            arguments: vec![argument],
        };
        let answer = provider.call_function(request).await.unwrap();
        assert_eq!(answer.error, None, "{parts:?}");
        assert_eq!(answer.result.decode(&Type::String).unwrap(), joined);
    }
}
