//! Elements that an attribute identifies, and the work for many elements.

use std::fmt::Write as _;

use std::collections::BTreeMap;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::rules::Rules;

use crate::lab::lab;
use crate::planning::rig::plan;

lab!(|registry| registry.resource::<Wall>());

/// A wall.
#[derive(Model)]
pub(crate) struct Wall {
    /// Its name.
    name: Option<String>,
    /// By name.
    #[tf(align = name)]
    listed: Option<Vec<Rule>>,
    /// By name.
    #[tf(align = name)]
    set: Option<Set<Rule>>,
    /// By position, if nothing changes.
    plain: Option<Vec<Rule>>,
    /// By what is configured.
    free: Option<Set<Rule>>,
    /// By key.
    keyed: Option<BTreeMap<String, Rule>>,
    /// By a label, which the provider gives where none is configured.
    #[tf(align = label)]
    labelled: Option<Vec<Labelled>>,
}

/// What has a label.
#[derive(Model)]
struct Labelled {
    /// The label.
    #[tf(optional)]
    label: Computed<String>,
    /// Where.
    port: i64,
    /// Its id.
    #[tf(keep)]
    id: Computed<String>,
}

/// A rule of a wall.
#[derive(Model)]
struct Rule {
    /// Its name.
    name: String,
    /// Where.
    #[tf(replace)]
    port: Option<i64>,
    /// Where else.
    #[tf(default = "tcp")]
    proto: String,
    /// Its id.
    #[tf(keep)]
    id: Computed<String>,
    /// Its parts.
    #[tf(align = name)]
    parts: Option<Vec<Part>>,
}

/// A part of a rule.
#[derive(Model)]
struct Part {
    /// Its name.
    name: String,
    /// A note.
    note: Option<String>,
    /// Its id.
    #[tf(changes_with(note))]
    id: Computed<String>,
}

impl Resource for Wall {
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

const RULES: &str = r#"[
    {"name":"a","proto":"tcp","port":1,"id":"A","parts":[{"name":"x","id":"AX"},{"name":"y","id":"AY"}]},
    {"name":"b","proto":"tcp","port":2,"id":"B"},{"name":"b","proto":"tcp","port":3,"id":"C"}]"#;

async fn change(field: &str, prior: &str, config: &str) -> crate::planning::rig::Planned {
    let (prior, config) = (
        format!(r#"{{"{field}":{prior}}}"#),
        format!(r#"{{"{field}":{config}}}"#),
    );
    plan::<Lab>("lab_wall", Some(&prior), &config).await
}

#[tokio::test]
async fn l10_elements_with_a_key_keep_their_computed_values_at_every_position() {
    let config = r#"[{"name":"n","port":9},{"name":"b","port":2},{"name":"b","port":3},
        {"name":"a","port":1,"parts":[{"name":"y"},{"name":"x","note":"new"}]}]"#;
    let plan = change("listed", RULES, config).await;
    assert!(plan.at("listed[0].id").is_unknown(), "a new one");
    assert_eq!(
        plan.at("listed[1].id"),
        "B".into(),
        "the first of two of one name"
    );
    assert_eq!(plan.at("listed[2].id"), "C".into());
    assert_eq!(plan.at("listed[3].id"), "A".into());
    assert_eq!(plan.at("listed[3].parts[0].id"), "AY".into(), "at depth");
    assert!(
        plan.at("listed[3].parts[1].id").is_unknown(),
        "its note has changed"
    );
}

#[tokio::test]
async fn l21_an_element_of_a_list_without_a_key_keeps_its_values_only_while_nothing_in_it_changes()
{
    let (a, b, c) = (
        r#"{"name":"a","port":1,"parts":[{"name":"x"}]}"#,
        r#"{"name":"b","port":2}"#,
        r#"{"name":"c","port":3,"parts":[{"name":"x"}]}"#,
    );
    let prior = r#"[{"name":"a","proto":"tcp","port":1,"id":"A","parts":[{"name":"x","id":"AX"}]},
        {"name":"b","proto":"tcp","port":2,"id":"B"},
        {"name":"c","proto":"tcp","port":3,"id":"C","parts":[{"name":"x","id":"CX"}]}]"#;
    for (config, expected) in [
        (format!("[{b},{c}]"), &["?", "?"][..]),
        (format!("[{a},{c}]"), &["A", "?"]),
        (format!("[{a},{b}]"), &["A", "B"]),
        (format!("[{a},{b},{c},{a}]"), &["A", "B", "C", "?"]),
        (format!("[{c},{b},{a}]"), &["?", "B", "?"]),
    ] {
        let plan = change("plain", prior, &config).await;
        assert_eq!(ids(&plan, "plain"), expected, "{config}");
    }
    // A nested element with the same key belongs to another element.
    let plan = change("plain", prior, &format!("[{c},{b},{a}]")).await;
    assert!(plan.at("plain[0].parts[0].id").is_unknown());
}

/// Plans twice, first with unknown values and then with known ones, and compares what is known of the elements.
async fn second_plan_knows_as_much(field: &str, prior: &str, first: &str, second: &str) {
    let (before, after) = (
        change(field, prior, first).await,
        change(field, prior, second).await,
    );
    let rules = Rules::new(&Wall::block().to_protocol(0));
    let [before, after] = [&before, &after].map(|it| it.0.value().as_object());
    let findings = rules.check_applied(before, after);
    assert!(findings.is_empty(), "{field}: {findings:?}");
}

#[tokio::test]
async fn l36_elements_that_later_get_the_same_key_make_no_known_value_unknown() {
    let one = r#"[{"name":"a","proto":"tcp","port":1,"id":"A"}]"#;
    let two = r#"[{"name":"a","proto":"tcp","port":1,"id":"A"},{"name":"a","proto":"tcp","port":2,"id":"B"}]"#;
    for field in ["listed", "set"] {
        for (prior, first, second) in [
            (
                one,
                r#"[{"name":"?"},{"name":"a","port":1}]"#,
                r#"[{"name":"a"},{"name":"a","port":1}]"#,
            ),
            (
                one,
                r#"[{"name":"a","port":1},{"name":"?"}]"#,
                r#"[{"name":"a","port":1},{"name":"a"}]"#,
            ),
            (
                two,
                r#"[{"name":"a","port":9},{"name":"?","port":1},{"name":"?","port":2}]"#,
                r#"[{"name":"a","port":9},{"name":"a","port":1},{"name":"a","port":2}]"#,
            ),
            (
                two,
                r#"[{"name":"?","port":2},{"name":"a","port":1},{"name":"a","port":2,"proto":"udp"}]"#,
                r#"[{"name":"a","port":2},{"name":"a","port":1},{"name":"a","port":2,"proto":"udp"}]"#,
            ),
            (
                two,
                r#"[{"name":"a","proto":"?"},{"name":"a","port":9}]"#,
                r#"[{"name":"a","proto":"tcp"},{"name":"a","port":9}]"#,
            ),
        ] {
            second_plan_knows_as_much(field, prior, first, second).await;
        }
    }
    let labelled = r#"[{"label":"l","port":1,"id":"L"}]"#;
    second_plan_knows_as_much(
        "labelled",
        labelled,
        r#"[{"port":1},{"label":"?","port":2}]"#,
        r#"[{"port":1},{"label":"l","port":2}]"#,
    )
    .await;
    let listed = change("listed", one, r#"[{"name":"a","port":1},{"name":"?"}]"#).await;
    assert_eq!(
        listed.at("listed[0].id"),
        "A".into(),
        "a later element takes nothing from an earlier one"
    );
}

#[tokio::test]
async fn l20_a_changed_and_moved_element_forces_replacement_at_the_paths_that_hosts_compare() {
    let prior = r#"[{"name":"a","proto":"tcp","port":1,"id":"A"},{"name":"b","proto":"tcp","port":2,"id":"B"}]"#;
    let moved = change(
        "listed",
        prior,
        r#"[{"name":"b","port":1},{"name":"a","port":1}]"#,
    )
    .await;
    assert_eq!(moved.replace(), ["listed"]);
    let stayed = change(
        "listed",
        prior,
        r#"[{"name":"a","port":1},{"name":"b","port":7}]"#,
    )
    .await;
    assert_eq!(stayed.replace(), ["listed[1].port"]);
    let only_moved = change(
        "listed",
        prior,
        r#"[{"name":"b","port":2},{"name":"a","port":1}]"#,
    )
    .await;
    assert_eq!(only_moved.replace(), Vec::<String>::new());
}

#[tokio::test]
async fn l10_elements_of_a_set_with_a_key_stay_the_same_when_they_change() {
    let prior = r#"[{"name":"a","proto":"tcp","id":"A"},{"name":"b","proto":"tcp","id":"B"}]"#;
    let config = r#"[{"name":"a","proto":"udp"},{"name":"b"}]"#;
    let ids = |plan: &crate::planning::rig::Planned, field: &str| {
        let set = plan.at(field);
        let ids = set
            .as_set()
            .unwrap()
            .iter()
            .map(|it| it.as_object().unwrap().get("id").unwrap().clone());
        ids.collect::<Vec<_>>()
    };
    let plan = change("set", prior, config).await;
    assert_eq!(ids(&plan, "set"), ["A".into(), "B".into()]);
    let free = change("free", prior, config).await;
    assert!(
        ids(&free, "free")[0].is_unknown(),
        "without a key it is another element"
    );
}

/// The ids of the elements of a list, of which unknown ones are "?".
fn ids(plan: &crate::planning::rig::Planned, field: &str) -> Vec<String> {
    let id = |at| plan.at(&format!("{field}[{at}].id"));
    let text = |id: Value| id.as_str().map_or_else(|| "?".to_owned(), str::to_owned);
    (0..plan.at(field).as_list().unwrap().len())
        .map(|at| text(id(at)))
        .collect()
}

#[tokio::test]
async fn l10_elements_with_one_key_are_paired_by_equality_and_then_in_order() {
    let prior = r#"[{"name":"a","proto":"tcp","port":1,"id":"A1"},{"name":"b","proto":"tcp","port":1,"id":"B1"},
        {"name":"a","proto":"tcp","port":2,"id":"A2"},{"name":"a","proto":"tcp","port":3,"id":"A3"}]"#;
    for (config, expected) in [
        (
            r#"[{"name":"a","port":2},{"name":"a","port":3}]"#,
            vec!["A2", "A3"],
        ),
        (
            r#"[{"name":"a","port":9},{"name":"a","port":1}]"#,
            vec!["A2", "A1"],
        ),
        (
            r#"[{"name":"a","port":3},{"name":"a","port":8},{"name":"a","port":7}]"#,
            vec!["A3", "A1", "A2"],
        ),
        (
            r#"[{"name":"b","port":5},{"name":"b","port":1}]"#,
            vec!["B1", "?"],
        ),
        (
            r#"[{"name":"a"},{"name":"a"},{"name":"a"},{"name":"a"}]"#,
            vec!["A1", "A2", "A3", "?"],
        ),
    ] {
        let plan = change("listed", prior, config).await;
        assert_eq!(ids(&plan, "listed"), expected, "{config}");
    }
}

#[tokio::test]
async fn l10_elements_with_a_computed_key_are_paired_by_their_configured_values() {
    let prior = r#"[{"label":"x","port":1,"id":"X"},{"label":"y","port":1,"id":"Y"},{"label":"z","port":2,"id":"Z"}]"#;
    for (config, expected) in [
        (r#"[{"port":2},{"port":1}]"#, vec!["Z", "X"]),
        (
            r#"[{"port":1},{"port":1},{"label":"x","port":3}]"#,
            vec!["Y", "?", "X"],
        ),
    ] {
        let plan = change("labelled", prior, config).await;
        assert_eq!(ids(&plan, "labelled"), expected, "{config}");
    }
    let same = r#"[{"port":1},{"label":"y","port":1},{"port":2}]"#;
    let plan = change("labelled", prior, same).await;
    assert_eq!(plan.at("labelled[0].label"), "x".into(), "nothing changes");
}

/// The elements of a collection, as a state or as a configuration.
fn many(count: usize, state: bool, map: bool) -> String {
    let mut text = String::new();
    for at in 0..count {
        let key = if map {
            format!(r#""k{at}":"#)
        } else {
            String::new()
        };
        let comma = if at > 0 { "," } else { "" };
        let inner = if state {
            format!(r#","proto":"tcp","id":"i{at}","parts":[{{"name":"p","id":"x"}}]"#)
        } else {
            r#","parts":[{"name":"p","note":"new"}]"#.to_owned()
        };
        write!(text, r#"{comma}{key}{{"name":"n{at}","port":{at}{inner}}}"#).unwrap();
    }
    if map {
        format!("{{{text}}}")
    } else {
        format!("[{text}]")
    }
}

#[tokio::test]
async fn planning_many_elements_is_linear() {
    // Quadratic work over so many elements would take hours, and the test's patience is the harness's.
    const COUNT: usize = 10_000;
    for field in ["listed", "set", "plain", "free", "keyed"] {
        let map = field == "keyed";
        let plan = change(field, &many(COUNT, true, map), &many(COUNT, false, map)).await;
        assert_eq!(plan.replace(), Vec::<String>::new(), "{field}");
    }
}

#[tokio::test]
async fn planning_many_elements_with_one_key_is_linear() {
    let elements = |count, id: &str| {
        let element = |at| format!(r#"{{"name":"n","port":{at}{id}}}"#);
        let elements: Vec<String> = (0..count).map(element).collect();
        format!("[{}]", elements.join(","))
    };
    let prior = elements(10_000, r#","proto":"tcp","id":"i""#);
    let plan = change("listed", &prior, &elements(10_001, "")).await;
    assert_eq!(plan.at("listed[9999].id"), "i".into());
    assert!(plan.at("listed[10000].id").is_unknown());
}
