//! Canary values: author code prints a secret from every place in every possible output, and no output shows it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod shown;
mod vault;

use std::process::Command;

use terrane::Model;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::*;
use terrane_value::{Type, json};
use tracing_subscriber::layer::SubscriberExt as _;

use shown::{Shown, Written};
use vault::{Credential, Keeper, LATER, Login, Rotate, Safe, Vault, shout};

/// The secrets, each with a place of its own.
const CANARIES: [&str; 14] = [
    "provider-c4nary",
    "nested \"c4nary\"",
    "session-c4nary",
    "password\\c4nary",
    "c4nary/in+block=",
    "c4nary-in-list",
    "c4nary & map",
    "40217463",
    "written-c4nary",
    "issued-c4nary",
    "private-c4nary",
    "opened-c4nary",
    "c4nary-of-the-action",
    "line-one-of-c4nary\nline-two-of-c4nary",
];

const CONFIG: &str = r#"{
    "token": "provider-c4nary",
    "login": [{"user": "keeper", "password": "nested \"c4nary\""}]
}"#;

const SAFE: &str = r#"{
    "name": "safe", "fails": "FAILS", "password": "password\\c4nary", "pin": 40217463,
    "lock": [{"maker": "Yale", "code": "c4nary/in+block="}],
    "answers": ["c4nary-in-list"], "labels": {"label": "c4nary & map"},
    "combination": "written-c4nary", "certificate": "line-one-of-c4nary\nline-two-of-c4nary\n", "issued": ISSUED
}"#;

fn value<M: Model>(text: &str) -> DynamicValue {
    let ty = M::block().ty();
    DynamicValue::encode(&json::decode(text.as_bytes(), &ty).unwrap(), &ty).unwrap()
}

fn safe(fails: &str, issued: &str) -> DynamicValue {
    value::<Safe>(&SAFE.replace("FAILS", fails).replace("ISSUED", issued))
}

/// A plan of a safe: unknown is what the provider issues, and absent what is only written.
fn planned(fails: &str) -> DynamicValue {
    let ty = Safe::block().ty();
    let mut value = safe(fails, "null").decode(&ty).unwrap();
    let object = value.as_object_mut().unwrap();
    object.set("combination", Value::Null);
    object.set("issued", Value::unknown());
    DynamicValue::encode(&value, &ty).unwrap()
}

fn null<M: Model>() -> DynamicValue {
    DynamicValue::encode(&Value::Null, &M::block().ty()).unwrap()
}

/// Runs alone in a process, because the log belongs to the process.
#[test]
#[ignore = "runs only as a process of `no_canary_value_is_in_any_output`"]
fn flight() {
    let written = Written::default();
    let log = terrane::log::layer(Vault::ADDRESS, written.clone());
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(log)).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut shown = Shown::default();
    runtime.block_on(fly(&mut shown));
    drop(runtime);
    let log = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
    for line in [
        "Shouting",
        "Response contains error diagnostic",
        "\\\"later\\\"",
    ] {
        assert!(log.contains(line), "{line} is not in the log: {log}");
    }
    shown.check(&log);
    check_requests(&log);
}

/// Requests are logged in the form of Terraform's SDKs.
fn check_requests(log: &str) {
    let lines: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |message: &'static str, rpc: &'static str| {
        lines
            .iter()
            .filter(move |line| line["@message"] == message && line["tf_rpc"] == rpc)
    };
    let served: Vec<_> = of("Served request", "ApplyResourceChange").collect();
    assert_eq!(served.len(), 6);
    for line in &served {
        assert_eq!(line["@module"], "sdk.proto");
        assert_eq!(line["@level"], "trace");
        assert_eq!(line["tf_provider_addr"], Vault::ADDRESS);
        assert_eq!(line["tf_resource_type"], "vault_safe");
        assert!(
            line["tf_req_duration_ms"].is_u64() && line["tf_req_id"].is_string(),
            "{line}"
        );
    }
    let counts = |line: &serde_json::Value| line["diagnostic_error_count"].as_u64().unwrap();
    assert!(
        served.iter().any(|line| counts(line) == 0) && served.iter().any(|line| counts(line) > 1)
    );
    let id = &served[0]["tf_req_id"];
    assert_eq!(
        of("Received request", "ApplyResourceChange")
            .filter(|line| &line["tf_req_id"] == id)
            .count(),
        1
    );
    let shouted = lines
        .iter()
        .filter(|line| &line["tf_req_id"] == id && line["@module"] == "vault");
    assert!(
        shouted.count() > 10,
        "the author's lines say to which request they belong"
    );
    let messages: Vec<_> = of(
        "Response contains error diagnostic",
        "ValidateResourceConfig",
    )
    .collect();
    assert!(
        messages
            .iter()
            .any(|line| line["diagnostic_attribute"] == "password"),
        "{messages:?}"
    );
    assert!(
        messages
            .iter()
            .all(|line| line["diagnostic_severity"] == "ERROR" && line["@level"] == "error")
    );
    let announced = of("Announced client capabilities", "ValidateResourceConfig")
        .next()
        .unwrap();
    assert_eq!(
        announced["tf_client_capability_write_only_attributes_allowed"],
        true
    );
    assert_eq!(
        of("Response contains function error", "CallFunction").count(),
        1
    );
    assert_eq!(of("Sent event", "InvokeAction").count(), 2);
}

async fn fly(shown: &mut Shown) {
    let provider = terrane::server::<Vault>();
    let request = ValidateProviderConfigRequest {
        config: value::<Keeper>(CONFIG),
    };
    shown.add(
        &provider
            .validate_provider_config(request)
            .await
            .unwrap()
            .diagnostics,
    );
    let request = ConfigureProviderRequest {
        config: value::<Keeper>(CONFIG),
        ..ConfigureProviderRequest::default()
    };
    shown.add(&request);
    let configured = provider.configure_provider(request).await.unwrap();
    assert!(!configured.diagnostics.has_errors(), "{configured:?}");
    shown.add(&configured);
    for fails in ["", "error", "panic"] {
        resources(&*provider, fails, shown).await;
    }
    others(&*provider, shown).await;
    let later = std::mem::take(&mut *LATER.lock().unwrap());
    for task in later {
        task.await.unwrap();
    }
}

async fn resources(provider: &dyn terrane_protocol::Provider, fails: &str, shown: &mut Shown) {
    let type_name = "vault_safe".to_owned();
    let config = safe(fails, "null");
    let request = ConfigRequest {
        type_name: type_name.clone(),
        config: config.clone(),
        client_capabilities: ClientCapabilities {
            write_only_attributes_allowed: true,
            ..ClientCapabilities::default()
        },
    };
    let validated = provider.validate_resource_config(request).await.unwrap();
    assert!(!validated.diagnostics.is_empty());
    shown.add(&validated);
    let request = PlanResourceChangeRequest {
        type_name: type_name.clone(),
        prior_state: null::<Safe>(),
        proposed_new_state: planned(fails),
        config: config.clone(),
        ..PlanResourceChangeRequest::default()
    };
    shown.add(&request);
    shown.add(&provider.plan_resource_change(request).await.unwrap());
    let request = ApplyResourceChangeRequest {
        type_name: type_name.clone(),
        prior_state: null::<Safe>(),
        planned_state: planned(fails),
        config: config.clone(),
        ..ApplyResourceChangeRequest::default()
    };
    let created = provider.apply_resource_change(request).await.unwrap();
    assert_eq!(
        created.diagnostics.has_errors(),
        !fails.is_empty(),
        "{created:?}"
    );
    shown.add(&created);
    let request = ReadResourceRequest {
        type_name: type_name.clone(),
        current_state: created.new_state.clone(),
        private: created.private.clone(),
        ..ReadResourceRequest::default()
    };
    shown.add(&provider.read_resource(request).await.unwrap());
    let request = ApplyResourceChangeRequest {
        type_name,
        prior_state: safe(fails, "\"issued-c4nary\""),
        planned_state: null::<Safe>(),
        config: null::<Safe>(),
        planned_private: created.private,
        ..ApplyResourceChangeRequest::default()
    };
    shown.add(&provider.apply_resource_change(request).await.unwrap());
}

async fn others(provider: &dyn terrane_protocol::Provider, shown: &mut Shown) {
    let request = ConfigRequest {
        type_name: "vault_credential".to_owned(),
        config: value::<Credential>(r#"{"role": "reader", "secret": null}"#),
        ..ConfigRequest::default()
    };
    let opened = provider.open_ephemeral_resource(request).await.unwrap();
    shown.add(&opened);
    let request = OpenedEphemeralResource {
        type_name: "vault_credential".to_owned(),
        private: opened.private,
    };
    let closed = provider.close_ephemeral_resource(request).await.unwrap();
    assert!(closed.diagnostics.has_errors());
    shown.add(&closed);
    let request = ConfigRequest {
        type_name: "vault_rotate".to_owned(),
        config: value::<Rotate>(r#"{"key": "c4nary-of-the-action"}"#),
        ..ConfigRequest::default()
    };
    let events = provider.invoke_action(request).await.unwrap();
    let events: Vec<_> = futures_util::StreamExt::collect(events).await;
    assert_eq!(events.len(), 2, "{events:?}");
    shown.add(&events);
    let request = CallFunctionRequest {
        name: "unlock".to_owned(),
        arguments: vec![DynamicValue::encode(&"provider-c4nary".into(), &Type::String).unwrap()],
    };
    let called = provider.call_function(request).await.unwrap();
    assert!(called.error.is_some());
    shown.add(&called);
}

#[test]
fn no_canary_value_is_in_any_output() {
    for level in ["TRACE", "OFF"] {
        let flight = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "flight", "--ignored", "--nocapture"])
            .env("TF_LOG", level)
            .env("RUST_BACKTRACE", "0")
            .output()
            .unwrap();
        let text =
            String::from_utf8_lossy(&flight.stdout) + String::from_utf8_lossy(&flight.stderr);
        match level {
            "TRACE" => assert!(flight.status.success(), "{text}"),
            _ => assert!(
                text.contains("is not in the log"),
                "without a log there are no lines: {text}"
            ),
        }
    }
}

#[test]
fn models_and_contexts_show_no_secret() {
    let login = Login {
        user: "keeper".to_owned(),
        password: "c4nary".to_owned().into(),
    };
    assert!(format!("{login:?}").contains("keeper"));
    assert!(!format!("{login:?}").contains("c4nary"));
    let draft =
        <Login as terrane::Attr>::draft(&terrane::Attr::encode(login).into_known().unwrap());
    assert!(!format!("{:?}", draft.unwrap()).contains("c4nary"));
    let mut private = terrane::Private::default();
    private.set("key", "c4nary");
    assert!(!format!("{private:?}").contains("c4nary"));
}

/// An argument of a function has no schema that could call it sensitive: what it is, its caller knows alone.
#[tokio::test]
async fn an_argument_of_a_function_is_no_secret() {
    let request = CallFunctionRequest {
        name: "unlock".to_owned(),
        arguments: vec![DynamicValue::encode(&"argument-c4nary".into(), &Type::String).unwrap()],
    };
    let called = terrane::server::<Vault>()
        .call_function(request)
        .await
        .unwrap();
    assert!(called.error.unwrap().text.contains("argument-c4nary"));
}

/// Another server of the process shows in its answers what only this one keeps secret.
#[tokio::test]
async fn secrets_belong_to_their_server() {
    let vault = terrane::server::<Vault>();
    let request = ConfigureProviderRequest {
        config: value::<Keeper>(CONFIG),
        ..ConfigureProviderRequest::default()
    };
    vault.configure_provider(request).await.unwrap();
    let call = || CallFunctionRequest {
        name: "unlock".to_owned(),
        arguments: vec![DynamicValue::encode(&"provider-c4nary".into(), &Type::String).unwrap()],
    };
    let messages = vault
        .call_function(call())
        .await
        .unwrap()
        .error
        .unwrap()
        .text;
    assert!(
        messages.contains("***") && !messages.contains("c4nary"),
        "{messages}"
    );
    let other = terrane::server::<Vault>()
        .call_function(call())
        .await
        .unwrap();
    assert!(other.error.unwrap().text.contains("provider-c4nary"));
    shout("nothing", &"to nobody");
}
