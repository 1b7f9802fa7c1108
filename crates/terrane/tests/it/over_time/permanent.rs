//! Keys and identities stay what they are for as long as the object exists, and no error loses what was known.

use std::collections::BTreeMap;
use std::sync::Arc;

use terrane::dynamic::{BoxFuture, Configured, DynResource};
use terrane::prelude::*;
use terrane::schema::{Block, Member, Shape};
use terrane_protocol::{DynamicValue, ReadResourceRequest};
use terrane_value::{Object, Type};

use super::host::Host;
use super::{assert_fine, assert_says, errors};
use crate::lab::lab;

lab!(|registry| {
    registry
        .resource::<Tag>()
        .resource::<Tray>()
        .state_only::<Slip>()
        .resource::<User>()
        .resource::<Lost>()
        .dynamic()
        .resource(Door)
});

/// A tag whose author forgot `keep`.
#[derive(Model)]
struct Tag {
    /// Its id.
    #[tf(identity)]
    id: Computed<String>,
    /// What finds it, too.
    #[tf(key)]
    shelf: Computed<i64>,
    /// Its text.
    text: String,
}

impl Resource for Tag {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(TagComputed {
            id: "tag-1".to_owned(),
            shelf: 7,
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        assert_eq!((prior.key().id.as_str(), prior.key().shelf), ("tag-1", 7));
        Ok(())
    }
}

#[tokio::test]
async fn l21_an_update_keeps_a_computed_key_and_identity_without_keep() {
    for stores_identities in [true, false] {
        let mut host = Host::new::<Lab>("lab_tag").await;
        if !stores_identities {
            host = host.without_identities();
        }
        assert_fine(&host.apply(Some(r#"{"text":"a"}"#)).await.diagnostics);
        let changed = host.apply(Some(r#"{"text":"b"}"#)).await;
        assert_fine(&changed.diagnostics);
        assert_eq!(host.state(), r#"{"id":"tag-1","shelf":7,"text":"b"}"#);
        assert_eq!(
            host.identity().as_deref(),
            stores_identities.then_some(r#"{"id":"tag-1"}"#)
        );
        assert_fine(&host.apply(None).await.diagnostics);
    }
}

#[tokio::test]
async fn r2_the_default_read_keeps_a_state_undecoded() {
    let host = Host::new::<Lab>("lab_tag").await;
    // In JSON, so that another encoding shows; and of one, so little is there that no model can be made of it.
    for (type_name, state) in [
        ("lab_tag", r#"{"id":"tag-1","shelf":7,"text":"a"}"#),
        ("lab_tag", r#"{"id":"tag-1","shelf":7,"text":null}"#),
        (
            "lab_slip",
            r#"{"id":"slip-1","parts":[],"serial":"s","text":"a"}"#,
        ),
        (
            "lab_slip",
            r#"{"id":"slip-1","parts":null,"serial":null,"text":null}"#,
        ),
    ] {
        let state = DynamicValue::from_json(state.as_bytes().into());
        let request = ReadResourceRequest {
            type_name: type_name.to_owned(),
            current_state: state.clone(),
            ..Default::default()
        };
        let answer = host.provider.read_resource(request).await.unwrap();
        assert_fine(&answer.diagnostics);
        assert_eq!(answer.new_state, state, "{type_name}");
        assert_eq!(answer.new_identity.is_some(), type_name == "lab_tag");
    }
}

/// A tray whose read returns the state that it gets, as for an object without an API.
#[derive(Model)]
struct Tray {
    /// Its id.
    #[tf(key)]
    id: Computed<String>,
    /// What lies on it.
    contents: Option<BTreeMap<String, String>>,
}

impl Resource for Tray {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan.with_computed(TrayComputed {
            id: "tray-1".to_owned(),
        }))
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        Ok(Found::or_gone(prior.into_complete()))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_state_that_the_model_does_not_accept_is_kept_if_the_read_returns_nothing() {
    let host = Host::new::<Lab>("lab_tray").await;
    let read = |state: &'static str| {
        let request = ReadResourceRequest {
            type_name: "lab_tray".to_owned(),
            current_state: DynamicValue::from_json(state.as_bytes().into()),
            ..Default::default()
        };
        host.provider.read_resource(request)
    };
    let accepted = read(r#"{"contents":{"a":"b"},"id":"tray-1"}"#).await;
    assert_fine(&accepted.unwrap().diagnostics);
    // The element is null, which a state of another program may have.
    let state = r#"{"contents":{"a":null},"id":"tray-1"}"#;
    let answer = read(state).await.unwrap();
    let [error] = &*answer.diagnostics.iter().collect::<Vec<_>>() else {
        panic!("{:?}", answer.diagnostics);
    };
    assert_eq!(error.summary, "Object not found, and state not usable");
    assert_eq!(
        error.path.as_ref().map(ToString::to_string).as_deref(),
        Some("contents[\"a\"]")
    );
    assert_eq!(
        answer.new_state,
        DynamicValue::from_json(state.as_bytes().into())
    );
    let empty = r#"{"contents":null,"id":"tray-1"}"#;
    let kept = read(empty).await.unwrap();
    assert_fine(&kept.diagnostics);
    let ty = <Tray as terrane::ObjectModel>::block().ty();
    assert_eq!(super::shown(&ty, &kept.new_state), empty, "it exists");
}

/// A slip of paper, of the state alone.
#[derive(Model)]
struct Slip {
    /// Its id.
    #[tf(key)]
    id: Computed<String>,
    /// Its serial number, which nothing keeps.
    serial: Computed<String>,
    /// Its parts.
    parts: Vec<Part>,
    /// Its text.
    text: String,
}

/// A part of a slip.
#[derive(Model, Clone)]
struct Part {
    /// Its name.
    name: String,
    /// Its number.
    number: Computed<i64>,
}

impl StateOnly for Slip {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        let parts = plan.parts.iter().enumerate().map(|(at, part)| {
            let number = i64::try_from(at).unwrap();
            part.clone().with_computed(PartComputed { number })
        });
        Ok(Slip {
            parts: parts.collect(),
            ..plan
        }
        .with_computed(SlipComputed {
            id: "slip-1".to_owned(),
            serial: "s-1".to_owned(),
        }))
    }
}

#[tokio::test]
async fn a4_the_default_update_of_a_state_only_resource_fills_unknown_values_from_the_state() {
    let mut host = Host::new::<Lab>("lab_slip").await;
    let config = |text: &str, names: &[&str]| {
        let parts: Vec<_> = names
            .iter()
            .map(|name| format!(r#"{{"name":"{name}"}}"#))
            .collect();
        format!(r#"{{"text":"{text}","parts":[{}]}}"#, parts.join(","))
    };
    assert_fine(
        &host
            .apply(Some(&config("a", &["x", "y"])))
            .await
            .diagnostics,
    );
    assert_fine(
        &host
            .apply(Some(&config("b", &["x", "y"])))
            .await
            .diagnostics,
    );
    assert_eq!(
        host.state(),
        r#"{"id":"slip-1","parts":[{"name":"x","number":0},{"name":"y","number":1}],"serial":"s-1","text":"b"}"#
    );
    assert_fine(&host.apply(Some(&config("b", &["y"]))).await.diagnostics);
    assert!(
        host.state().contains(r#"[{"name":"y","number":1}]"#),
        "{}",
        host.state()
    );
}

/// A user, whose name may change while the id stays.
#[derive(Model)]
struct User {
    /// Its id.
    #[tf(identity)]
    id: Computed<String>,
    /// Its name.
    #[tf(identity(mutable))]
    name: String,
    /// What the API knows of it: what happens next.
    note: Option<String>,
    /// What nothing keeps, though it is a part of the key.
    #[tf(key(mutable))]
    etag: Computed<String>,
    /// Its duties.
    roles: Set<Duty>,
}

/// A duty of a user.
#[derive(Model, Clone)]
struct Duty {
    /// Its name.
    name: String,
    /// When it was given.
    given: Computed<i64>,
}

impl User {
    fn known(id: &str, plan: Self) -> Self {
        let roles = plan
            .roles
            .iter()
            .map(|role| role.clone().with_computed(DutyComputed { given: 5 }));
        User {
            roles: roles.collect(),
            ..plan
        }
        .with_computed(UserComputed {
            id: id.to_owned(),
            etag: "e1".to_owned(),
        })
    }
}

impl Resource for User {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(User::known("user-1", plan))
    }

    async fn read(prior: Prior<Self>, _: &Lab, cx: &mut ReadContext) -> Result<Found<Self>> {
        let prior = prior.into_complete();
        let mut user = prior.expect("the state is complete");
        match user.note.as_deref() {
            Some("another") => {
                cx.warn("The laboratory has moved", "Its users have other numbers.");
                user.id = "user-2".to_owned().into();
            }
            Some("renamed") => user.name = "Tina".to_owned(),
            Some("forgetful") => user.etag = Computed::unknown(),
            _ => {}
        }
        Ok(Found::Object(user))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, cx: &mut UpdateContext) -> Result<Self> {
        match plan.note.as_deref() {
            Some("adopts") => {
                let id = "user-2".to_owned().into();
                Ok(User {
                    id,
                    ..User::known("", plan)
                })
            }
            Some("forgets") => Ok(plan),
            Some("records") => {
                cx.record(plan)?;
                Err(Error::new("Cannot go on", "The line is dead."))
            }
            _ => Ok(User::known("", plan)),
        }
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

fn user(name: &str, note: &str) -> String {
    format!(r#"{{"name":"{name}","note":"{note}","roles":[{{"name":"cook"}}]}}"#)
}

fn known_user(name: &str, note: &str, etag: &str) -> String {
    format!(
        r#"{{"etag":"{etag}","id":"user-1","name":"{name}","note":"{note}","roles":[{{"given":5,"name":"cook"}}]}}"#
    )
}

#[tokio::test]
async fn l21_a_mutable_part_of_the_key_is_computed_anew() {
    let mut host = Host::new::<Lab>("lab_user").await;
    assert_fine(&host.apply(Some(&user("Tom", ""))).await.diagnostics);
    let plan = host.plan(Some(&user("Tom", "x"))).await;
    let ty = <User as terrane::ObjectModel>::block().ty();
    let planned = plan.planned_state.decode(&ty).unwrap();
    let planned = planned.as_object().unwrap();
    assert!(planned.get("etag").unwrap().is_unknown());
    assert_eq!(planned.get("id"), Some(&Value::from("user-1")));
}

#[tokio::test]
async fn l13_each_part_of_an_identity_is_mutable_on_its_own() {
    let mut host = Host::new::<Lab>("lab_user").await;
    assert_fine(&host.apply(Some(&user("Tom", "renamed"))).await.diagnostics);
    let plan = host.plan(Some(&user("Tim", ""))).await;
    assert_fine(&plan.diagnostics);
    assert_eq!(
        host.shown_identity(plan.planned_identity.as_ref())
            .as_deref(),
        Some(r#"{"id":"user-1","name":"Tim"}"#)
    );
    assert_fine(&host.read().await.diagnostics);
    assert_eq!(
        host.identity().as_deref(),
        Some(r#"{"id":"user-1","name":"Tina"}"#)
    );
}

#[tokio::test]
async fn r4_a_read_that_returns_another_object_is_refused_and_changes_nothing() {
    for stores_identities in [true, false] {
        let mut host = Host::new::<Lab>("lab_user").await;
        if !stores_identities {
            host = host.without_identities();
        }
        assert_fine(&host.apply(Some(&user("Tom", "another"))).await.diagnostics);
        let before = host.stored.clone();
        let answer = host.read().await;
        assert_says(
            &answer.diagnostics,
            &[
                "Unexpected Identity Change",
                "`id`",
                "\"user-2\"",
                "\"user-1\"",
            ],
        );
        let warned = |it: &terrane_protocol::Diagnostic| it.summary == "The laboratory has moved";
        assert!(answer.diagnostics.iter().any(warned), "warnings are kept");
        let state = answer
            .new_state
            .decode(&<User as terrane::ObjectModel>::block().ty());
        assert_eq!(state.unwrap().as_object(), before.state.as_ref());
        assert_eq!(answer.new_identity, before.identity);
        assert_eq!(answer.private, before.private);
    }
}

#[tokio::test]
async fn a9_an_update_that_returns_another_object_is_refused_and_the_state_kept() {
    for stores_identities in [true, false] {
        let mut host = Host::new::<Lab>("lab_user").await;
        if !stores_identities {
            host = host.without_identities();
        }
        assert_fine(&host.apply(Some(&user("Tom", ""))).await.diagnostics);
        let before = host.stored.clone();
        let answer = host.apply(Some(&user("Tom", "adopts"))).await;
        let errors = errors(&answer.diagnostics);
        let refused = errors
            .iter()
            .find(|it| it.contains("Unexpected Identity Change"))
            .unwrap_or_else(|| panic!("{errors:?}"));
        assert!(refused.contains("id = \"user-2\""), "{refused}");
        assert_eq!(host.stored.state, before.state);
        assert_eq!(
            host.identity(),
            before
                .identity
                .and_then(|it| host.shown_identity(Some(&it)))
        );
    }
}

#[tokio::test]
async fn a8_no_error_of_an_update_loses_a_known_value() {
    for (note, etag) in [("forgets", "e1"), ("records", "e1")] {
        let mut host = Host::new::<Lab>("lab_user").await;
        assert_fine(&host.apply(Some(&user("Tom", ""))).await.diagnostics);
        let answer = host.apply(Some(&user("Tom", note))).await;
        assert!(answer.diagnostics.has_errors(), "{note}");
        assert_eq!(host.state(), known_user("Tom", note, etag));
        assert_eq!(
            host.identity().as_deref(),
            Some(r#"{"id":"user-1","name":"Tom"}"#)
        );
    }
}

#[tokio::test]
async fn r6_no_error_of_a_read_loses_a_known_value() {
    let mut host = Host::new::<Lab>("lab_user").await;
    assert_fine(
        &host
            .apply(Some(&user("Tom", "forgetful")))
            .await
            .diagnostics,
    );
    let answer = host.read().await;
    assert_says(
        &answer.diagnostics,
        &["Provider left a value unknown", "`etag`"],
    );
    let ty = <User as terrane::ObjectModel>::block().ty();
    assert_eq!(
        super::shown(&ty, &answer.new_state),
        known_user("Tom", "forgetful", "e1")
    );
}

/// A door, over values: an update returns null for the parts that its `colour` names.
struct Door;

impl DynResource for Door {
    fn name(&self) -> &str {
        "door"
    }

    fn block(&self) -> Block {
        Block::new([
            Member::new("id", Shape::Type(Type::String))
                .set_computed(false)
                .identity(),
            Member::new("colour", Shape::Type(Type::String)),
            Member::new("size", Shape::Type(Type::String)),
        ])
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn create(&self, plan: &Object, _: Configured, _: CreateContext) -> BoxFuture<Result<Object>> {
        let mut made = plan.clone();
        made.set("id", "door-1");
        Box::pin(async { Ok(made) })
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        Box::pin(async { Ok(Found::Object(Arc::unwrap_or_clone(state))) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        let mut made = plan.clone();
        let colour = made
            .get("colour")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        for name in ["id", "size"] {
            if colour.contains(name) {
                made.set(name, Value::Null);
            }
        }
        Box::pin(async { Ok(made) })
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test]
async fn a12_a_null_instead_of_a_planned_value_is_an_error_that_keeps_the_value() {
    for lost in ["size", "id", "id, size"] {
        let mut host = Host::new::<Lab>("lab_door").await;
        let made = host.apply(Some(r#"{"colour":"red","size":"big"}"#)).await;
        assert_fine(&made.diagnostics);
        let config = format!(r#"{{"colour":"{lost}","size":"big"}}"#);
        let answer = host.apply(Some(&config)).await;
        assert!(answer.diagnostics.has_errors(), "{lost}");
        assert!(
            host.state().contains(r#""id":"door-1""#),
            "{}",
            host.state()
        );
        assert!(host.state().contains(r#""size":"big""#), "{}", host.state());
        assert_eq!(host.identity().as_deref(), Some(r#"{"id":"door-1"}"#));
    }
}

/// A lost thing, which `create` returns without its key.
#[derive(Model)]
struct Lost {
    /// Its id.
    #[tf(key)]
    id: Computed<String>,
    /// The location.
    place: String,
    /// The code that opens it.
    pin: Sensitive<String>,
}

impl Resource for Lost {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a13_an_object_without_its_key_is_described_when_it_is_created_and_destroyed() {
    let mut host = Host::new::<Lab>("lab_lost").await;
    let made = host
        .apply(Some(r#"{"place":"the attic","pin":"12345678"}"#))
        .await;
    let found = errors(&made.diagnostics);
    let lost = found
        .iter()
        .find(|it| it.contains("Cannot find the created object again"))
        .unwrap_or_else(|| panic!("{found:?}"));
    for part in ["`id`", r#"place = "the attic""#, "state rm"] {
        assert!(lost.contains(part), "expected `{part}` in `{lost}`");
    }
    assert!(
        !lost.contains("12345678") && !lost.contains("pin ="),
        "{lost}"
    );
    assert_eq!(
        host.state(),
        r#"{"id":null,"pin":"12345678","place":"the attic"}"#
    );

    let destroyed = host.apply(None).await;
    assert_says(
        &destroyed.diagnostics,
        &["`id`", r#"place = "the attic""#, "state rm"],
    );
    assert!(host.stored.state.is_some());
}
