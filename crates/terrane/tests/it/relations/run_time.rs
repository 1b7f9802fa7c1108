//! Relations of a schema that is made at run time.

use terrane::dynamic::{BoxFuture, Configured, DynDataSource};
use terrane::prelude::*;
use terrane::schema::{Block, Member, Nesting, Relation, Shape};
use terrane_value::{Object, Type};

use crate::lab::lab;
use crate::relations::{EMPTY, reported};

lab!(|registry| registry.dynamic().data_source(Volume("volume", block())));

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
        .relation(Relation::requires(["kind", "disks.size"]))
        .relation(Relation::at_most_one_of(["disks.size", "disks.source"]))
        .relation(Relation::requires(["disks.size", "zone"]).warn())
}

impl DynDataSource for Volume {
    fn name(&self) -> &str {
        self.0
    }

    fn block(&self) -> &Block {
        &self.1
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn read(&self, config: Object, _: Configured, _: ReadDataContext) -> BoxFuture<Result<Object>> {
        Box::pin(async { Ok(config) })
    }
}

#[tokio::test]
async fn a_schema_of_run_time_relates_attributes_at_any_depth() {
    let volume = |config: &'static str| reported::<Lab>("volume", config);
    let unset = "error at kind: `kind` can only be set together with `disks[*].size`, but `disks[*].size` is missing and `kind` is set. \
                 Set `disks[*].size`, or remove `kind`.";
    assert_eq!(volume(r#"{"kind":"fixed","disks":[{}]}"#).await, [unset]);
    let both = "error at disks[0].size: At most one of `disks[0].size` and `disks[0].source` can be set, but `disks[0].size` and \
                `disks[0].source` are set. Keep one of them and remove the other ones.";
    let zone = "warning at disks[0].size: `disks[*].size` can only be set together with `zone`, but `zone` is missing and `disks[*].size` is \
                set. Set `zone`, or remove `disks[*].size`.";
    let found = volume(r#"{"disks":[{"size":1,"source":"a"},{"source":"b"}]}"#).await;
    assert_eq!(found, [both, zone]);
    assert_eq!(volume(r#"{"kind":"?","disks":"?"}"#).await, EMPTY);
}
