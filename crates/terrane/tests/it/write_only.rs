//! Write-only values: from the configuration to the author's code, and nowhere else.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_protocol::ClientCapabilities;
use terrane_test::client::{CallError, Client, Instance, UNKNOWN};
use terrane_value::Path;

use crate::lab::lab;
use crate::setup::{after, client, errors, failure, json, stored};

lab!(|registry| registry.resource::<User>());

/// A user.
#[derive(Model, Debug)]
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
#[derive(Model, Debug)]
struct Contact {
    /// Address.
    email: String,
    /// Code to confirm the address.
    code: WriteOnly<i64>,
}

/// A key.
#[derive(Model, Debug)]
struct SshKey {
    /// Its public part.
    public: String,
    /// Its private part.
    private: WriteOnly<String>,
}

/// Secrets.
#[derive(Model, Debug)]
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
        let named: Vec<_> = self
            .by_name
            .iter()
            .flatten()
            .map(|(name, key)| (name, key.private.get()))
            .collect();
        let password = self.password.get().map(Sensitive::expose);
        let pin = self.secrets.get().map(|secrets| secrets.pin);
        format!("{password:?} {contact:?} {keys:?} {named:?} {pin:?}")
    }
}

impl Resource for User {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        assert!(!format!("{plan:?}").contains("hunter2"), "{plan:?}");
        Ok(plan)
    }

    async fn settle(created: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        let seen = created.description();
        if created.version == 13 {
            return Err(Error::new("No luck", "Try again."));
        }
        Ok(created.with_computed(UserComputed { seen }))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        _: &Lab,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        assert!(prior.draft()?.password.is_null(), "it is in no state");
        let seen = plan.description();
        Ok(plan.with_computed(UserComputed { seen }))
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
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

/// A stored user, of which the provider saw something.
fn user(client: &Client, text: &str, seen: &str) -> Instance {
    let seen = format!(r#""seen": {seen}"#);
    stored(
        client,
        "lab_user",
        Some(&text.replace(r#""seen": null"#, &seen)),
    )
}

async fn validate(config: serde_json::Value, allowed: bool) -> Vec<String> {
    let client = client::<Lab>().await.with_capabilities(ClientCapabilities {
        write_only_attributes_allowed: allowed,
        ..ClientCapabilities::default()
    });
    let validated = client.validate("lab_user", config).await;
    let path = |path: &Option<Path>| path.as_ref().map(ToString::to_string).unwrap_or_default();
    let found = failure(&validated).iter();
    found
        .map(|it| format!("{}: {}", path(&it.path), it.summary))
        .collect()
}

async fn changed(
    client: &Client,
    prior: &Instance,
    config: &str,
) -> std::result::Result<Instance, CallError> {
    let plan = client.plan(prior, json(config)).await.unwrap();
    client.apply(plan).await
}

#[tokio::test]
async fn v2f_a_host_that_would_store_the_value_may_not_have_it() {
    let config = json(CONFIG);
    assert_eq!(validate(config.clone(), true).await, Vec::<String>::new());
    let refused = validate(config, false).await;
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
    let mut config = json(CONFIG);
    config["password"] = serde_json::Value::Null;
    let missing = ["password: Missing Configuration for Required Attribute"];
    assert_eq!(validate(config.clone(), true).await, missing);
    config["password"] = UNKNOWN.into();
    assert_eq!(validate(config, true).await, Vec::<String>::new());
}

#[tokio::test]
async fn l7_a_plan_has_no_write_only_value() {
    let client = client::<Lab>().await;
    let absent = Instance::absent("lab_user");
    let plan = client.plan(&absent, json(CONFIG)).await.unwrap();
    let mut planned = plan.value().clone();
    let seen = planned.as_object_mut().unwrap().take("seen");
    assert!(seen.unwrap().is_unknown());
    assert_eq!(&planned, user(&client, STORED, "null").value());
}

#[tokio::test]
async fn l7_a_changed_write_only_value_alone_is_no_change() {
    let client = client::<Lab>().await;
    let prior = user(&client, STORED, r#""before""#);
    let other = CONFIG.replace("hunter2", "other");
    for config in [CONFIG, &other] {
        let plan = client.plan(&prior, json(config)).await.unwrap();
        assert_eq!(plan.value(), prior.value());
    }
}

#[tokio::test]
async fn a11_create_sees_the_configured_values_and_stores_none() {
    let client = client::<Lab>().await;
    let created = changed(&client, &Instance::absent("lab_user"), CONFIG).await;
    let expected = user(&client, STORED, &quoted(DESCRIBED));
    assert_eq!(created.unwrap().value(), expected.value());
}

#[tokio::test]
async fn a8_an_object_that_is_stored_after_a_failure_has_no_write_only_value() {
    let thirteen = |text: &str| text.replace(r#""version": 1"#, r#""version": 13"#);
    let client = client::<Lab>().await;
    let absent = Instance::absent("lab_user");
    let created = changed(&client, &absent, &thirteen(CONFIG)).await;
    assert_eq!(errors(&created), ["error: No luck: Try again."]);
    let expected = user(&client, &thirteen(STORED), "null");
    assert_eq!(after(&created).unwrap().value(), expected.value());
}

#[tokio::test]
async fn a11_update_takes_the_values_from_the_configuration_not_from_the_state() {
    let client = client::<Lab>().await;
    let prior = user(&client, STORED, r#""before""#);
    let second = |text: &str| text.replace(r#""version": 1"#, r#""version": 2"#);
    let updated = changed(&client, &prior, &second(CONFIG)).await;
    let expected = user(&client, &second(STORED), &quoted(DESCRIBED));
    assert_eq!(updated.unwrap().value(), expected.value());
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[tokio::test]
async fn u7_a_state_from_before_the_attribute_was_write_only_loses_the_value() {
    let client = client::<Lab>().await;
    let old = CONFIG.replace("\"seen\": null", "\"seen\": \"before\"");
    let upgraded = client.upgrade("lab_user", 0, &json(&old)).await.unwrap();
    let expected = user(&client, STORED, r#""before""#);
    assert_eq!(upgraded.value(), expected.value());
}
