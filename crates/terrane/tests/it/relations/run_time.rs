//! Relations of a schema that is made at run time.

use terrane::dynamic::{BoxFuture, Configured, DynDataSource};
use terrane::prelude::*;
use terrane::schema::{Block, Equality, Member, Nesting, Relation, Shape};
use terrane_value::{Data, Object, Type, Value};

use crate::lab::lab;
use crate::relations::{EMPTY, reported};

lab!(|registry| registry
    .dyn_data_source(Volume("volume", block()))
    .dyn_data_source(Volume("machine", machine())));

/// A data source whose schema is made at run time.
struct Volume(&'static str, Block);

fn attribute(name: &str, ty: Type) -> Member {
    Member::new(name.to_owned(), Shape::Type(ty))
}

fn block() -> Block {
    let disk = Block::new([
        attribute("size", Type::Number),
        attribute("source", Type::String),
    ]);
    let disks = Shape::Nested {
        nesting: Nesting::List,
        object: disk,
    };
    let block = Block::new([
        attribute("kind", Type::String),
        attribute("zone", Type::String),
        Member::new("disks", disks),
    ]);
    block
        .relation(Relation::when(
            Relation::equals("kind", "fixed"),
            Relation::set("disks.size"),
        ))
        .relation(Relation::at_most_one_of(["disks.size", "disks.source"]))
        .relation(Relation::requires(["disks.size", "zone"]).warn())
}

/// A machine with objects that the configuration may leave to the schema, or to the provider.
fn machine() -> Block {
    let part = || {
        Block::new([
            attribute("kind", Type::String),
            attribute("driver", Type::String),
        ])
    };
    let fast = move || {
        let mut object = Object::new(part().object_type());
        object.set("kind", "fast");
        Value::Known(Data::Object(object))
    };
    let nested = |name: &'static str, nesting| {
        let object = part();
        Member::new(name, Shape::Nested { nesting, object })
    };
    let case = Equality::compared(same_word, None);
    let kind = |path: &str| Relation::equals(path, "fast");
    Block::new([
        nested("disk", Nesting::Single).default(fast),
        nested("cache", Nesting::Single).set_computed(true),
        nested("screen", Nesting::Single),
        nested("fans", Nesting::List).default(move || Value::Known(Data::List([fast()].into()))),
        nested("buses", Nesting::Map).set_computed(true),
        attribute("name", Type::String).equal_by(case),
        attribute("driver", Type::String),
    ])
    .relation(Relation::not(kind("disk.kind")).warn())
    .relation(Relation::not(Relation::not(kind("cache.kind"))).warn())
    .relation(Relation::any_of([kind("screen.kind")]).warn())
    .relation(Relation::not(kind("fans.kind")).warn())
    .relation(Relation::any_of([kind("buses.kind")]).warn())
    .relation(Relation::when(
        kind("fans.kind"),
        Relation::any_of([Relation::set("fans.driver"), Relation::set("driver")]),
    ))
    .relation(Relation::not(Relation::equals("name", "Prod")))
}

/// Whether two words differ in case alone.
fn same_word(new: &Data, prior: &Data) -> bool {
    match (new, prior) {
        (Data::String(new), Data::String(prior)) => new.eq_ignore_ascii_case(prior),
        _ => false,
    }
}

impl DynDataSource for Volume {
    fn name(&self) -> &str {
        self.0
    }

    fn block(&self) -> &Block {
        &self.1
    }

    fn validate(&self, _: &Object, _: Validate) -> Result<()> {
        Ok(())
    }

    fn read(&self, config: Object, _: Configured, _: ReadData) -> BoxFuture<Result<Object>> {
        Box::pin(async { Ok(config) })
    }
}

#[tokio::test]
async fn a_schema_of_run_time_relates_attributes_at_any_depth() {
    let volume = |config: &'static str| reported::<Lab>("volume", config);
    let unset = "error at kind: The following applies because `kind` is \"fixed\": `disks[*].size` must be set, but it is missing. \
                 Set `disks[*].size`.";
    assert_eq!(volume(r#"{"kind":"fixed","disks":[{}]}"#).await, [unset]);
    let both = "error at disks[0].size: At most one of `disks[0].size` and `disks[0].source` can be set, but `disks[0].size` and \
                `disks[0].source` are set. Keep one of them and remove the other ones.";
    let zone = "warning at disks[0].size: `disks[*].size` can only be set together with `zone`, but `zone` is missing and `disks[*].size` is \
                set. Set `zone`, or remove `disks[*].size`.";
    let found = volume(r#"{"disks":[{"size":1,"source":"a"},{"source":"b"}]}"#).await;
    assert_eq!(found, [both, zone]);
    assert_eq!(volume(r#"{"kind":"?","disks":"?"}"#).await, EMPTY);
}

async fn machine_with(config: &str) -> Vec<String> {
    let mut found = reported::<Lab>("machine", config).await;
    found.sort();
    found
}

#[tokio::test]
async fn a_condition_compares_the_default_of_a_missing_object_around_the_attribute() {
    let of = |found: &[String], path: &str| found.iter().any(|it| it.contains(path));
    let found = machine_with("{}").await;
    // Set by the schema.
    assert!(of(&found, "`disk.kind` must not be \"fast\""), "{found:?}");
    assert!(
        of(&found, "`fans[*].kind` must not be \"fast\""),
        "{found:?}"
    );
    assert!(
        of(&found, "because `fans[*].kind` is \"fast\""),
        "{found:?}"
    );
    // Set by nobody.
    assert!(of(&found, "`screen.kind`"), "{found:?}");
    // The provider may set it.
    assert!(!of(&found, "`cache.kind`"), "{found:?}");
    assert!(!of(&found, "`buses"), "{found:?}");

    let slow = r#"{"disk":{"kind":"slow"},"cache":{"kind":"slow"},"screen":{"kind":"fast"},"fans":[],"buses":{}}"#;
    let found = machine_with(slow).await;
    assert!(of(&found, "`cache.kind`"), "{found:?}");
    assert!(of(&found, "`buses"), "{found:?}");
    assert_eq!(found.len(), 2, "{found:?}");
}

#[tokio::test]
async fn a_condition_compares_by_the_equality_of_the_attribute() {
    let is_refused = |found: Vec<String>| found.iter().any(|it| it.contains("`name` must not be"));
    assert!(is_refused(machine_with(r#"{"name":"Prod"}"#).await));
    assert!(is_refused(machine_with(r#"{"name":"PROD"}"#).await));
    assert!(!is_refused(machine_with(r#"{"name":"test"}"#).await));
    assert!(!is_refused(machine_with("{}").await));
}
