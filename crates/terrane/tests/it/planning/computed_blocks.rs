//! Nested blocks that the provider fills where none is configured.

use std::collections::BTreeMap;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::ClientCapabilities;
use terrane_protocol::schema::BlockNesting;
use terrane_test::client::{Client, PlannedChange};

use crate::planning::rig::at;
use crate::setup::{client, failure, json, stored};

#[derive(Default)]
struct Lab;

#[provider("registry.terraform.io/example/lab")]
impl Provider for Lab {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Gate>();
    }
}

/// A gate.
#[derive(Model)]
struct Gate {
    /// The name.
    name: String,
    /// The first of all.
    #[tf(block, keep)]
    first: Computed<Rule>,
    /// Another one, or none.
    #[tf(block)]
    maybe: Computed<Option<Rule>>,
    /// Some, in order.
    #[tf(block, changes_with(name))]
    list: Computed<Vec<Rule>>,
    /// Some.
    #[tf(block, items(..=3))]
    set: Computed<Set<Rule>>,
    /// Some, with names.
    #[tf(block)]
    map: Computed<BTreeMap<String, Rule>>,
}

/// Who may pass.
#[derive(Model, Clone)]
struct Rule {
    /// Where.
    #[tf(optional)]
    port: Computed<i64>,
    /// What is said of it.
    note: Computed<String>,
    /// Exceptions.
    #[tf(block)]
    except: Computed<Vec<Exception>>,
}

/// Who may not.
#[derive(Model, Clone)]
struct Exception {
    /// The name.
    #[tf(optional, keep)]
    who: Computed<String>,
}

fn rule(port: i64) -> Rule {
    let mut rule = Rule {
        port: port.into(),
        note: Computed::unknown(),
        except: Computed::unknown(),
    };
    finish(&mut rule);
    rule
}

fn finish(rule: &mut Rule) {
    rule.port.fill(1);
    rule.note.fill("made".to_owned());
    rule.except.fill(Vec::new());
}

impl Resource for Gate {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        let mut gate = plan.with_computed(GateComputed {
            first: rule(1),
            maybe: None,
            list: vec![rule(80), rule(443)],
            set: Set::new(),
            map: [("a".to_owned(), rule(2))].into(),
        });
        gate.list.known_mut().into_iter().flatten().for_each(finish);
        Ok(gate)
    }

    async fn update(plan: Self, _: Prior<Self>, lab: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Self::create(plan, lab, &mut CreateContext::default()).await
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A configuration without blocks.
const UNSET: &str = r#"{"name":"a"}"#;
const MADE: &str = r#"{"name":"a","first":{"port":1,"note":"made","except":[]},"list":[{"port":80,"note":"made","except":[]},{"port":443,"note":"made","except":[]}],"set":[],"map":{"a":{"port":2,"note":"made","except":[]}}}"#;

#[test]
fn t13_the_schema_marks_them_computed() {
    let schema = Gate::block().to_protocol(0);
    let messages: Vec<_> = schema
        .block
        .blocks
        .iter()
        .map(|it| {
            (
                it.name.as_str(),
                it.nesting,
                it.block.computed,
                it.min_items,
                it.max_items,
            )
        })
        .collect();
    assert_eq!(
        messages,
        [
            ("first", BlockNesting::Single, true, 0, 0),
            ("list", BlockNesting::List, true, 0, 0),
            ("map", BlockNesting::Map, true, 0, 0),
            ("maybe", BlockNesting::Single, true, 0, 0),
            ("set", BlockNesting::Set, true, 0, 3),
        ]
    );
    assert!(!schema.block.computed);
    assert!(schema.block.blocks[0].block.blocks[0].block.computed);
}

/// A host that knows computed blocks: it sends null where nothing is configured.
async fn newest_host() -> Client {
    client::<Lab>().await.with_capabilities(ClientCapabilities {
        computed_blocks_allowed: true,
        ..ClientCapabilities::default()
    })
}

async fn plan(client: &Client, prior: Option<&str>, config: &str) -> PlannedChange {
    let prior = stored(client, "lab_gate", prior);
    client.plan(&prior, json(config)).await.unwrap()
}

#[tokio::test]
async fn t13_computed_blocks_without_configuration_are_unknown_until_the_apply() {
    let host = newest_host().await;
    let planned = plan(&host, None, UNSET).await;
    for name in ["first", "maybe", "list", "set", "map"] {
        assert!(planned.attribute(name).unwrap().is_unknown(), "{name}");
    }
    let made = host.apply(planned).await.unwrap();
    assert_eq!(made.value(), stored(&host, "lab_gate", Some(MADE)).value());
}

#[tokio::test]
async fn t13_computed_blocks_keep_their_values_until_a_change() {
    let host = newest_host().await;
    let planned = plan(&host, Some(MADE), UNSET).await;
    let made = stored(&host, "lab_gate", Some(MADE));
    assert_eq!(planned.value(), made.value());

    let renamed = UNSET.replace("\"a\"", "\"b\"");
    let planned = plan(&host, Some(MADE), &renamed).await;
    let port = at(planned.value(), "first.port");
    assert_eq!(port, 1.into(), "it is kept");
    for name in ["maybe", "list", "set", "map"] {
        assert!(planned.attribute(name).unwrap().is_unknown(), "{name}");
    }
}

#[tokio::test]
async fn t13_the_number_of_configured_blocks_is_not_changed() {
    let config = r#"{"name":"a","list":[{"port":5},{"except":[{"who":"x"}]}]}"#;
    let host = newest_host().await;
    let planned = plan(&host, None, config).await;
    let value = planned.value();
    assert_eq!(at(value, "list[0].port"), 5.into());
    for path in ["list[0].note", "list[0].except", "list[1].port", "set"] {
        assert!(at(value, path).is_unknown(), "{path}");
    }
    assert_eq!(at(value, "list[1].except[0].who"), "x".into());
    host.apply(planned).await.unwrap();
}

#[tokio::test]
async fn t13_a_host_without_computed_blocks_gets_an_error_that_names_the_required_blocks() {
    let config = r#"{"name":"a","list":[{"except":[{"who":"x"}]}]}"#;
    let refused = client::<Lab>()
        .await
        .validate("lab_gate", json(config))
        .await;
    let found = failure(&refused);
    let messages: Vec<_> = found
        .iter()
        .map(|it| (it.summary.as_str(), it.path.as_ref().unwrap().to_string()))
        .collect();
    let not_allowed = |path: &str| ("Computed Block Not Allowed", path.to_owned());
    assert_eq!(messages, ["first", "map", "maybe", "set"].map(not_allowed));
    assert!(found[0].detail.contains("Terraform 1.16"));
    let allowed = newest_host().await.validate("lab_gate", json(config)).await;
    assert!(allowed.unwrap().is_empty());
}
