//! Elements of sets that defaults make one.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_protocol::Diagnostic;
use terrane_test::client::{Client, Instance};

use crate::lab::lab;
use crate::setup::{errors, findings, json};

lab!(|registry| registry.state_only::<Gate>());

/// A gate.
#[derive(Model)]
struct Gate {
    /// Who may pass.
    rules: Option<Set<Rule>>,
    /// Further doors.
    doors: Option<Vec<Door>>,
    /// The one for deliveries.
    back: Option<Door>,
    /// Those that have a name.
    named: Option<BTreeMap<String, Door>>,
}

/// A door of a gate.
#[derive(Model)]
struct Door {
    /// Who may pass.
    rules: Set<Rule>,
}

/// A rule.
#[derive(Model)]
struct Rule {
    /// The port.
    port: Option<String>,
    /// The protocol.
    #[tf(default = "tcp")]
    proto: String,
    /// The direction.
    #[tf(default = "in")]
    way: String,
}

impl StateOnly for Gate {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }
}

async fn unconfigured() -> Client {
    Client::new(terrane::server::<Lab>()).await.unwrap()
}

async fn validated(config: &str) -> Vec<Diagnostic> {
    let client = unconfigured().await;
    findings(&client.validate("lab_gate", json(config)).await).to_vec()
}

const TWINS: &str = r#"{"port": "1", "proto": "tcp", "way": "in"}, {"port": "1"}"#;

#[tokio::test]
async fn duplicates_are_reported_with_the_attributes_in_common() {
    let found = validated(&format!(r#"{{"rules": [{TWINS}]}}"#)).await;
    let [found] = &found[..] else {
        panic!("{found:?}");
    };
    let messages = found.to_string();
    assert!(
        messages.contains("Two elements of `rules` differ only in `proto` and `way`"),
        "{messages}"
    );
}

#[tokio::test]
async fn duplicates_are_reported_at_their_path() {
    let door = format!(r#"{{"rules": [{TWINS}]}}"#);
    for (config, expected) in [
        (
            format!(r#"{{"doors": [{{"rules": []}}, {door}]}}"#),
            "doors[1].rules",
        ),
        (format!(r#"{{"back": {door}}}"#), "back.rules"),
        (
            format!(r#"{{"named": {{"a": {{"rules": []}}, "b": {door}}}}}"#),
            r#"named["b"].rules"#,
        ),
    ] {
        let found = validated(&config).await;
        let paths: Vec<String> = found
            .iter()
            .map(|messages| messages.path.as_ref().unwrap())
            .map(ToString::to_string)
            .collect();
        assert_eq!(paths, [expected]);
    }
}

#[tokio::test]
async fn elements_that_differ_or_are_unknown_are_no_duplicates() {
    for rules in [
        r#"{"port": "1"}, {"port": "1", "proto": "udp"}"#,
        r#"{"port": "1"}, {"port": "?", "proto": "tcp"}"#,
        r#"{"port": "1"}, {"port": "1", "proto": "?"}"#,
    ] {
        let found = validated(&format!(r#"{{"rules": [{rules}]}}"#)).await;
        assert!(found.is_empty(), "{rules}: {found:?}");
    }
}

#[tokio::test]
async fn values_unknown_at_validation_are_validated_by_the_plan() {
    for config in [
        format!(r#"{{"rules": [{TWINS}]}}"#),
        format!(r#"{{"doors": [{{"rules": [{TWINS}]}}]}}"#),
    ] {
        let absent = Instance::absent("lab_gate");
        let planned = unconfigured().await.plan(&absent, json(&config)).await;
        let [messages] = &errors(&planned)[..] else {
            panic!("{planned:?}");
        };
        assert!(
            messages.contains("Two elements of a set are equal"),
            "{messages}"
        );
    }
}
