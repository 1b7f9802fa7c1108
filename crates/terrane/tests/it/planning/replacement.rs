//! Computed fields that replace the object: an update that does not change them does not replace it.

use std::collections::BTreeMap;

use terrane::plan::FieldChange;
use terrane::prelude::*;
use terrane_test::client::{CallError, Client, PlannedChange};

use crate::lab::lab;
use crate::planning::rig::plan;
use crate::setup::{failure, json, stored};

lab!(|registry| registry.resource::<Site>().resource::<Badge>());

/// A site with nodes.
#[derive(Model)]
struct Site {
    /// A note.
    note: Option<String>,
    /// Where it is.
    #[tf(replace, optional)]
    zone: Computed<String>,
    single: Option<Node>,
    list: Option<Vec<Node>>,
    #[tf(align = name)]
    aligned: Option<Vec<Node>>,
    set: Option<Set<Node>>,
    #[tf(align = name)]
    aligned_set: Option<Set<Node>>,
    map: Option<BTreeMap<String, Node>>,
    #[tf(block)]
    list_block: Vec<Node>,
    #[tf(block)]
    set_block: Set<Node>,
    #[tf(block)]
    map_block: BTreeMap<String, Node>,
}

/// A node.
#[derive(Model, Clone)]
struct Node {
    /// Its name.
    name: String,
    /// A note.
    note: Option<String>,
    /// Where it is.
    #[tf(replace, optional)]
    zone: Computed<String>,
}

/// A badge, whose serial number a plan hook decides.
#[derive(Model)]
struct Badge {
    /// A note.
    note: Option<String>,
    /// The decision of the plan hook.
    mode: Option<String>,
    /// Who has it.
    #[tf(replace)]
    owner: Option<String>,
    /// Its number.
    #[tf(replace, keep)]
    number: Computed<String>,
    /// Its serial number.
    #[tf(replace, plan = by_mode)]
    serial: Computed<String>,
}

fn by_mode(serial: &mut FieldChange<'_, String, Badge>) -> Result<()> {
    let badge = serial.planned_object()?;
    match badge.mode.known().map(String::as_str) {
        Some("keep") => {
            let prior = serial.prior()?;
            serial.set_planned(prior);
        }
        Some("unknown") => serial.set_planned(Value::unknown()),
        _ => {}
    }
    Ok(())
}

impl Resource for Site {
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

impl Resource for Badge {
    type Provider = Lab;

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        let (Some(mut planned), Some(prior)) = (change.planned()?, change.prior()?) else {
            return Ok(());
        };
        if planned.mode.known().map(String::as_str) == Some("object") {
            planned.serial = prior.serial;
        }
        change.set_planned(planned)
    }

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

/// Writes a site that has the nodes in every collection. `full` is whether it is a state.
fn site(note: &str, nodes: &[(&str, &str, &str)]) -> String {
    let value = |text: &str| match text {
        "" => "null".to_owned(),
        text => format!(r#""{text}""#),
    };
    let nodes: Vec<_> = nodes
        .iter()
        .map(|(name, note, zone)| {
            let (note, zone) = (value(note), value(zone));
            (
                *name,
                format!(r#"{{"name":"{name}","note":{note},"zone":{zone}}}"#),
            )
        })
        .collect();
    let elements: Vec<_> = nodes.iter().map(|(_, node)| node.as_str()).collect();
    let entries = nodes
        .iter()
        .map(|(name, node)| format!(r#""{name}":{node}"#));
    let (elements, entries) = (elements.join(","), entries.collect::<Vec<_>>().join(","));
    let lists = [
        "list",
        "aligned",
        "set",
        "aligned_set",
        "list_block",
        "set_block",
    ];
    let maps = ["map", "map_block"];
    let lists = lists.map(|name| format!(r#""{name}":[{elements}]"#));
    let maps = maps.map(|name| format!(r#""{name}":{{{entries}}}"#));
    let single = nodes.first().map_or("null", |(_, node)| node);
    format!(
        r#"{{"note":"{note}","single":{single},{},{}}}"#,
        lists.join(","),
        maps.join(",")
    )
}

const STATE: [(&str, &str, &str); 2] = [("a", "1", "z"), ("b", "1", "y")];

fn state() -> String {
    site("old", &STATE).replacen('{', r#"{"zone":"x","#, 1)
}

#[tokio::test]
async fn l20_an_update_replaces_nothing_for_a_replace_field_that_is_not_configured() {
    for (note, nodes) in [
        ("new", &[("a", "1", ""), ("b", "1", "")][..]),
        ("old", &[("a", "2", ""), ("b", "1", "")]),
        ("old", &[("c", "1", ""), ("b", "1", "")]),
        ("old", &[("b", "1", "")]),
        ("old", &[("a", "1", "")]),
        ("old", &[("a", "1", ""), ("b", "1", ""), ("c", "1", "")]),
        ("old", &[("b", "1", ""), ("a", "1", "")]),
        ("old", &[]),
    ] {
        let planned = plan::<Lab>("lab_site", Some(&state()), &site(note, nodes)).await;
        assert_eq!(planned.replace(), Vec::<String>::new(), "{note} {nodes:?}");
        assert_eq!(planned.at("zone"), "x".into(), "{note} {nodes:?}");
    }
}

#[tokio::test]
async fn l20_an_unconfigured_replace_field_keeps_its_value_while_the_element_is_the_same() {
    let nodes = [("a", "2", ""), ("b", "1", "")];
    let planned = plan::<Lab>("lab_site", Some(&state()), &site("new", &nodes)).await;
    for (path, expected) in [
        ("single.zone", Some("z")),
        ("aligned[0].zone", Some("z")),
        (r#"map["a"].zone"#, Some("z")),
        (r#"map_block["a"].zone"#, Some("z")),
        // It may be another element.
        ("list[0].zone", None),
        ("list[1].zone", Some("y")),
        ("list_block[0].zone", None),
        ("list_block[1].zone", Some("y")),
    ] {
        assert_eq!(planned.at(path).as_str(), expected, "{path}");
    }
    for (path, expected) in [
        ("set", [None, Some("y")]),
        ("set_block", [None, Some("y")]),
        ("aligned_set", [Some("z"), Some("y")]),
    ] {
        let set = planned.at(path);
        let mut zones: Vec<_> = set
            .as_set()
            .unwrap()
            .iter()
            .map(|node| node.as_object().unwrap().get("zone").unwrap().as_str())
            .collect();
        zones.sort_by_key(|zone| expected.iter().position(|it| it == zone));
        assert_eq!(zones, expected, "{path}");
    }
}

#[tokio::test]
async fn l20_a_configured_replace_field_that_changes_replaces_the_object() {
    let nodes = [("a", "1", "w"), ("b", "1", "")];
    let planned = plan::<Lab>("lab_site", Some(&state()), &site("old", &nodes)).await;
    assert_eq!(
        planned.replace(),
        [
            "aligned[0].zone",
            "aligned_set",
            "list[0].zone",
            "list_block[0].zone",
            r#"map["a"].zone"#,
            r#"map_block["a"].zone"#,
            "set",
            "set_block",
            "single.zone"
        ]
    );
}

const BADGE: &str = r#"{"note":"a","number":"n","serial":"s"}"#;

async fn change(state: &str, config: &str) -> std::result::Result<PlannedChange, CallError> {
    let client = Client::new(terrane::server::<Lab>()).await.unwrap();
    let prior = stored(&client, "lab_badge", Some(state));
    client.plan_in_place(&prior, json(config)).await
}

fn replaces(planned: &PlannedChange) -> Vec<String> {
    let paths = planned.requires_replace().iter();
    paths.map(ToString::to_string).collect()
}

#[tokio::test]
async fn l20_a_plan_hook_decides_whether_a_computed_field_replaces_the_object() {
    for (config, expected) in [
        (r#"{"mode":"keep"}"#, &[][..]),
        (r#"{"mode":"unknown"}"#, &["serial"]),
        // The plan hook of the object sets the value.
        (r#"{"mode":"object"}"#, &[]),
        // The object is replaced anyway.
        (r#"{"mode":"leave","owner":"me"}"#, &["owner"]),
    ] {
        let planned = change(BADGE, config).await.unwrap();
        assert_eq!(replaces(&planned), expected, "{config}");
    }
}

#[tokio::test]
async fn l20_a_replace_field_that_is_unknown_only_because_of_an_update_is_an_error() {
    let left = change(BADGE, r#"{"mode":"leave"}"#).await;
    let [error] = failure(&left) else {
        panic!("{left:?}")
    };
    assert_eq!(error.path.as_ref().unwrap().to_string(), "serial");
    assert!(error.detail.contains("plan hook"), "{error}");

    let missing = r#"{"note":"a","serial":"s"}"#;
    let planned = change(missing, r#"{"note":"b","mode":"keep"}"#).await;
    let [error] = failure(&planned) else {
        panic!("{planned:?}")
    };
    assert_eq!(error.path.as_ref().unwrap().to_string(), "number");
    assert!(error.detail.contains("-refresh-only"), "{error}");

    let unchanged = change(missing, r#"{"note":"a"}"#).await;
    assert!(unchanged.is_ok(), "nothing changes: {unchanged:?}");
}
