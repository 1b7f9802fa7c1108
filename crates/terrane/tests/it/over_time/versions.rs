//! Versions of identities, which are apart from those of states.

use terrane::History;
use terrane::prelude::*;

use super::host::Host;
use super::{assert_fine, errors};
use crate::lab::lab;

lab!(|registry| registry.state_only::<Plain>().state_only::<Ticket>());

/// A model whose states had other forms, and whose identity never had.
#[derive(Model)]
#[tf(version = 2, history = plain_history)]
struct Plain {
    /// Its id.
    #[tf(identity)]
    id: Computed<String>,
}

fn plain_history() -> History<Plain> {
    History::default()
}

/// A ticket, whose identity has its third form.
#[derive(Model)]
#[tf(version = 1, history = ticket_history, identity_version = 2, identity_history = identities)]
struct Ticket {
    /// Its number.
    #[tf(identity)]
    number: Computed<i64>,
    /// The desk that sold it.
    #[tf(identity(only))]
    desk: Computed<String>,
}

fn ticket_history() -> History<Ticket> {
    History::default()
}

/// The identity of version 0.
#[derive(Model)]
struct TicketV0 {
    /// Its code: desk and number.
    code: String,
}

/// The identity of version 1.
#[derive(Model)]
struct TicketV1 {
    /// Its number.
    number: i64,
}

fn identities() -> History<TicketKey> {
    History::default()
        .model(0, |old: TicketV0| {
            let (desk, number) = old.code.split_once('-').expect("a code has a dash");
            Ok(TicketKey {
                number: number.parse().summary("Cannot read the ticket's code")?,
                desk: Some(desk.to_owned()),
            })
        })
        .model(1, |old: TicketV1| {
            Ok(TicketKey {
                number: old.number,
                desk: None,
            })
        })
}

macro_rules! state_only {
    ($($model:ident $fill:expr;)*) => {$(
        impl StateOnly for $model {
            type Provider = Lab;

            async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
                Ok(plan.with_computed($fill))
            }
        }
    )*};
}

state_only! {
    Plain PlainComputed { id: "plain-1".to_owned() };
    Ticket TicketComputed { number: 7, desk: "a".to_owned() };
}

const TICKET: &str = r#"{"desk":"a","number":7}"#;

#[tokio::test]
async fn u9_a_new_state_version_requires_no_identity_upgrade() {
    let host = Host::new::<Lab>("lab_plain").await;
    let opened = host.open_as_tofu(0, Some(r#"{"id":"plain-1"}"#)).await;
    assert_eq!(opened, Ok(Some(r#"{"id":"plain-1"}"#.to_owned())));
    assert_eq!(host.open_as_tofu(0, None).await, Ok(None));
}

#[tokio::test]
async fn u9_an_identity_of_an_older_version_is_upgraded() {
    let host = Host::new::<Lab>("lab_ticket").await;
    for (version, stored, expected) in [
        (0, r#"{"code":"a-7","gone":true}"#, TICKET),
        (1, r#"{"number":7}"#, r#"{"desk":null,"number":7}"#),
        (2, TICKET, TICKET),
    ] {
        let opened = host.open_as_tofu(version, Some(stored)).await;
        assert_eq!(opened, Ok(Some(expected.to_owned())), "{version}");
    }
}

#[tokio::test]
async fn u9_without_a_usable_identity_the_answer_is_the_null_of_its_type() {
    let host = Host::new::<Lab>("lab_ticket").await;
    for (version, stored) in [
        (0, "null"),
        // After a move, OpenTofu sends what it has of the source: another type's identity, in that type's version.
        (0, r#"{"id":"of another type"}"#),
        (1, r#"{"number":"seven"}"#),
        (0, "garbage"),
        (-1, TICKET),
    ] {
        let opened = host.open_as_tofu(version, Some(stored)).await;
        assert_eq!(opened, Ok(Some("null".to_owned())), "{version} {stored:?}");
    }
    let request = terrane_protocol::UpgradeRequest {
        type_name: "lab_ticket".to_owned(),
        ..Default::default()
    };
    let answer = host.provider.upgrade_resource_identity(request).await;
    let upgraded = answer.unwrap().upgraded_identity;
    let shown = host.shown_identity(upgraded.as_ref());
    assert_eq!(shown.as_deref(), Some("null"), "no identity is stored");
}

#[tokio::test]
async fn u9_a_failed_upgrade_has_an_error_and_the_null_identity() {
    let host = Host::new::<Lab>("lab_ticket").await;
    for (version, stored, messages) in [
        (0, r#"{"code":"a-x"}"#, "Cannot read the ticket's code"),
        (0, r#"{"code":"none"}"#, "a code has a dash"),
    ] {
        let refused = host.open_as_tofu(version, Some(stored)).await.unwrap_err();
        assert!(refused.contains(messages), "{refused}");
    }
    let upgrade = |version, stored: &'static str| {
        let raw_state = terrane_protocol::RawState::from_json(stored.as_bytes().into());
        host.provider
            .upgrade_resource_identity(terrane_protocol::UpgradeRequest {
                type_name: "lab_ticket".to_owned(),
                version,
                raw_state,
            })
    };
    for (version, stored, messages) in [
        (3, TICKET, "has version 3"),
        (2, r#"{"number":[]}"#, "Previously Saved Identity"),
        (0, r#"{"code":"a-x"}"#, "ticket's code"),
    ] {
        let answer = upgrade(version, stored).await.unwrap();
        let errors = errors(&answer.diagnostics);
        assert!(
            errors.len() == 1 && errors[0].contains(messages),
            "{errors:?}"
        );
        assert_eq!(
            host.shown_identity(answer.upgraded_identity.as_ref())
                .as_deref(),
            Some("null"),
            "never an answer without an identity"
        );
    }
}

#[tokio::test]
async fn u9_after_the_null_identity_the_state_makes_the_identity() {
    let mut host = Host::new::<Lab>("lab_ticket").await;
    assert_fine(&host.apply(Some("{}")).await.diagnostics);
    assert_eq!(host.identity().as_deref(), Some(TICKET));
    for identity in ["null", r#"{"desk":null,"number":7}"#] {
        let (state, private) = (host.state(), host.stored.private.clone());
        host.store(&state, Some(identity));
        host.stored.private = private;
        let plan = host.plan(Some("{}")).await;
        assert_fine(&plan.diagnostics);
        assert_eq!(
            host.shown_identity(plan.planned_identity.as_ref())
                .as_deref(),
            Some(TICKET)
        );
    }
}
