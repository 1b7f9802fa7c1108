//! Nested blocks of every nesting, in each other.

use std::collections::BTreeMap;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::schema::{Block, BlockNesting};
use terrane_test::client::Client;

use crate::lab::lab;
use crate::planning::rig::plan;
use crate::setup::{client, failure, json, stored};

lab!(|registry| registry
    .resource::<Rack>()
    .resource::<Hall>()
    .resource::<Door>());

macro_rules! nested {
    ($(#[$doc:meta])* $name:ident of $inner:ty) => {
        $(#[$doc])*
        #[derive(Model, Clone)]
        struct $name {
            /// The name.
            label: Option<String>,
            /// The size.
            #[tf(default = 1)]
            size: i64,
            /// The value that the provider computes from it.
            #[tf(changes_with(label))]
            made: Computed<String>,
            /// A single optional object.
            #[tf(block)]
            one: Option<$inner>,
            /// A group: a block that always exists.
            #[tf(block, group)]
            group: $inner,
            /// Some, in order.
            #[tf(block, items(..=3))]
            list: Vec<$inner>,
            /// Some.
            #[tf(block, items(..=3))]
            set: Set<$inner>,
            /// Some, with names.
            #[tf(block)]
            map: BTreeMap<String, $inner>,
        }
    };
}

/// The innermost part.
#[derive(Model, Clone)]
struct Leaf {
    /// The name.
    label: Option<String>,
    /// The size.
    #[tf(default = 1)]
    size: i64,
    /// The value that the provider computes from it.
    #[tf(changes_with(label))]
    made: Computed<String>,
}

nested!(
    /// A shelf.
    Shelf of Leaf
);
nested!(
    /// A rack.
    Rack of Shelf
);

impl Resource for Rack {
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

/// A part of a hall.
#[derive(Model, Clone)]
struct Corner {
    /// The name.
    label: Option<String>,
}

/// A wing of a hall.
#[derive(Model, Clone)]
struct Wing {
    /// The name.
    label: Option<String>,
    /// Its corners.
    #[tf(block)]
    corners: Vec<Corner>,
}

/// A hall, which did not have all of its blocks before.
#[derive(Model)]
struct Hall {
    /// The name.
    #[tf(identity)]
    name: String,
    /// A single optional object.
    #[tf(block)]
    one: Option<Wing>,
    /// A group: a block that always exists.
    #[tf(block, group)]
    group: Wing,
    /// Some, in order.
    #[tf(block)]
    list: Vec<Wing>,
    /// Some.
    #[tf(block)]
    set: Set<Wing>,
    /// Some, with names.
    #[tf(block)]
    map: BTreeMap<String, Wing>,
}

/// A door, which has a lock.
#[derive(Model)]
struct Door {
    /// Its lock.
    #[tf(block)]
    lock: Corner,
}

impl Resource for Door {
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

impl Resource for Hall {
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

const LEAF: &str = r#"{"label":"a"}"#;

/// A shelf with a leaf in each place.
fn shelf(leaf: &str) -> String {
    format!(
        r#"{{"label":"s","one":{leaf},"group":{leaf},"list":[{leaf}],"set":[{leaf}],"map":{{"k":{leaf}}}}}"#
    )
}

/// A rack without anything in it.
fn empty() -> String {
    let holding = |group: &str| format!(r#"{{"group":{group},"list":[],"set":[],"map":{{}}}}"#);
    holding(&holding("{}"))
}

fn rack(shelf: &str) -> String {
    format!(
        r#"{{"label":"r","one":{shelf},"group":{shelf},"list":[{shelf}],"set":[{shelf}],"map":{{"k":{shelf}}}}}"#
    )
}

/// The paths of the objects in an object, but for those in sets.
fn inside(path: &str) -> [String; 4] {
    let dot = if path.is_empty() { "" } else { "." };
    ["one", "group", "list[0]", "map[\"k\"]"].map(|name| format!("{path}{dot}{name}"))
}

fn check(value: &Value, made: Option<&str>) {
    let object = value.as_object().unwrap();
    assert_eq!(object.get("size"), Some(&1.into()), "{value:?}");
    match made {
        Some(made) => assert_eq!(object.get("made"), Some(&made.into())),
        None => assert!(object.get("made").unwrap().is_unknown(), "{value:?}"),
    }
}

/// Every object in a plan, at each depth and in each nesting.
fn check_all(planned: &crate::planning::rig::Planned, made: Option<&str>) {
    for path in inside("") {
        check(&planned.at(&path), made);
        let in_set = planned.at(&format!("{path}.set"));
        let leaves = in_set.as_set().unwrap();
        assert_eq!(leaves.len(), 1);
        leaves.iter().for_each(|leaf| check(leaf, made));
        for path in inside(&path) {
            check(&planned.at(&path), made);
        }
    }
    let set = planned.at("set");
    let shelf = set.as_set().unwrap().iter().next().unwrap().clone();
    check(&shelf, made);
    for name in ["one", "group"] {
        check(shelf.as_object().unwrap().get(name).unwrap(), made);
    }
}

#[test]
fn every_nesting_is_in_the_schema_with_its_limits() {
    fn nestings(block: &Block) -> Vec<(&str, BlockNesting, u64, u64)> {
        let blocks = block.blocks.iter();
        let all = blocks.map(|it| (it.name.as_str(), it.nesting, it.min_items, it.max_items));
        all.collect()
    }
    let schema = Rack::block().to_protocol(0);
    let expected = [
        ("group", BlockNesting::Group, 0, 0),
        ("list", BlockNesting::List, 0, 3),
        ("map", BlockNesting::Map, 0, 0),
        ("one", BlockNesting::Single, 0, 0),
        ("set", BlockNesting::Set, 0, 3),
    ];
    assert_eq!(nestings(&schema.block), expected);
    for shelf in &schema.block.blocks {
        assert_eq!(nestings(&shelf.block), expected, "{}", shelf.name);
    }
}

#[tokio::test]
async fn l6_l8_defaults_and_unknown_values_exist_in_every_nesting() {
    let created = plan::<Lab>("lab_rack", None, &rack(&shelf(LEAF))).await;
    check_all(&created, None);
}

#[tokio::test]
async fn c7_nothing_configured_is_nothing_planned() {
    let created = plan::<Lab>("lab_rack", None, &empty()).await;
    assert_eq!(created.at("one"), Value::Null);
    assert_eq!(created.at("list").as_list().map(Vec::len), Some(0));
    assert_eq!(created.at("group.one"), Value::Null);
    check(&created.at("group"), None);
    check(&created.at("group.group"), None);
}

#[tokio::test]
async fn l21_values_are_kept_in_every_nesting_unless_a_dependency_changes() {
    let known = r#""size":1,"made":"m""#;
    let leaf = format!(r#"{{"label":"a",{known}}}"#);
    let full = |inner: &str, label: &str| {
        format!(
            r#"{{"label":"{label}",{known},"one":{inner},"group":{inner},"list":[{inner}],"set":[{inner}],"map":{{"k":{inner}}}}}"#
        )
    };
    let state = full(&full(&leaf, "s"), "old");
    let config = rack(&shelf(LEAF));
    let updated = plan::<Lab>("lab_rack", Some(&state), &config).await;
    check_all(&updated, Some("m"));
    assert!(updated.at("made").is_unknown(), "its own label changes");
}

/// A state of a hall with empty collections of blocks wherever there are none.
fn hall(one: &str) -> String {
    let none = r#"{"corners":[]}"#;
    format!(r#"{{"name":"a","one":{one},"group":{none},"list":[],"set":[],"map":{{}}}}"#)
}

#[tokio::test]
async fn u3_blocks_missing_in_an_old_state_are_empty_and_plan_no_change() {
    for (stored, expected) in [
        (r#"{"name":"a"}"#, hall("null")),
        (
            r#"{"name":"a","one":{"label":"w"},"list":null,"group":{"label":null}}"#,
            hall(r#"{"label":"w","corners":[]}"#),
        ),
    ] {
        let client = Client::new(terrane::server::<Lab>()).await.unwrap();
        let upgraded = client.upgrade("lab_hall", 0, &json(stored)).await.unwrap();
        assert!(upgraded.warnings().is_empty(), "{:?}", upgraded.warnings());
        let complete = client.stored("lab_hall", json(&expected)).unwrap();
        assert_eq!(upgraded.value(), complete.value(), "{stored}");
        let planned = plan::<Lab>("lab_hall", Some(&expected), &expected).await;
        assert_eq!(planned.0.value(), upgraded.value(), "the plan is a change");
    }
}

#[tokio::test]
async fn i4_an_imported_state_has_empty_blocks() {
    let client = client::<Lab>().await;
    let imported = client.import("lab_hall", "a").await.unwrap();
    assert!(imported.warnings().is_empty(), "{:?}", imported.warnings());
    let empty = stored(&client, "lab_hall", Some(&hall("null")));
    assert_eq!(imported.value(), empty.value());
}

#[tokio::test]
async fn a_required_block_that_is_missing_is_an_error() {
    for (config, expected) in [
        (r#"{"lock":{}}"#, &[][..]),
        (r#"{"lock":null}"#, &["Missing required block"]),
    ] {
        let client = Client::new(terrane::server::<Lab>()).await.unwrap();
        let validated = client.validate("lab_door", json(config)).await;
        assert!(validated.as_ref().map_or(true, |it| it.is_empty()));
        let found: Vec<_> = failure(&validated).iter().map(|it| &*it.summary).collect();
        assert_eq!(found, expected, "{config}");
    }
}
