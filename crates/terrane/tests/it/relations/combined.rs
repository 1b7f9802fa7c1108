//! Combinations of relations and conditions.

use terrane::prelude::*;

use crate::lab::lab;
use crate::relations::{EMPTY, data_sources, reported};

lab!(|registry| registry
    .data_source::<Volume>()
    .data_source::<Scale>()
    .data_source::<Rule>()
    .data_source::<Pool>());

/// A volume.
#[derive(Schema)]
#[tf(
    when(equals(kind, "fixed"), set(disk.size)),
    when(not(equals(kind, "fixed")), not(set(disk.size))),
    warn(conflicts(label, name))
)]
struct Volume {
    /// How it grows.
    #[tf(default = "fixed", validate(one_of(["fixed", "thin"])))]
    kind: String,
    /// Its disk.
    disk: Option<Disk>,
    /// Its label.
    label: Option<String>,
    /// Its name.
    name: Option<String>,
}

/// A disk.
#[derive(Schema)]
struct Disk {
    /// The size.
    size: Option<i64>,
}

/// How a service grows.
#[derive(Schema)]
#[tf(any_of(equals(automatic, true), all_of(set(min), set(max)), equals(size, 3)))]
struct Scale {
    /// Whether it grows by itself.
    automatic: Option<bool>,
    /// The number.
    size: Option<i64>,
    /// The least number.
    min: Option<i64>,
    /// The largest number.
    max: Option<i64>,
}

/// A rule.
#[derive(Schema)]
#[tf(
    all_of(set(source), not(equals(port, -1))),
    not(all_or_none(source, target)),
    not(equals(port, 0))
)]
struct Rule {
    /// Where it starts.
    source: Option<String>,
    /// Where it ends.
    target: Option<String>,
    /// Which port it opens.
    port: Option<i64>,
}

/// A pool of nodes.
#[derive(Schema)]
#[tf(when(equals(nodes.kind, "gpu"), any_of(set(nodes.driver), set(driver))))]
struct Pool {
    /// Its nodes.
    nodes: Vec<Node>,
    /// The driver of all.
    driver: Option<String>,
}

/// A node.
#[derive(Schema)]
struct Node {
    /// The purpose.
    #[tf(optional)]
    kind: Computed<String>,
    /// Its driver.
    driver: Option<String>,
}

data_sources!(Volume, Scale, Rule, Pool);

async fn volume(config: &str) -> Vec<String> {
    reported::<Lab>("volume", config).await
}

#[tokio::test]
async fn a_relation_under_a_condition_is_checked_if_the_condition_is_true() {
    let missing = "error at kind: The following applies because `kind` is \"fixed\": `disk.size` must be set, but it is missing. \
                   Set `disk.size`.";
    assert_eq!(volume(r#"{"kind":"fixed"}"#).await, [missing]);
    let set = "error at kind: The following applies because `kind` is not \"fixed\": `disk.size` must not be set. Remove `disk.size`.";
    assert_eq!(volume(r#"{"kind":"thin","disk":{"size":1}}"#).await, [set]);
    for config in [
        r#"{"kind":"thin"}"#,
        r#"{"kind":"fixed","disk":{"size":1}}"#,
        r#"{"kind":"fixed","disk":{"size":"?"}}"#,
        r#"{"kind":"fixed","disk":"?"}"#,
        r#"{"kind":"?"}"#,
        r#"{"kind":"?","disk":{"size":1}}"#,
    ] {
        assert_eq!(volume(config).await, EMPTY, "{config}");
    }
}

#[tokio::test]
async fn a_condition_compares_the_default_of_a_missing_attribute() {
    let found = volume("{}").await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("error: The following applies because `kind` is"),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_violated_relation_may_be_a_warning() {
    let found = volume(r#"{"kind":"thin","label":"a","name":"b"}"#).await;
    let expected = "warning at label: At most one of `label` and `name` can be set, but `label` and `name` are set. Keep one of them and \
                    remove the other ones.";
    assert_eq!(found, [expected]);
}

#[tokio::test]
async fn any_of_is_violated_once_no_part_can_be_true() {
    let scale = |config: &'static str| reported::<Lab>("scale", config);
    let rest = "At least one of the following must be true, but none is: `automatic` is true; `min` is set, and `max` is set; \
                `size` is 3. Change `automatic`, `min`, `max` and `size`.";
    assert_eq!(scale("{}").await, [format!("error: {rest}")]);
    let some = r#"{"automatic":false,"size":2,"max":1}"#;
    assert_eq!(scale(some).await, [format!("error at automatic: {rest}")]);
    assert_eq!(scale(r#"{"size":"?","max":"?"}"#).await, EMPTY);
    let certain = r#"{"automatic":false,"size":2,"max":"?"}"#;
    assert_eq!(scale(certain).await.len(), 1);
    for config in [
        r#"{"automatic":true}"#,
        r#"{"min":1,"max":2}"#,
        r#"{"size":3}"#,
    ] {
        assert_eq!(scale(config).await, EMPTY, "{config}");
    }
}

#[tokio::test]
async fn not_is_violated_once_its_part_is_certainly_true() {
    let rule = |config: &'static str| reported::<Lab>("rule", config);
    assert_eq!(
        rule(r#"{"source":"a","target":"b","port":0}"#).await,
        [
            "error at source: The following must not be true, but it is: all or none of `source`, `target`. Change `source` and `target`.",
            "error at port: `port` must not be 0. Set `port` to another value.",
        ]
    );
    assert_eq!(
        rule(r#"{"source":"a","target":"?","port":"?"}"#).await,
        EMPTY
    );
    assert_eq!(rule(r#"{"source":"a","port":1}"#).await, EMPTY);
}

#[tokio::test]
async fn all_of_reports_every_violated_part_in_one_error() {
    let found = reported::<Lab>("rule", r#"{"target":"b","port":-1}"#).await;
    assert_eq!(
        found,
        [
            "error at port: `source` must be set, but it is missing. Set `source`. `port` must not be -1. Set `port` to another value."
        ]
    );
}

#[tokio::test]
async fn a_combination_chooses_one_element_for_all_its_parts() {
    let pool = |config: &'static str| reported::<Lab>("pool", config);
    let nodes = r#"{"nodes":[{"kind":"gpu","driver":"a"},{"kind":"gpu"},{"kind":"cpu"}]}"#;
    let expected = "error at nodes[1].kind: The following applies because `nodes[1].kind` is \"gpu\": At least one of the following must be \
                    true, but none is: `nodes[1].driver` is set; `driver` is set. Change `nodes[1].driver` and `driver`.";
    assert_eq!(pool(nodes).await, [expected]);
    let driver = r#"{"driver":"a","nodes":[{"kind":"gpu"}]}"#;
    assert_eq!(pool(driver).await, EMPTY);
}

#[tokio::test]
async fn the_provider_may_choose_the_value_of_a_missing_computed_attribute() {
    let found = reported::<Lab>("pool", r#"{"nodes":[{},{"kind":"?"}]}"#).await;
    assert_eq!(found, EMPTY);
}
