//! Tests of the planning rules, by number, without a runtime.

mod keys;
mod lists;
mod parts;
mod replacement;
mod sets;

use terrane_value::{Data, Object, Set, Type, Value, json};

use super::{Plan, fill_missing, missing};
use crate::context::Private;
use crate::fingerprint::Fingerprints;
use crate::schema::{Block, BlockNesting, Member, Nesting, Shape};
use crate::testing::{computed, optional, required};

/// A pet: a change of `name` replaces it, `legs` has a default, `id` keeps its value, `etag` does not.
fn pet() -> Block {
    Block::new([
        required("name", Type::String).replace(),
        required("legs", Type::Number).default(|| 4.into()),
        optional("note", Type::String),
        computed("id", Type::String).keep(),
        computed("etag", Type::String),
        computed("slug", Type::String).optional(),
    ])
}

fn object(block: &Block, text: &str) -> Object {
    match json::decode(text.as_bytes(), &block.ty()).unwrap() {
        Value::Known(Data::Object(object)) => object,
        other => panic!("{text} is {other:?}"),
    }
}

/// Plans without private state and fingerprints of write-only values.
fn plan(block: &Block, config: &Object, prior: Option<&Object>, proposed: Object) -> Plan {
    super::plan(
        block,
        config,
        prior,
        proposed,
        &Fingerprints::default(),
        &Private::default(),
    )
}

/// Plans with JSON for the configuration, the prior state and the proposed state of a host.
fn planned(block: &Block, config: &str, prior: Option<&str>, proposed: &str) -> Plan {
    let prior = prior.map(|prior| object(block, prior));
    plan(
        block,
        &object(block, config),
        prior.as_ref(),
        object(block, proposed),
    )
}

fn paths(plan: &Plan) -> Vec<String> {
    plan.replace.iter().map(ToString::to_string).collect()
}

const STATE: &str = r#"{"name":"Tom","legs":4,"note":null,"id":"1","etag":"a","slug":"tom"}"#;

#[test]
fn l6_a_default_is_planned_if_no_value_is_configured() {
    let plan = planned(&pet(), r#"{"name":"Tom"}"#, None, r#"{"name":"Tom"}"#);
    assert_eq!(plan.planned.get("legs"), Some(&4.into()));
    let plan = planned(
        &pet(),
        r#"{"name":"Tom","legs":3}"#,
        None,
        r#"{"name":"Tom","legs":3}"#,
    );
    assert_eq!(plan.planned.get("legs"), Some(&3.into()));
}

#[test]
fn l6_a_default_is_planned_again_after_the_value_is_removed() {
    let prior = r#"{"name":"Tom","legs":3,"id":"1","etag":"a","slug":"tom"}"#;
    let plan = planned(&pet(), r#"{"name":"Tom"}"#, Some(prior), prior);
    assert_eq!(plan.planned.get("legs"), Some(&4.into()));
    assert!(
        plan.planned.get("etag").unwrap().is_unknown(),
        "something changed"
    );
}

#[test]
fn l8_on_create_every_unset_computed_attribute_is_unknown() {
    let plan = planned(&pet(), r#"{"name":"Tom"}"#, None, r#"{"name":"Tom"}"#);
    for name in ["id", "etag", "slug"] {
        assert!(plan.planned.get(name).unwrap().is_unknown(), "{name}");
    }
    assert_eq!(plan.planned.get("note"), Some(&Value::Null));
    assert!(plan.replace.is_empty());
}

#[test]
fn l8_a_configuration_equal_to_the_state_plans_no_change() {
    let plan = planned(&pet(), r#"{"name":"Tom"}"#, Some(STATE), STATE);
    assert_eq!(plan.planned, object(&pet(), STATE));
    assert!(plan.replace.is_empty());
}

#[test]
fn l8_one_change_makes_computed_attributes_unknown_unless_they_keep_or_are_configured() {
    let config = r#"{"name":"Tom","note":"n","slug":"tom"}"#;
    let proposed = r#"{"name":"Tom","legs":4,"note":"n","id":"1","etag":"a","slug":"tom"}"#;
    let plan = planned(&pet(), config, Some(STATE), proposed);
    assert!(plan.planned.get("etag").unwrap().is_unknown());
    assert_eq!(plan.planned.get("slug"), Some(&"tom".into()));
    assert_eq!(plan.planned.get("id"), Some(&"1".into()), "l21");
}

#[test]
fn l21_a_kept_attribute_missing_in_the_state_is_unknown_unless_nullable() {
    let block = Block::new([
        optional("note", Type::String),
        computed("id", Type::String).keep(),
        optional("alias", Type::String).set_computed(false).keep(),
    ]);
    let plan = planned(
        &block,
        r#"{"note":"n"}"#,
        Some(r#"{"note":"m"}"#),
        r#"{"note":"n"}"#,
    );
    assert!(plan.planned.get("id").unwrap().is_unknown());
    assert_eq!(plan.planned.get("alias"), Some(&Value::Null));
}

#[test]
fn l20_a_changed_replace_attribute_forces_replacement() {
    let proposed = STATE.replace("Tom", "Kit");
    let plan = planned(&pet(), r#"{"name":"Kit"}"#, Some(STATE), &proposed);
    assert_eq!(paths(&plan), ["name"]);
}

#[test]
fn l20_a_create_forces_no_replacement() {
    let plan = planned(&pet(), r#"{"name":"Tom"}"#, None, r#"{"name":"Tom"}"#);
    assert_eq!(paths(&plan), Vec::<String>::new());
}

#[test]
fn l20_replace_if_configured_depends_on_the_configuration() {
    let block = Block::new([
        optional("note", Type::String),
        computed("zone", Type::String)
            .optional()
            .replace_if_configured(),
    ]);
    let prior = r#"{"note":"m","zone":"a"}"#;
    let plan = planned(
        &block,
        r#"{"note":"n"}"#,
        Some(prior),
        r#"{"note":"n","zone":"a"}"#,
    );
    assert!(plan.planned.get("zone").unwrap().is_unknown());
    assert_eq!(paths(&plan), Vec::<String>::new());
    let plan = planned(
        &block,
        r#"{"note":"m","zone":"b"}"#,
        Some(prior),
        r#"{"note":"m","zone":"b"}"#,
    );
    assert_eq!(paths(&plan), ["zone"]);
}

/// A rule: a change of `port` replaces it, `proto` has a default, `id` keeps its value.
fn rule() -> Block {
    Block::new([
        required("port", Type::Number).replace(),
        required("proto", Type::String).default(|| "tcp".into()),
        computed("id", Type::String).keep(),
    ])
}

fn rules(nesting: Nesting) -> Block {
    Block::new([Member::new(
        "rules",
        Shape::Nested {
            nesting,
            object: rule(),
        },
    )])
}

#[test]
fn l6_defaults_reach_nested_lists_and_maps() {
    let list = planned(
        &rules(Nesting::List),
        r#"{"rules":[{"port":1}]}"#,
        None,
        r#"{"rules":[{"port":1}]}"#,
    );
    let map = planned(
        &rules(Nesting::Map),
        r#"{"rules":{"a":{"port":1}}}"#,
        None,
        r#"{"rules":{"a":{"port":1}}}"#,
    );
    for plan in [list, map] {
        let text = format!("{:?}", plan.planned);
        assert!(text.contains("tcp"), "{text}");
    }
}

#[test]
fn l10_a_changed_element_of_a_list_reports_replacement_paths() {
    let prior =
        r#"{"rules":[{"port":1,"proto":"tcp","id":"a"},{"port":2,"proto":"tcp","id":"b"}]}"#;
    let plan = planned(
        &rules(Nesting::List),
        r#"{"rules":[{"port":1},{"port":3}]}"#,
        Some(prior),
        r#"{"rules":[{"port":1,"proto":"tcp","id":"a"},{"port":3,"proto":"tcp","id":"b"}]}"#,
    );
    assert_eq!(paths(&plan), ["rules[1].port"]);
}

#[test]
fn l10_a_new_element_of_a_list_has_unknown_computed_attributes() {
    let plan = planned(
        &rules(Nesting::List),
        r#"{"rules":[{"port":1},{"port":2}]}"#,
        Some(r#"{"rules":[{"port":1,"proto":"tcp","id":"a"}]}"#),
        r#"{"rules":[{"port":1,"proto":"tcp","id":"a"},{"port":2}]}"#,
    );
    let rules = plan.planned.get("rules").unwrap();
    let id = |at: usize| {
        rules
            .at(&terrane_value::Path::root().index(at).attribute("id"))
            .cloned()
            .unwrap()
    };
    assert_eq!(id(0), "a".into());
    assert!(id(1).is_unknown());
}

#[test]
fn l9_a_keep_collection_without_configuration_keeps_its_nested_values() {
    let nested = || {
        let object = Block::new([optional("port", Type::Number), computed("id", Type::String)]);
        let nesting = Nesting::List;
        Member::new("rules", Shape::Nested { nesting, object }).set_computed(true)
    };
    let note = || optional("note", Type::String);
    let prior = r#"{"note":"a","rules":[{"port":1,"id":"x"}]}"#;
    let changed = prior.replace(r#""a""#, r#""b""#);
    let planned = |rules: Member| {
        let block = Block::new([note(), rules]);
        let plan = planned(&block, r#"{"note":"b"}"#, Some(prior), &changed);
        let expected = object(&block, &changed).get("rules").cloned();
        (plan.planned.get("rules").cloned(), expected)
    };
    let (kept, expected) = planned(nested().keep());
    assert_eq!(kept, expected);
    let (decided, _) = planned(nested());
    assert!(decided.unwrap().is_unknown());
}

fn elements(plan: &Plan) -> Set {
    match plan.planned.get("rules") {
        Some(Value::Known(Data::Set(set))) => set.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn n3_an_element_of_a_set_is_paired_by_its_configured_values_after_defaults() {
    let prior =
        r#"{"rules":[{"port":1,"proto":"tcp","id":"a"},{"port":2,"proto":"udp","id":"b"}]}"#;
    // The host's proposal has no defaults, so the plan is not made from it.
    let plan = planned(
        &rules(Nesting::Set),
        r#"{"rules":[{"port":2,"proto":"udp"},{"port":1}]}"#,
        Some(prior),
        r#"{"rules":[{"port":2,"proto":"udp","id":"b"},{"port":1}]}"#,
    );
    assert_eq!(
        plan.planned,
        object(&rules(Nesting::Set), prior),
        "nothing changed"
    );
    assert_eq!(paths(&plan), Vec::<String>::new());
}

#[test]
fn n3_a_changed_element_of_a_set_is_a_new_element() {
    let plan = planned(
        &rules(Nesting::Set),
        r#"{"rules":[{"port":1},{"port":3}]}"#,
        Some(r#"{"rules":[{"port":1,"proto":"tcp","id":"a"},{"port":2,"proto":"tcp","id":"b"}]}"#),
        r#"{"rules":[{"port":1,"id":"a"},{"port":3}]}"#,
    );
    let set = elements(&plan);
    assert_eq!(set.len(), 2);
    let ids: Vec<bool> = set
        .iter()
        .map(|element| element.as_object().unwrap().get("id").unwrap().is_unknown())
        .collect();
    assert_eq!(ids, [false, true]);
    assert_eq!(paths(&plan), ["rules"], "a path stops at the set (g10)");
}

#[test]
fn n3_equal_elements_of_the_state_are_taken_once_each() {
    let block = Block::new([Member::new(
        "rules",
        Shape::Nested {
            nesting: Nesting::Set,
            object: Block::new([
                required("name", Type::String),
                computed("id", Type::String).keep(),
            ]),
        },
    )]);
    let prior = r#"{"rules":[{"name":"a","id":"1"},{"name":"a","id":"2"},{"name":"b","id":"3"}]}"#;
    let plan = planned(
        &block,
        r#"{"rules":[{"name":"a"},{"name":"b"}]}"#,
        Some(prior),
        prior,
    );
    let expected = object(
        &block,
        r#"{"rules":[{"name":"a","id":"1"},{"name":"b","id":"3"}]}"#,
    );
    assert_eq!(plan.planned, expected);
}

#[test]
fn u3_a_missing_attribute_with_a_default_gets_it_at_every_depth() {
    for nesting in [Nesting::List, Nesting::Set] {
        let block = rules(nesting);
        let mut state = object(&block, r#"{"rules":[{"port":1,"id":"a"}]}"#);
        fill_missing(&block, &mut state);
        assert_eq!(
            state,
            object(&block, r#"{"rules":[{"port":1,"proto":"tcp","id":"a"}]}"#)
        );
    }
}

#[test]
fn a_null_where_the_model_promises_a_value_is_found() {
    let block = Block::new([Member::new(
        "rules",
        Shape::Block {
            nesting: BlockNesting::List,
            block: rule(),
            min_items: 0,
            max_items: 0,
        },
    )]);
    let path = |text: &str| missing(&block, &object(&block, text)).map(|path| path.to_string());
    assert_eq!(
        path(r#"{"rules":[{"port":1,"proto":"tcp"},{"proto":"tcp"}]}"#),
        Some("rules[1].port".to_owned())
    );
    assert_eq!(path(r#"{"rules":[{"port":1,"proto":"tcp"}]}"#), None);
}

#[test]
fn an_unknown_configuration_stays_unknown() {
    let block = rules(Nesting::Set);
    let mut config = Object::new(block.object_type());
    config.set("rules", Value::unknown());
    let plan = plan(&block, &config, None, config.clone());
    assert!(plan.planned.get("rules").unwrap().is_unknown());
}

#[test]
fn planning_a_set_is_linear() {
    let block = rules(Nesting::Set);
    let state = |ids: bool| -> Object {
        let mut elements: Vec<String> = (0..20_000)
            .map(|port| {
                if ids {
                    format!(r#"{{"port":{port},"proto":"tcp","id":"{port}"}}"#)
                } else {
                    format!(r#"{{"port":{port}}}"#)
                }
            })
            .collect();
        // In the same order, the first candidate would always be the right one.
        if ids {
            elements.reverse();
        }
        object(&block, &format!(r#"{{"rules":[{}]}}"#, elements.join(",")))
    };
    let (config, prior) = (state(false), state(true));
    // With quadratic work, this would take minutes, and the test runner would report a timeout.
    let plan = plan(&block, &config, Some(&prior), config.clone());
    assert_eq!(plan.planned, prior);
}
