//! A key without an identity is protected as an identity is: no call can put another object into the state.

use std::sync::Arc;

use terrane::dynamic::{BoxFuture, Configured, DynResource};
use terrane::prelude::*;
use terrane::schema::{Block, Member, Shape};
use terrane_types::Ip;
use terrane_value::{Object, Type};

use super::host::Host;
use super::{assert_fine, assert_says, errors};
use crate::lab::lab;

lab!(|registry| {
    registry
        .resource::<Slot>()
        .resource::<Rack>()
        .dynamic()
        .resource(Peg)
});

/// A slot, which only its key finds.
#[derive(Model, Clone, Debug)]
struct Slot {
    /// Its id, without `keep`.
    #[tf(key)]
    id: Computed<String>,
    /// The hall, which cannot change.
    #[tf(key, default = "main")]
    hall: String,
    /// The row. Another row is another slot.
    #[tf(key, replace, default = 1)]
    row: i64,
    /// The label, which may change.
    #[tf(key(mutable), default = "plain")]
    label: String,
    /// The address, which the API may write in another form.
    #[tf(key)]
    address: Computed<Ip>,
    /// The step that returns another object, and how.
    fault: Option<String>,
    /// The value that a read fills.
    digest: Computed<String>,
}

fn ip(text: &str) -> Ip {
    text.parse().unwrap()
}

impl Slot {
    fn faulty(&self, fault: &str) -> bool {
        self.fault.as_deref() == Some(fault)
    }

    /// Another slot.
    fn another(self) -> Self {
        Slot {
            id: "slot-2".to_owned().into(),
            ..self
        }
    }

    fn known(self, digest: &str) -> Self {
        self.with_computed(SlotComputed {
            id: "slot-1".to_owned(),
            address: ip("2001:db8::1"),
            digest: digest.to_owned(),
        })
    }
}

impl Resource for Slot {
    type Provider = Lab;

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        change.cx().warn("Planned", "It is a slot.");
        Ok(())
    }

    async fn create(mut plan: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        cx.private_mut().set("etag", "created");
        plan.id.fill("slot-1".to_owned());
        plan.address.fill(ip("2001:db8::1"));
        Ok(plan)
    }

    async fn settle(created: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        if created.faulty("settles another") {
            cx.private_mut().set("etag", "another");
            return Ok(created.another().known("d").another());
        }
        if created.faulty("records another") {
            cx.private_mut().set("etag", "another");
            cx.record(created.another())?;
            return Err(Error::new("No answer", "Ask again."));
        }
        Ok(created)
    }

    async fn read(prior: Prior<Self>, _: &Lab, cx: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        let slot = Slot {
            id: key.id.into(),
            hall: key.hall,
            row: key.row,
            label: key.label,
            address: ip("2001:DB8:0::1").into(),
            fault: prior.and_then(|prior| prior.fault),
            digest: "read".to_owned().into(),
        };
        Ok(Found::Object(match slot.fault.as_deref() {
            Some("reads another") => {
                cx.private_mut().set("etag", "another");
                slot.another()
            }
            Some("reads another label") => Slot {
                label: "renamed".to_owned(),
                ..slot
            },
            _ => slot,
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, cx: &mut UpdateContext) -> Result<Self> {
        if plan.faulty("updates another") {
            cx.private_mut().set("etag", "another");
            return Ok(plan.known("d").another());
        }
        if plan.faulty("records another") {
            cx.record(plan.another())?;
            return Err(Error::new("No answer", "Ask again."));
        }
        if plan.faulty("records another form") {
            cx.record(Slot {
                address: ip("2001:DB8:0::1").into(),
                ..plan
            })?;
            return Err(Error::new("No answer", "Ask again."));
        }
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        assert_eq!(prior.key().id, "slot-1");
        Ok(())
    }
}

/// A rack, which is found by its secret and its parts.
#[derive(Model)]
struct Rack {
    /// The code that opens it.
    #[tf(key)]
    code: Sensitive<String>,
    /// Its parts.
    #[tf(key)]
    parts: Vec<String>,
}

impl Resource for Rack {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.into_key();
        Ok(Found::Object(Rack {
            code: if key.parts.is_empty() {
                Sensitive::new("another-code".to_owned())
            } else {
                key.code
            },
            parts: vec!["part".repeat(1000)],
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A peg, over values: with a colour, reads and updates return another one.
struct Peg;

fn peg(state: &Object) -> Object {
    let mut peg = state.clone();
    let other = !state.get("colour").unwrap().is_null();
    peg.set("id", if other { "peg-2" } else { "peg-1" });
    peg
}

impl DynResource for Peg {
    fn name(&self) -> &str {
        "peg"
    }

    fn block(&self) -> Block {
        let id = Member::new("id", Shape::Type(Type::String));
        Block::new([
            id.set_computed(false).key(),
            Member::new("colour", Shape::Type(Type::String)),
        ])
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn create(&self, plan: &Object, _: Configured, _: CreateContext) -> BoxFuture<Result<Object>> {
        let created = peg(plan);
        Box::pin(async { Ok(created) })
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        let found = peg(&state);
        Box::pin(async { Ok(Found::Object(found)) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        let updated = peg(plan);
        Box::pin(async { Ok(updated) })
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

fn config(fault: &str) -> String {
    format!(r#"{{"fault":"{fault}"}}"#)
}

fn slot(fault: &str, digest: &str) -> String {
    let digest = match digest {
        "" => "null".to_owned(),
        digest => format!("\"{digest}\""),
    };
    format!(
        r#"{{"address":"2001:db8::1","digest":{digest},"fault":"{fault}","hall":"main","id":"slot-1","label":"plain","row":1}}"#
    )
}

/// A host that has created a slot without faults.
async fn host() -> Host {
    let mut host = Host::new::<Lab>("lab_slot").await;
    assert_fine(&host.apply(Some(&config(""))).await.diagnostics);
    assert_eq!(host.state(), slot("", "read"));
    host
}

/// The error about the other object, which names both.
#[track_caller]
fn assert_refused(diagnostics: &[terrane_protocol::Diagnostic]) {
    let errors = errors(diagnostics);
    let mut refused = errors
        .iter()
        .filter(|it| it.contains("Unexpected Identity Change"));
    let (Some(refused), None) = (refused.next(), refused.next()) else {
        panic!("expected one refusal, found {errors:?}");
    };
    for part in [
        "`id` identifies an object of lab_slot",
        "returned \"slot-2\" for the object that has \"slot-1\"",
        "id = \"slot-2\"",
        "`key(mutable)`",
        "`replace`",
    ] {
        assert!(refused.contains(part), "expected `{part}` in `{refused}`");
    }
}

#[tokio::test]
async fn r4_a_read_that_returns_another_key_is_refused_and_changes_nothing() {
    let mut host = host().await;
    let state = slot("reads another", "read");
    host.store(&state, None);
    let answer = host.read().await;
    assert_refused(&answer.diagnostics);
    assert_eq!(host.state(), state);
    assert_eq!(answer.private, host.stored.private);

    host.store(&slot("reads another label", "read"), None);
    assert_fine(&host.read().await.diagnostics);
    assert!(
        host.state().contains(r#""label":"renamed""#),
        "a mutable part"
    );
}

#[tokio::test]
async fn a9_an_update_that_returns_another_key_is_refused_and_changes_nothing() {
    for fault in ["updates another", "records another"] {
        let mut host = host().await;
        let before = host.stored.clone();
        let answer = host.apply(Some(&config(fault))).await;
        assert_refused(&answer.diagnostics);
        assert_eq!(host.stored, before, "{fault}");
        assert_fine(&host.apply(None).await.diagnostics);
    }
}

#[tokio::test]
async fn a4_a_recorded_key_in_another_form_is_the_same_key() {
    let mut host = host().await;
    let answer = host.apply(Some(&config("records another form"))).await;
    assert_says(&answer.diagnostics, &["No answer"]);
    assert_eq!(host.state(), slot("records another form", "read"));
}

#[tokio::test]
async fn a13_a_settle_step_that_returns_another_key_keeps_the_created_object() {
    for fault in ["settles another", "records another"] {
        let mut host = Host::new::<Lab>("lab_slot").await;
        let answer = host.apply(Some(&config(fault))).await;
        assert_refused(&answer.diagnostics);
        assert_eq!(host.state(), slot(fault, ""));
        let private = String::from_utf8(host.stored.private.to_vec()).unwrap();
        assert_eq!(private, r#"{"etag":"ImNyZWF0ZWQi"}"#, "the object's own");
        assert_fine(&host.apply(None).await.diagnostics);
    }
}

#[tokio::test]
async fn a12_a_read_after_a_change_that_finds_another_object_fills_nothing() {
    let mut host = Host::new::<Lab>("lab_slot").await;
    let answer = host.apply(Some(&config("reads another"))).await;
    assert_refused(&answer.diagnostics);
    assert_eq!(host.state(), slot("reads another", ""));
    let private = String::from_utf8(host.stored.private.to_vec()).unwrap();
    assert_eq!(private, r#"{"etag":"ImNyZWF0ZWQi"}"#, "the object's own");
    assert_fine(&host.apply(None).await.diagnostics);

    let mut host = self::host().await;
    let answer = host.apply(Some(&config("reads another"))).await;
    assert_refused(&answer.diagnostics);
    assert_eq!(host.state(), slot("reads another", "read"));
    assert_fine(&host.apply(None).await.diagnostics);
}

#[tokio::test]
async fn l13_a_changed_key_is_an_error_of_the_plan_unless_it_is_mutable_or_replaces() {
    let host = host().await;
    let plan = host.plan(Some(r#"{"hall":"north"}"#)).await;
    assert_says(
        &plan.diagnostics,
        &[
            "Unexpected Identity Change",
            "`hall`",
            "planned \"north\"",
            "has \"main\"",
            "`key(mutable)`",
            "`replace`",
        ],
    );
    assert_eq!(plan.diagnostics.warnings().count(), 1);
    let plan = host.plan(Some(r#"{"row":2}"#)).await;
    assert_fine(&plan.diagnostics);
    assert_eq!(plan.requires_replace.len(), 1);
    let plan = host.plan(Some(r#"{"label":"red"}"#)).await;
    assert_fine(&plan.diagnostics);
    assert_eq!(plan.requires_replace.len(), 0);
}

#[tokio::test]
async fn r4_a_refused_key_shows_no_secret_and_no_long_text() {
    let mut host = Host::new::<Lab>("lab_rack").await;
    host.store(r#"{"code":"secret-code","parts":[]}"#, None);
    let answer = host.read().await;
    assert_says(&answer.diagnostics, &["`code`", "a sensitive value"]);
    let shown = errors(&answer.diagnostics).join("\n");
    assert!(
        !shown.contains("another-code") && !shown.contains("secret-code"),
        "{shown}"
    );
    host.store(r#"{"code":"secret-code","parts":["a"]}"#, None);
    let answer = host.read().await;
    assert_says(&answer.diagnostics, &["`parts`", "[\"a\"]"]);
    let shown = errors(&answer.diagnostics).join("\n");
    assert!(shown.len() < 2000, "{}", shown.len());
}

#[tokio::test]
async fn a9_a_key_of_a_schema_that_is_made_at_run_time_is_protected() {
    let mut host = Host::new::<Lab>("lab_peg").await;
    assert_fine(&host.apply(Some("{}")).await.diagnostics);
    let before = host.stored.clone();
    let answer = host.apply(Some(r#"{"colour":"red"}"#)).await;
    let refused = errors(&answer.diagnostics);
    assert!(
        refused
            .iter()
            .any(|it| it.contains("`id` identifies an object of lab_peg")),
        "{refused:?}"
    );
    assert_eq!(host.stored, before);

    let state = r#"{"colour":"red","id":"peg-1"}"#;
    host.store(state, None);
    let answer = host.read().await;
    assert_says(&answer.diagnostics, &["Unexpected Identity Change", "`id`"]);
    assert_eq!(host.state(), state);
}
