//! `counts`: changes of write-only values, which no state shows.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane::Model as _;
use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, ImportResourceStateRequest, Opaque, ReadResourceRequest,
};
use terrane_value::Object;

use crate::rig::{configured, decode, encode, object, request};

struct Lab;

impl Provider for Lab {
    const ADDRESS: &'static str = "registry.terraform.io/example/lab";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut Configure) -> Result<Self> {
        Ok(Lab)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<User>();
    }
}

/// A user.
#[derive(Schema)]
struct User {
    /// Name.
    #[tf(identity)]
    name: String,
    /// Real name.
    title: Option<String>,
    /// The password.
    password: WriteOnly<Sensitive<String>>,
    /// Counts the passwords.
    #[tf(counts(password))]
    password_version: Computed<i64>,
    /// Keys.
    #[tf(align = name)]
    keys: Option<Vec<SshKey>>,
    /// Keys by name.
    by_name: Option<BTreeMap<String, SshKey>>,
    /// What the last call sent.
    sent: Computed<String>,
}

/// A key.
#[derive(Schema)]
struct SshKey {
    /// Its name.
    name: String,
    /// Its private part.
    private: WriteOnly<String>,
    /// Counts the private parts.
    #[tf(counts(private))]
    version: Computed<i64>,
}

impl User {
    fn password(&self) -> &str {
        self.password.get().map_or("none", |it| it.expose())
    }
}

impl Resource for User {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        assert!(plan.password_version.get().is_some(), "it is known by now");
        if plan.title.as_deref() == Some("fails") {
            return Err(Error::new("No answer", "Ask again."));
        }
        let sent = plan.password().to_owned();
        Ok(plan.with_computed(UserComputed { sent }))
    }

    async fn read(
        key: Key<Self>,
        prior: Option<Self>,
        _: &Lab,
        _: &mut Read,
    ) -> Result<Option<Self>> {
        let unknown = |key: SshKey| SshKey {
            version: Computed::unknown(),
            ..key
        };
        let (keys, by_name, sent) = match prior {
            Some(prior) => (prior.keys, prior.by_name, prior.sent),
            None => (None, None, "found".to_owned().into()),
        };
        Ok(Some(Self {
            name: key.name,
            title: None,
            password: WriteOnly::none(),
            password_version: Computed::unknown(),
            keys: keys.map(|keys| keys.into_iter().map(unknown).collect()),
            by_name: by_name.map(|keys| {
                let keys = keys.into_iter();
                keys.map(|(name, key)| (name, unknown(key))).collect()
            }),
            sent,
        }))
    }

    async fn update(mut plan: Self, prior: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        let before = prior.draft().password_version.known();
        let sent = match plan.password_version.known()? {
            version if Some(version) != before => plan.password().to_owned(),
            _ => "nothing".to_owned(),
        };
        match plan.title.as_deref() {
            Some("fails") => return Err(Error::new("No answer", "Ask again.")),
            // What an author makes of an API's answer knows nothing of counts.
            Some("own") => plan.password_version = Computed::unknown(),
            _ => {}
        }
        Ok(plan.with_computed(UserComputed { sent }))
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// A host that remembers one object.
struct Host {
    provider: Arc<dyn terrane_protocol::Provider>,
    state: Option<Object>,
    private: Opaque,
}

impl Host {
    async fn new() -> Self {
        Self {
            provider: configured::<Lab>().await,
            state: None,
            private: Opaque::default(),
        }
    }

    /// One that has created an object.
    async fn with(config: &str) -> Self {
        let mut host = Self::new().await;
        host.change(config).await;
        host
    }

    async fn plan(&self, config: &str) -> terrane_protocol::PlanResourceChangeResponse {
        let response = self.provider.plan_resource_change(self.request(config));
        let response = response.await.unwrap();
        assert!(
            !response.diagnostics.has_errors(),
            "{:?}",
            response.diagnostics
        );
        response
    }

    fn request(&self, config: &str) -> terrane_protocol::PlanResourceChangeRequest {
        let ty = terrane_value::Type::Object(User::block().object_type().clone());
        let prior = self.state.clone().map(|state| {
            let json = terrane_value::json::encode(&state.into(), &ty).unwrap();
            String::from_utf8(json).unwrap()
        });
        let mut request = request::<User>("lab_user", prior.as_deref(), Some(config));
        request.prior_private = self.private.clone();
        request
    }

    async fn planned(&self, config: &str) -> Object {
        decode::<User>(&self.plan(config).await.planned_state).unwrap()
    }

    async fn is_no_change(&self, config: &str) -> bool {
        Some(self.planned(config).await) == self.state
    }

    async fn change(&mut self, config: &str) -> Vec<String> {
        self.change_late(config, config).await
    }

    /// Plans with one configuration and applies another one, as it is with values that are made anew each time.
    async fn change_late(&mut self, config: &str, late: &str) -> Vec<String> {
        let planned = self.plan(config).await;
        let request = ApplyResourceChangeRequest {
            type_name: "lab_user".to_owned(),
            prior_state: encode::<User>(self.state.clone()),
            planned_state: planned.planned_state,
            planned_private: planned.planned_private,
            config: encode::<User>(Some(object::<User>(late))),
            ..ApplyResourceChangeRequest::default()
        };
        let response = self.provider.apply_resource_change(request).await.unwrap();
        self.state = decode::<User>(&response.new_state);
        self.private = response.private;
        let errors = response.diagnostics.errors();
        errors.map(ToString::to_string).collect()
    }

    async fn refresh(&mut self) {
        let request = ReadResourceRequest {
            type_name: "lab_user".to_owned(),
            current_state: encode::<User>(self.state.clone()),
            private: self.private.clone(),
            ..ReadResourceRequest::default()
        };
        let response = self.provider.read_resource(request).await.unwrap();
        assert!(
            !response.diagnostics.has_errors(),
            "{:?}",
            response.diagnostics
        );
        self.state = decode::<User>(&response.new_state);
        self.private = response.private;
    }

    fn at(&self, path: &str) -> Value {
        at(self.state.as_ref().unwrap(), path)
    }

    /// The count, and what was sent last.
    fn told(&self) -> (Value, Value) {
        (self.at("password_version"), self.at("sent"))
    }
}

fn at(object: &Object, path: &str) -> Value {
    let path: Path = path.parse().unwrap();
    Value::from(object.clone()).at(&path).unwrap().clone()
}

/// A configuration with a password.
fn config(password: &str) -> String {
    titled(password, "null")
}

fn titled(password: &str, title: &str) -> String {
    format!(
        r#"{{"name": "tom", "title": {title}, "password": {password}, "password_version": null, "keys": null, "by_name": null, "sent": null}}"#
    )
}

fn count(number: i64) -> Value {
    number.into()
}

#[tokio::test]
async fn counting_begins_with_the_first_value() {
    let mut host = Host::new().await;
    let planned = host.planned(&config(r#""hunter2""#)).await;
    assert_eq!(at(&planned, "password_version"), count(1));
    assert!(host.change(&config(r#""hunter2""#)).await.is_empty());
    assert_eq!(host.told(), (count(1), "hunter2".into()));
    assert!(host.is_no_change(&config(r#""hunter2""#)).await);
}

#[tokio::test]
async fn another_value_is_an_update_that_shows_in_the_plan() {
    let mut host = Host::with(&config(r#""one""#)).await;
    let planned = host.planned(&config(r#""two""#)).await;
    assert_eq!(at(&planned, "password_version"), count(2));
    assert!(
        at(&planned, "sent").is_unknown(),
        "it is an update as any other"
    );
    assert!(host.change(&config(r#""two""#)).await.is_empty());
    assert_eq!(host.told(), (count(2), "two".into()));
    assert!(host.is_no_change(&config(r#""two""#)).await);
    assert!(!host.is_no_change(&config(r#""one""#)).await);
}

#[tokio::test]
async fn another_change_leaves_the_count_as_it_is() {
    let mut host = Host::with(&config(r#""one""#)).await;
    assert!(host.change(&titled(r#""one""#, r#""Mr""#)).await.is_empty());
    assert_eq!(host.told(), (count(1), "nothing".into()));
    assert!(
        host.change(&titled(r#""two""#, r#""own""#))
            .await
            .is_empty()
    );
    assert_eq!(host.told(), (count(2), "two".into()));
}

#[tokio::test]
async fn no_value_is_counted_as_one() {
    let mut host = Host::with(&config("null")).await;
    assert_eq!(host.told(), (count(0), "none".into()));
    assert!(
        Opaque::default() == host.private,
        "nothing is stored of nothing"
    );
    assert!(host.is_no_change(&config("null")).await);
    host.change(&config(r#""one""#)).await;
    assert_eq!(host.told(), (count(1), "one".into()));
    host.change(&config("null")).await;
    assert_eq!(host.told(), (count(2), "none".into()));
    assert!(Opaque::default() == host.private);
    assert!(host.is_no_change(&config("null")).await);
}

#[tokio::test]
async fn what_is_not_known_is_counted_when_it_is() {
    let mut host = Host::new().await;
    assert!(at(&host.planned(&config(r#""?""#)).await, "password_version").is_unknown());
    assert!(
        host.change_late(&config(r#""?""#), &config(r#""one""#))
            .await
            .is_empty()
    );
    assert_eq!(host.told(), (count(1), "one".into()));
    assert!(at(&host.planned(&config(r#""?""#)).await, "password_version").is_unknown());
    assert!(
        host.change_late(&config(r#""?""#), &config(r#""one""#))
            .await
            .is_empty()
    );
    assert_eq!(host.told(), (count(1), "nothing".into()));
    assert!(
        host.change_late(&config(r#""?""#), &config(r#""two""#))
            .await
            .is_empty()
    );
    assert_eq!(host.told(), (count(2), "two".into()));
    assert!(host.is_no_change(&config(r#""two""#)).await);
}

#[tokio::test]
async fn a12_a_value_that_is_another_one_when_it_is_applied_breaks_no_plan() {
    let mut host = Host::with(&config(r#""one""#)).await;
    let errors = host
        .change_late(&config(r#""two""#), &config(r#""three""#))
        .await;
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(host.told(), (count(2), "three".into()));
    assert!(host.is_no_change(&config(r#""three""#)).await);
    assert!(!host.is_no_change(&config(r#""two""#)).await);
}

#[tokio::test]
async fn a_value_that_was_not_handed_over_is_not_forgotten() {
    let mut host = Host::with(&config(r#""one""#)).await;
    let planned = titled(r#""one""#, r#""Mr""#);
    let late = titled(r#""two""#, r#""Mr""#);
    assert!(host.change_late(&planned, &late).await.is_empty());
    assert_eq!(host.told(), (count(1), "nothing".into()));
    assert_eq!(at(&host.planned(&late).await, "password_version"), count(2));
    assert!(host.is_no_change(&planned).await);
}

#[tokio::test]
async fn a13_after_a_failure_the_next_plan_counts_again() {
    let mut host = Host::with(&config(r#""one""#)).await;
    assert_eq!(
        host.change(&titled(r#""two""#, r#""fails""#)).await.len(),
        1
    );
    assert_eq!(host.at("password_version"), count(1));
    let planned = host.planned(&config(r#""two""#)).await;
    assert_eq!(at(&planned, "password_version"), count(2));
    assert!(host.change(&config(r#""two""#)).await.is_empty());
    assert_eq!(host.told(), (count(2), "two".into()));
}

#[tokio::test]
async fn an_imported_object_is_told_the_value_that_is_configured() {
    let mut host = Host::new().await;
    let request = ImportResourceStateRequest {
        type_name: "lab_user".to_owned(),
        id: "tom".to_owned(),
        ..ImportResourceStateRequest::default()
    };
    let mut imported = host.provider.import_resource_state(request).await.unwrap();
    let imported = imported.imported_resources.remove(0);
    host.state = decode::<User>(&imported.state);
    host.private = imported.private;
    host.refresh().await;
    assert_eq!(host.told(), (count(0), "found".into()));
    assert!(host.is_no_change(&config("null")).await);
    assert!(host.change(&config(r#""one""#)).await.is_empty());
    assert_eq!(host.told(), (count(1), "one".into()));
}

#[tokio::test]
async fn r4_reading_keeps_the_count() {
    let keys = r#"[{"name": "a", "private": "A", "version": null}]"#;
    let mut host = Host::with(&with_keys(keys)).await;
    let before = host.state.clone();
    host.refresh().await;
    assert_eq!(host.state, before);
    assert!(host.is_no_change(&with_keys(keys)).await);
}

#[tokio::test]
async fn a_state_from_before_there_was_a_count_is_no_change() {
    let mut host = Host::with(&config("null")).await;
    host.state
        .as_mut()
        .unwrap()
        .set("password_version", Value::Null);
    assert!(host.is_no_change(&config("null")).await);
    let planned = host.planned(&titled("null", r#""Mr""#)).await;
    assert_eq!(at(&planned, "password_version"), count(0));
    let planned = host.planned(&config(r#""one""#)).await;
    assert_eq!(at(&planned, "password_version"), count(1));
}

#[tokio::test]
async fn l34_a_new_object_in_place_of_an_old_one_counts_from_the_start() {
    let mut host = Host::with(&config(r#""one""#)).await;
    host.change(&config(r#""two""#)).await;
    // The host plans the new object with what is stored of the old one.
    host.state = None;
    assert!(host.change(&config(r#""two""#)).await.is_empty());
    assert_eq!(host.told(), (count(1), "two".into()));
    assert!(host.is_no_change(&config(r#""two""#)).await);
}

fn with_keys(keys: &str) -> String {
    config("null").replace(r#""keys": null"#, &format!(r#""keys": {keys}"#))
}

#[tokio::test]
async fn a_count_goes_with_its_element() {
    let key = |name: &str, private: &str| {
        format!(r#"{{"name": "{name}", "private": {private}, "version": null}}"#)
    };
    let list = |keys: &[String]| with_keys(&format!("[{}]", keys.join(",")));
    let (a, b) = (key("a", r#""A""#), key("b", r#""B""#));
    let mut host = Host::with(&list(&[a.clone(), b.clone()])).await;
    let changed = list(&[a.clone(), key("b", r#""BB""#)]);
    assert!(host.change(&changed).await.is_empty());
    assert_eq!(
        (host.at("keys[0].version"), host.at("keys[1].version")),
        (count(1), count(2))
    );
    let moved = list(&[key("c", "null"), key("b", r#""BB""#), a]);
    assert!(host.change(&moved).await.is_empty());
    let counts = [0, 1, 2].map(|at| host.at(&format!("keys[{at}].version")));
    assert_eq!(counts, [count(0), count(2), count(1)]);
    assert!(host.is_no_change(&moved).await);
}

#[tokio::test]
async fn a_count_in_a_map_goes_with_its_key() {
    let map =
        |keys: &str| config("null").replace(r#""by_name": null"#, &format!(r#""by_name": {keys}"#));
    let before = r#"{"x": {"name": "a", "private": "A", "version": null}, "y": {"name": "b", "private": "A", "version": null}}"#;
    let mut host = Host::with(&map(before)).await;
    let after = before.replace(
        r#""name": "b", "private": "A""#,
        r#""name": "b", "private": "B""#,
    );
    assert!(host.change(&map(&after)).await.is_empty());
    let counts = ["x", "y"].map(|key| host.at(&format!("by_name[\"{key}\"].version")));
    assert_eq!(counts, [count(1), count(2)]);
    assert!(host.is_no_change(&map(&after)).await);
}

#[tokio::test]
async fn nothing_that_is_stored_has_the_value() {
    let keys = r#"[{"name": "a", "private": "hunter2", "version": null}]"#;
    let text = with_keys(keys).replace(r#""password": null"#, r#""password": "hunter2""#);
    let mut host = Host::with(&text).await;
    // The test's provider tells what it sent; a real one would not.
    host.state.as_mut().unwrap().set("sent", "");
    let state = encode::<User>(host.state.clone());
    assert!(!format!("{state:?}").contains("hunter2"));
    let stored: BTreeMap<String, String> = serde_json::from_slice(&host.private).unwrap();
    assert_eq!(stored.keys().collect::<Vec<_>>(), [".write_only"]);
    let stored = String::from_utf8(STANDARD.decode(&stored[".write_only"]).unwrap()).unwrap();
    assert!(!stored.contains("hunter2"), "{stored}");
    let told: serde_json::Value = serde_json::from_str(&stored).unwrap();
    let prints = told["of"].as_object().unwrap();
    assert_eq!(prints.len(), 2);
    assert_ne!(prints["password_version"], prints["keys[\"a\"].version"]);
}
