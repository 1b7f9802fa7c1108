//! Computed attributes that replace the object: an update makes their values unknown, but does not replace the object.

use terrane_value::{Data, Path, Step, Type, Value};

use super::sets::nested;
use super::{Plan, paths, planned};
use crate::schema::{
    Block, BlockNesting, Condition, Equality, Member, MemberChange, Modifier, Nesting, Replace,
    Role, Shape, find_schema_errors,
};
use crate::testing::{computed, optional, required};

fn undecided(plan: &Plan) -> Vec<String> {
    let paths = plan.undecided.iter().map(|it| it.path.to_string());
    paths.collect()
}

/// Returns the paths that replace the object, and those that may, for an update of `note` from a state with a zone.
fn update(zone: Member, prior: &str) -> (Vec<String>, Vec<String>) {
    let block = Block::new([optional("note", Type::String), zone]);
    let of = |note: &str| format!(r#"{{"note":"{note}","zone":{prior}}}"#);
    let plan = planned(&block, r#"{"note":"n"}"#, Some(&of("m")), &of("n"));
    (paths(&plan), undecided(&plan))
}

fn zone() -> Member {
    computed("zone", Type::String).replace()
}

fn note() -> Path {
    Path::from(vec![Step::Attribute("note".into())])
}

fn hook(modify: fn(&mut MemberChange<'_>)) -> Modifier {
    Modifier::new(move |change| {
        modify(change);
        Ok(())
    })
}

#[test]
fn l20_a_value_that_an_update_makes_unknown_does_not_replace_the_object() {
    let none = Vec::<String>::new;
    let found = |undecided: &str| (none(), vec![undecided.to_owned()]);
    let condition = || Replace::If(Condition::new(|_, _| true));
    for (zone, prior, expected) in [
        // The state has a value to keep.
        (zone().keep(), r#""z""#, (none(), none())),
        (zone().optional(), r#""z""#, (none(), none())),
        (
            zone().optional().replace_when(condition()),
            r#""z""#,
            (none(), none()),
        ),
        // It has none.
        (zone().keep(), "null", found("zone")),
        (zone().optional(), "null", found("zone")),
        (
            zone().keep().replace_when(condition()),
            "null",
            found("zone"),
        ),
        (
            zone().keep().replace_if_configured(),
            "null",
            (none(), none()),
        ),
        // The hook leaves the value as it is.
        (zone().modify(hook(|_| ())), r#""z""#, found("zone")),
    ] {
        assert_eq!(update(zone.clone(), prior), expected, "{zone:?}");
    }
}

#[test]
fn l20_a_value_that_changes_with_another_one_or_that_a_hook_sets_replaces_the_object() {
    let replaced = || (vec!["zone".to_owned()], Vec::new());
    let kept = || (Vec::new(), Vec::new());
    for (zone, expected) in [
        (zone().changes_with([note()]), replaced()),
        (
            zone().modify(hook(|zone| zone.set_planned("y".into()))),
            replaced(),
        ),
        (
            zone().modify(hook(|zone| zone.set_planned(Value::unknown()))),
            replaced(),
        ),
        (
            zone().modify(hook(|zone| {
                let prior = zone.prior().clone();
                zone.set_planned(prior);
            })),
            kept(),
        ),
    ] {
        assert_eq!(update(zone.clone(), r#""z""#), expected, "{zone:?}");
    }
}

#[test]
fn l20_a_schema_with_which_each_update_would_replace_the_object_is_an_error() {
    let condition = || Replace::If(Condition::new(|_, _| true));
    let password = || optional("password", Type::String).write_only();
    let blocks = |nested| block(BlockNesting::List, vec![nested]);
    for (zone, is_error) in [
        (zone(), true),
        (zone().key(), true),
        (zone().replace_when(condition()), true),
        (nested("nodes", Nesting::List, [zone()]), true),
        (blocks(zone()), true),
        (zone().keep(), false),
        (zone().optional(), false),
        (zone().changes_with([note()]), false),
        (zone().modify(hook(|_| ())), false),
        (zone().replace_if_configured(), false),
        (
            computed("zone", Type::Number).replace().counts("password"),
            false,
        ),
        (blocks(zone().optional()).computed_block().replace(), false),
    ] {
        let schema = Block::new([optional("note", Type::String), password(), zone.clone()]);
        let found = find_schema_errors(&schema, Role::Object);
        assert_eq!(found.len(), usize::from(is_error), "{zone:?}: {found:?}");
    }
}

/// Nodes with a zone, which replaces the object when it changes and which the provider decides if it is not configured.
fn nodes(list: Collection) -> Block {
    Block::new([list(vec![
        required("name", Type::String),
        optional("note", Type::String),
        zone().optional(),
    ])])
}

type Collection = fn(Vec<Member>) -> Member;

/// Each collection of nodes, and whether it is a map.
const COLLECTIONS: [(Collection, bool); 8] = [
    (|members| nested("nodes", Nesting::List, members), false),
    (
        |members| nested("nodes", Nesting::List, members).align("name"),
        false,
    ),
    (|members| nested("nodes", Nesting::Map, members), true),
    (|members| nested("nodes", Nesting::Set, members), false),
    (
        |members| nested("nodes", Nesting::Set, members).align("name"),
        false,
    ),
    (|members| block(BlockNesting::List, members), false),
    (|members| block(BlockNesting::Set, members), false),
    (|members| block(BlockNesting::Map, members), true),
];

fn block(nesting: BlockNesting, members: Vec<Member>) -> Member {
    let shape = Shape::Block {
        nesting,
        block: Block::new(members),
        min_items: 0,
        max_items: 0,
    };
    Member::new("nodes", shape)
}

/// Returns the paths that replace the object in an update of nodes, each with its name, note and zone.
fn replaces(prior: &[[&str; 3]], config: &[[&str; 3]]) -> Vec<Vec<String>> {
    let text = |nodes: &[[&str; 3]], is_map: bool| {
        let nodes = nodes.iter().map(|[name, note, zone]| {
            let value = |text: &str| match text {
                "" => "null".to_owned(),
                text => format!(r#""{text}""#),
            };
            let node = format!(
                r#"{{"name":{},"note":{},"zone":{}}}"#,
                value(name),
                value(note),
                value(zone)
            );
            if is_map {
                format!(r#""{name}":{node}"#)
            } else {
                node
            }
        });
        let nodes = nodes.collect::<Vec<_>>().join(",");
        if is_map {
            format!(r#"{{"nodes":{{{nodes}}}}}"#)
        } else {
            format!(r#"{{"nodes":[{nodes}]}}"#)
        }
    };
    let found = COLLECTIONS.iter().map(|(list, is_map)| {
        let (prior, config) = (text(prior, *is_map), text(config, *is_map));
        let plan = planned(&nodes(*list), &config, Some(&prior), &config);
        assert_eq!(
            undecided(&plan),
            Vec::<String>::new(),
            "{prior} to {config}"
        );
        paths(&plan)
    });
    found.collect()
}

#[test]
fn l20_an_element_that_leaves_a_replace_attribute_to_the_provider_does_not_replace_the_object() {
    let prior = [["a", "1", "z"], ["b", "1", "y"]];
    for config in [
        // Another attribute of an element changes, or one that identifies it.
        &[["a", "2", ""], ["b", "1", ""]][..],
        &[["c", "1", ""], ["b", "1", ""]],
        &[["a", "2", "z"], ["b", "1", ""]],
        // Elements are removed, added and moved.
        &[["b", "1", ""]],
        &[["a", "1", ""]],
        &[["a", "1", ""], ["b", "1", ""], ["c", "1", ""]],
        &[["b", "1", ""], ["a", "1", ""]],
        &[],
    ] {
        for found in replaces(&prior, config) {
            assert_eq!(found, Vec::<String>::new(), "{config:?}");
        }
    }
}

#[test]
fn l20_a_changed_or_new_configured_value_replaces_the_object_in_every_collection() {
    let prior = [["a", "1", "z"]];
    for config in [
        &[["a", "1", "x"]][..],
        &[["a", "2", "x"]],
        &[["a", "1", ""], ["b", "1", "x"]],
    ] {
        for found in replaces(&prior, config) {
            assert_eq!(found.len(), 1, "{config:?}");
        }
    }
}

#[test]
fn l20_an_added_element_of_a_set_is_compared_without_what_it_leaves_to_the_provider() {
    let block = Block::new([nested(
        "nodes",
        Nesting::Set,
        [
            required("name", Type::String),
            optional("port", Type::Number).replace(),
            zone().optional(),
            computed("arn", Type::String)
                .changes_with([Path::from(vec![Step::Attribute("site".into())])])
                .replace(),
            optional("site", Type::String),
            nested(
                "disks",
                Nesting::List,
                [required("size", Type::Number), computed("id", Type::String)],
            )
            .replace(),
        ],
    )]);
    let disk = r#""disks":[{"size":1,"id":"d"}]"#;
    let asks = |prior: &str, config: &str| {
        let of = |nodes: &str| format!(r#"{{"nodes":[{nodes}]}}"#);
        let plan = planned(&block, &of(config), Some(&of(prior)), &of(config));
        !paths(&plan).is_empty()
    };
    let prior = format!(r#"{{"name":"a","port":1,"zone":"z","arn":"r","site":"s",{disk}}}"#);
    for (config, expected) in [
        (
            r#"{"name":"b","port":1,"site":"s","disks":[{"size":1}]}"#,
            false,
        ),
        (
            r#"{"name":"b","port":2,"site":"s","disks":[{"size":1}]}"#,
            true,
        ),
        (
            r#"{"name":"b","port":1,"zone":"y","site":"s","disks":[{"size":1}]}"#,
            true,
        ),
        // The value changes with the site, and the site changes.
        (
            r#"{"name":"b","port":1,"site":"t","disks":[{"size":1}]}"#,
            true,
        ),
        (
            r#"{"name":"b","port":1,"site":"s","disks":[{"size":2}]}"#,
            true,
        ),
        (r#"{"name":"b","site":"s","disks":[{"size":1}]}"#, true),
    ] {
        assert_eq!(asks(&prior, config), expected, "{config}");
    }
    // A new element has no prior values.
    let (one, other) = (r#"{"name":"a","site":"s"}"#, r#"{"name":"b","site":"t"}"#);
    assert!(!asks(
        r#"{"name":"a","site":"s","zone":"z","arn":"r"}"#,
        &format!("{one},{other}")
    ));
    // Each removed element is one added element at most.
    let removed = r#"{"name":"a","port":1,"zone":"z"},{"name":"b","port":2,"zone":"y"}"#;
    assert!(!asks(
        removed,
        r#"{"name":"c","port":2},{"name":"d","port":1}"#
    ));
    assert!(asks(
        removed,
        r#"{"name":"c","port":1},{"name":"d","port":1}"#
    ));
    assert!(!asks(
        removed,
        r#"{"name":"c","port":1},{"name":"d","port":2,"zone":"y"}"#
    ));
    assert!(asks(
        removed,
        r#"{"name":"c","port":1},{"name":"d","port":2,"zone":"z"}"#
    ));
}

#[test]
fn l20_a_replace_condition_is_not_asked_about_an_element_that_leaves_the_attribute_to_the_provider()
{
    let condition = Condition::new(|_, _| true);
    let block = Block::new([nested(
        "nodes",
        Nesting::Set,
        [
            required("name", Type::String),
            zone().optional().replace_when(Replace::If(condition)),
        ],
    )]);
    let asks = |config: &str| {
        let of = |nodes: &str| format!(r#"{{"nodes":[{nodes}]}}"#);
        let prior = of(r#"{"name":"a","zone":"z"}"#);
        !paths(&planned(&block, &of(config), Some(&prior), &of(config))).is_empty()
    };
    assert!(!asks(r#"{"name":"b"}"#));
    assert!(!asks(r#"{"name":"b","zone":"z"}"#));
    assert!(asks(r#"{"name":"b","zone":"y"}"#));
}

#[test]
fn l20_another_form_of_the_same_value_in_a_set_does_not_replace_the_object() {
    fn lower(data: &Data) -> Option<Value> {
        match data {
            Data::String(text) => Some(text.to_lowercase().into()),
            _ => None,
        }
    }
    let word =
        |name: &str| optional(name.to_owned(), Type::String).equal_by(Equality::of_form(lower));
    let condition = || Replace::If(Condition::new(|_, _| true));
    for word in [
        word("word").replace(),
        word("word").replace_when(condition()),
        word("word").replace_if_configured(),
        nested("word", Nesting::Single, [word("inner")]).replace(),
        nested("word", Nesting::List, [word("inner").replace()]),
    ] {
        let block = Block::new([nested(
            "nodes",
            Nesting::Set,
            [
                required("name", Type::String),
                word.clone(),
                computed("id", Type::String).keep(),
            ],
        )]);
        let node = |name: &str, text: &str, id: &str| {
            let text = match word.shape() {
                Shape::Type(_) => format!(r#""{text}""#),
                Shape::Nested {
                    nesting: Nesting::List,
                    ..
                } => format!(r#"[{{"inner":"{text}"}}]"#),
                _ => format!(r#"{{"inner":"{text}"}}"#),
            };
            format!(r#"{{"name":"{name}","word":{text}{id}}}"#)
        };
        let of = |nodes: [String; 2]| format!(r#"{{"nodes":[{}]}}"#, nodes.join(","));
        let id = r#","id":"1""#;
        let prior = of([node("a", "x", id), node("b", "y", id)]);
        for (config, expected) in [
            (of([node("a", "X", ""), node("c", "Y", "")]), false),
            (of([node("a", "X", ""), node("c", "z", "")]), true),
        ] {
            let plan = planned(&block, &config, Some(&prior), &config);
            assert_eq!(!paths(&plan).is_empty(), expected, "{word:?} {config}");
            let set = plan.planned.get("nodes").unwrap().as_set().unwrap();
            let mut kept = set.iter().filter_map(Value::as_object);
            assert!(
                kept.any(|node| node.get("id") == Some(&"1".into())),
                "{plan:?}"
            );
        }
    }
}
