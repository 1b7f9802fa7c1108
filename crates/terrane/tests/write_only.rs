//! Write-only values: from the configuration to the author's code, and nowhere else.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod setup;

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_protocol::*;
use terrane_value::{Data, Path, Type, json};

use crate::setup::{configured, lab};

lab!(|registry| registry.resource::<User>());

/// A user.
#[derive(Schema, Debug)]
#[tf(settle)]
struct User {
    /// The password.
    #[tf(required)]
    password: WriteOnly<Sensitive<String>>,
    /// Change it to set the password anew.
    version: i64,
    /// How to reach the user.
    contact: Option<Contact>,
    /// Keys.
    #[tf(block)]
    key: Vec<SshKey>,
    /// More keys, by name.
    by_name: Option<BTreeMap<String, SshKey>>,
    /// All of it is stored nowhere.
    secrets: WriteOnly<Secrets>,
    /// What the provider saw.
    seen: Computed<String>,
}

/// How to reach a user.
#[derive(Schema, Debug)]
struct Contact {
    /// Address.
    email: String,
    /// Code to confirm the address.
    code: WriteOnly<i64>,
}

/// A key.
#[derive(Schema, Debug)]
struct SshKey {
    /// Its public part.
    public: String,
    /// Its private part.
    private: WriteOnly<String>,
}

/// Secrets.
#[derive(Schema, Debug)]
struct Secrets {
    /// A number.
    pin: i64,
    /// Answers.
    answers: Option<Vec<String>>,
}

impl User {
    /// Everything that is in the configuration only, in one line.
    fn description(&self) -> String {
        let contact = self.contact.as_ref().and_then(|contact| contact.code.get());
        let keys: Vec<_> = self.key.iter().map(|key| key.private.get()).collect();
        let named = self.by_name.iter().flatten();
        let named: Vec<_> = named.map(|(name, key)| (name, key.private.get())).collect();
        let password = self.password.get().map(Sensitive::expose);
        let pin = self.secrets.get().map(|secrets| secrets.pin);
        format!("{password:?} {contact:?} {keys:?} {named:?} {pin:?}")
    }
}

impl Resource for User {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        assert!(!format!("{plan:?}").contains("hunter2"), "{plan:?}");
        Ok(plan)
    }

    async fn settle(created: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        let seen = created.description();
        if created.version == 13 {
            return Err(Error::new("No luck", "Try again."));
        }
        Ok(created.with_computed(UserComputed { seen }))
    }

    async fn update(plan: Self, prior: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        assert!(prior.draft().password.is_null(), "it is in no state");
        let seen = plan.description();
        Ok(plan.with_computed(UserComputed { seen }))
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

fn ty() -> Type {
    User::block().ty()
}

const CONFIG: &str = r#"{
    "password": "hunter2", "version": 1, "contact": {"email": "a@b", "code": 7},
    "key": [{"public": "a", "private": "A"}, {"public": "b", "private": null}],
    "by_name": {"x": {"public": "c", "private": "C"}}, "secrets": {"pin": 1234, "answers": ["no"]}, "seen": null
}"#;

const STORED: &str = r#"{
    "password": null, "version": 1, "contact": {"email": "a@b", "code": null},
    "key": [{"public": "a", "private": null}, {"public": "b", "private": null}],
    "by_name": {"x": {"public": "c", "private": null}}, "secrets": null, "seen": null
}"#;

const DESCRIBED: &str =
    r#"Some("hunter2") Some(7) [Some("A"), None] [("x", Some("C"))] Some(1234)"#;

fn value(text: &str, seen: Value) -> Value {
    let mut value = json::decode(text.as_bytes(), &ty()).unwrap();
    value.as_object_mut().unwrap().set("seen", seen);
    value
}

fn wire(value: &Value) -> DynamicValue {
    DynamicValue::encode(value, &ty()).unwrap()
}

async fn validate(config: &Value, allowed: bool) -> Vec<String> {
    let request = ValidateResourceConfigRequest {
        type_name: "lab_user".to_owned(),
        config: wire(config),
        client_capabilities: ClientCapabilities {
            write_only_attributes_allowed: allowed,
            ..ClientCapabilities::default()
        },
    };
    let provider = configured::<Lab>().await;
    let response = provider.validate_resource_config(request).await.unwrap();
    let path = |path: &Option<Path>| path.as_ref().map(ToString::to_string).unwrap_or_default();
    let found = response.diagnostics.errors();
    found
        .map(|it| format!("{}: {}", path(&it.path), it.summary))
        .collect()
}

async fn apply(prior: &Value, planned: &Value, config: &Value) -> ApplyResourceChangeResponse {
    let request = ApplyResourceChangeRequest {
        type_name: "lab_user".to_owned(),
        prior_state: wire(prior),
        planned_state: wire(planned),
        config: wire(config),
        ..ApplyResourceChangeRequest::default()
    };
    configured::<Lab>()
        .await
        .apply_resource_change(request)
        .await
        .unwrap()
}

#[tokio::test]
async fn v2f_a_host_that_would_store_the_value_may_not_have_it() {
    let config = value(CONFIG, Value::Null);
    assert_eq!(validate(&config, true).await, Vec::<String>::new());
    let refused = validate(&config, false).await;
    let expected = [
        "by_name[\"x\"].private: WriteOnly Attribute Not Allowed",
        "contact.code: WriteOnly Attribute Not Allowed",
        "key[0].private: WriteOnly Attribute Not Allowed",
        "password: WriteOnly Attribute Not Allowed",
    ];
    for expected in expected {
        assert!(
            refused.iter().any(|it| it == expected),
            "{expected}: {refused:?}"
        );
    }
}

#[tokio::test]
async fn v2e_a_required_write_only_value_must_be_configured() {
    let mut config = value(CONFIG, Value::Null);
    config.as_object_mut().unwrap().set("password", Value::Null);
    let missing = ["password: Missing Configuration for Required Attribute"];
    assert_eq!(validate(&config, true).await, missing);
    config
        .as_object_mut()
        .unwrap()
        .set("password", Value::unknown());
    assert_eq!(validate(&config, true).await, Vec::<String>::new());
}

#[tokio::test]
async fn l7_a_plan_has_no_write_only_value() {
    let config = value(CONFIG, Value::Null);
    let request = PlanResourceChangeRequest {
        type_name: "lab_user".to_owned(),
        prior_state: wire(&Value::Null),
        proposed_new_state: wire(&config),
        config: wire(&config),
        ..PlanResourceChangeRequest::default()
    };
    let response = configured::<Lab>()
        .await
        .plan_resource_change(request)
        .await
        .unwrap();
    assert!(
        !response.diagnostics.has_errors(),
        "{:?}",
        response.diagnostics
    );
    let mut planned = response.planned_state.decode(&ty()).unwrap();
    let seen = planned.as_object_mut().unwrap().take("seen");
    assert!(seen.unwrap().is_unknown());
    assert_eq!(planned, value(STORED, Value::Null));
}

#[tokio::test]
async fn l7_a_changed_write_only_value_alone_is_no_change() {
    let (config, prior) = (value(CONFIG, Value::Null), value(STORED, "before".into()));
    let mut proposed = value(STORED, "before".into());
    proposed.as_object_mut().unwrap().set("password", "other");
    let request = PlanResourceChangeRequest {
        type_name: "lab_user".to_owned(),
        prior_state: wire(&prior),
        proposed_new_state: wire(&proposed),
        config: wire(&config),
        ..PlanResourceChangeRequest::default()
    };
    let response = configured::<Lab>()
        .await
        .plan_resource_change(request)
        .await
        .unwrap();
    assert_eq!(response.planned_state.decode(&ty()).unwrap(), prior);
}

#[tokio::test]
async fn a11_create_sees_the_configured_values_and_stores_none() {
    let planned = value(STORED, Value::unknown());
    let response = apply(&Value::Null, &planned, &value(CONFIG, Value::Null)).await;
    assert!(
        !response.diagnostics.has_errors(),
        "{:?}",
        response.diagnostics
    );
    let state = response.new_state.decode(&ty()).unwrap();
    assert_eq!(state, value(STORED, DESCRIBED.into()));
}

#[tokio::test]
async fn a8_an_object_that_is_stored_after_a_failure_has_no_write_only_value() {
    let thirteen = |text: &str, seen| {
        let mut value = value(text, seen);
        let version = Value::Known(Data::Number(13.into()));
        value.as_object_mut().unwrap().set("version", version);
        value
    };
    let planned = thirteen(STORED, Value::unknown());
    let response = apply(&Value::Null, &planned, &thirteen(CONFIG, Value::Null)).await;
    assert!(response.diagnostics.has_errors());
    let state = response.new_state.decode(&ty()).unwrap();
    assert_eq!(state, thirteen(STORED, Value::Null));
}

#[tokio::test]
async fn a11_update_takes_the_values_from_the_configuration_not_from_the_state() {
    let (prior, planned) = (
        value(STORED, "before".into()),
        value(STORED, Value::unknown()),
    );
    let response = apply(&prior, &planned, &value(CONFIG, Value::Null)).await;
    assert!(
        !response.diagnostics.has_errors(),
        "{:?}",
        response.diagnostics
    );
    let state = response.new_state.decode(&ty()).unwrap();
    assert_eq!(state, value(STORED, DESCRIBED.into()));
}

#[tokio::test]
async fn u7_a_state_from_before_the_attribute_was_write_only_loses_the_value() {
    let raw = CONFIG.replace("\"seen\": null", "\"seen\": \"before\"");
    let request = UpgradeResourceStateRequest {
        type_name: "lab_user".to_owned(),
        version: 0,
        raw_state: RawState::from_json(raw.into_bytes().into()),
    };
    let response = configured::<Lab>()
        .await
        .upgrade_resource_state(request)
        .await
        .unwrap();
    assert!(
        !response.diagnostics.has_errors(),
        "{:?}",
        response.diagnostics
    );
    let state = response.upgraded_state.decode(&ty()).unwrap();
    assert_eq!(state, value(STORED, "before".into()));
}
