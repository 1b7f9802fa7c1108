//! Elements of lists without a key, which may be other ones than the prior elements at their positions.

use terrane_value::{Path, Step, Type, Value};

use super::sets::nested;
use super::{Plan, object, paths, planned};
use crate::schema::{Block, BlockNesting, Member, Nesting, Shape};
use crate::testing::{computed, optional, required};

fn blocks(max_items: u64, members: impl IntoIterator<Item = Member>) -> Member {
    let shape = Shape::Block {
        nesting: BlockNesting::List,
        block: Block::new(members),
        min_items: 0,
        max_items,
    };
    Member::new("nodes", shape)
}

/// Returns the values at a path in each node of a plan, and `?` for unknown ones.
fn texts(plan: &Plan, path: &str) -> Vec<String> {
    let path: Path = path.parse().unwrap();
    let nodes = plan.planned.get("nodes").unwrap().as_list().unwrap();
    let text = |node: &Value| {
        let value = node.at(&path).unwrap();
        value.as_str().unwrap_or("?").to_owned()
    };
    nodes.iter().map(text).collect()
}

fn nodes(elements: &str) -> String {
    format!(r#"{{"nodes":[{elements}]}}"#)
}

/// Two nodes, and a plan in which the first one is removed. The host proposes the prior values of the same positions.
fn after_removal(list: Member, path: &str, node: impl Fn(&str, &str) -> String) -> Vec<String> {
    let block = Block::new([list]);
    let (a, b) = (node("a", r#""of-a""#), node("b", r#""of-b""#));
    let (config, proposed) = (node("b", "null"), node("b", r#""of-a""#));
    let plan = planned(
        &block,
        &nodes(&config),
        Some(&nodes(&format!("{a},{b}"))),
        &nodes(&proposed),
    );
    texts(&plan, path)
}

#[test]
fn l21_a_changed_element_of_a_list_without_a_key_keeps_no_value_of_another_element() {
    let name = || required("name", Type::String);
    let size = || optional("size", Type::Number);
    let id = || computed("id", Type::String).keep();
    let flat = |name: &str, id: &str| format!(r#"{{"name":"{name}","id":{id}}}"#);
    let lists: [fn(Vec<Member>) -> Member; 3] = [
        |members| nested("nodes", Nesting::List, members),
        |members| blocks(0, members),
        |members| blocks(2, members),
    ];
    for list in lists {
        let kept = list(vec![name(), id()]);
        assert_eq!(after_removal(kept, "id", flat), ["?"]);

        let size_path = Path::from(vec![Step::Attribute("size".into())]);
        let depends = computed("id", Type::String).changes_with([size_path]);
        let depends = list(vec![name(), size(), depends]);
        assert_eq!(after_removal(depends, "id", flat), ["?"]);

        let key = list(vec![name(), id().key()]);
        assert_eq!(after_removal(key, "id", flat), ["?"]);
    }
}

#[test]
fn l21_nothing_in_a_changed_element_of_a_list_is_kept_from_another_element() {
    let part = || {
        [
            optional("size", Type::Number),
            computed("id", Type::String).keep(),
        ]
    };
    for (nesting, path, open, close) in [
        (Nesting::Single, "part.id", "", ""),
        (Nesting::List, "part[0].id", "[", "]"),
        (Nesting::Map, r#"part["k"].id"#, r#"{"k":"#, "}"),
    ] {
        let part = nested("part", nesting, part());
        let list = nested(
            "nodes",
            Nesting::List,
            [required("name", Type::String), part],
        );
        let found = after_removal(list, path, |name, id| {
            format!(r#"{{"name":"{name}","part":{open}{{"size":1,"id":{id}}}{close}}}"#)
        });
        assert_eq!(found, ["?"], "{path}");
    }
    let by_size = nested("part", Nesting::List, part()).align("size");
    let list = nested(
        "nodes",
        Nesting::List,
        [required("name", Type::String), by_size],
    );
    let found = after_removal(list, "part[0].id", |name, id| {
        format!(r#"{{"name":"{name}","part":[{{"size":1,"id":{id}}}]}}"#)
    });
    assert_eq!(found, ["?"]);
}

#[test]
fn l21_an_unchanged_element_of_a_list_without_a_key_keeps_its_values() {
    let block = Block::new([
        nested(
            "nodes",
            Nesting::List,
            [
                required("name", Type::String),
                required("kind", Type::String).default(|| "vm".into()),
                computed("id", Type::String).keep(),
            ],
        ),
        optional("note", Type::String),
    ]);
    let prior =
        r#"{"nodes":[{"name":"a","kind":"vm","id":"of-a"},{"name":"b","kind":"vm","id":"of-b"}]}"#;
    let of = |note: &str, second: &str| {
        let config =
            format!(r#"{{"note":"{note}","nodes":[{{"name":"a"}},{{"name":"{second}"}}]}}"#);
        let proposed = prior
            .replace(r#""b""#, &format!(r#""{second}""#))
            .replace(r#""vm""#, "null")
            .replacen('{', &format!(r#"{{"note":"{note}","#), 1);
        let plan = planned(&block, &config, Some(prior), &proposed);
        texts(&plan, "id")
    };
    assert_eq!(of("new", "b"), ["of-a", "of-b"]);
    assert_eq!(of("new", "c"), ["of-a", "?"]);
}

#[test]
fn l21_the_only_block_of_a_list_keeps_its_values_when_it_changes() {
    let members = [
        required("name", Type::String),
        computed("id", Type::String).keep(),
    ];
    let block = Block::new([blocks(1, members)]);
    let plan = planned(
        &block,
        &nodes(r#"{"name":"b"}"#),
        Some(&nodes(r#"{"name":"a","id":"of-a"}"#)),
        &nodes(r#"{"name":"b","id":"of-a"}"#),
    );
    assert_eq!(texts(&plan, "id"), ["of-a"]);
}

#[test]
fn l8_kept_objects_that_the_host_proposes_to_remove_are_no_change() {
    for (nesting, zone) in [
        (Nesting::Single, r#"{"name":true}"#),
        (Nesting::List, r#"[{"name":true}]"#),
        (Nesting::Set, r#"[{"name":true}]"#),
        (Nesting::Map, r#"{"a":{"name":true}}"#),
    ] {
        let state =
            |note: &str, zone: &str| format!(r#"{{"etag":"1","note":"{note}","zone":{zone}}}"#);
        let computed_zone =
            || nested("zone", nesting, [optional("name", Type::Bool)]).set_computed(true);
        for member in [computed_zone().replace(), computed_zone().keep()] {
            let (etag, note) = (
                computed("etag", Type::String),
                optional("note", Type::String),
            );
            let block = Block::new([etag, note, member]);
            let before = state("n", zone);
            let planned = |note: &str| {
                let config = format!(r#"{{"note":"{note}"}}"#);
                // Only a configuration sets the name, so hosts propose null.
                planned(&block, &config, Some(&before), &state(note, "null"))
            };
            let before = object(&block, &before);
            assert_eq!(planned("n").planned, before, "{nesting:?}");
            let changed = planned("m");
            assert_eq!(
                changed.planned.get("zone"),
                before.get("zone"),
                "{nesting:?}"
            );
            assert!(changed.planned.get("etag").unwrap().is_unknown());
            assert_eq!(paths(&changed), Vec::<String>::new(), "{nesting:?}");
        }
    }
}
