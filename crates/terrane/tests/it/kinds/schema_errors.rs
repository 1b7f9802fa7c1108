//! Errors in schemas that are made at run time: they are reported to the host, and nothing panics (rules G5 and Z1 to Z4).

use std::sync::Arc;

use terrane::Moves;
use terrane::dynamic::{BoxFuture, Configured, DynResource};
use terrane::prelude::*;
use terrane::schema::{
    Block, BlockNesting, Condition, Member, Nesting, Refinement, Relation, Replace, Shape,
    Validator, Violation,
};
use terrane_value::{Object, Type};

use crate::lab::lab;
use crate::setup::messages_of;

lab!(|registry| registry
    .dynamic()
    .resource(Made("wrong", wrong()))
    .resource(Made("Right-on", Block::new([]))));

/// A resource whose schema is made at run time.
struct Made(&'static str, Block);

/// What objects are moved from.
#[derive(Model)]
struct Old {}

impl DynResource for Made {
    fn name(&self) -> &str {
        self.0
    }

    fn block(&self) -> Block {
        self.1.clone()
    }

    fn moves(&self) -> Moves<Object> {
        let mut moves = Moves::default();
        if self.0 == "wrong" {
            moves.from_with("null", "null_resource", |_: Old, _| {
                Ok(Object::from_pairs::<&str, Value>([]))
            });
        }
        moves
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn create(&self, plan: &Object, _: Configured, _: CreateContext) -> BoxFuture<Result<Object>> {
        let made = plan.clone();
        Box::pin(async { Ok(made) })
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        Box::pin(async { Ok(Found::Object(Arc::unwrap_or_clone(state))) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        let made = plan.clone();
        Box::pin(async { Ok(made) })
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

fn attribute(name: &str, ty: Type) -> Member {
    Member::new(name.to_owned(), Shape::Type(ty))
}

/// A schema in which everything is wrong that can be.
fn wrong() -> Block {
    let contradiction =
        || Refinement::new(|unknown| unknown.with_length_lower(2)?.with_length_upper(1));
    let secret = Block::new([attribute("secret", Type::String).write_only()]);
    let blocks = |nesting, block| Shape::Block {
        nesting,
        block,
        min_items: 3,
        max_items: 2,
    };
    let members = [
        attribute("twice", Type::String),
        attribute("twice", Type::Bool),
        attribute("Big", Type::String),
        attribute("count", Type::Number),
        attribute("any", Type::list(Type::Dynamic)),
        attribute("filled", Type::String)
            .set_computed(false)
            .write_only(),
        attribute("text", Type::String).default(|| 4.into()),
        attribute("low", Type::Number)
            .default(|| 4.into())
            .validator(Validator::new("at least 5", |_| {
                Err(Violation::new("expected at least 5, found 4"))
            })),
        Member::new(
            "nested",
            Shape::Nested {
                nesting: Nesting::List,
                object: Block::new([Member::new(
                    "inner",
                    Shape::Block {
                        nesting: BlockNesting::List,
                        block: Block::new([]),
                        min_items: 0,
                        max_items: 0,
                    },
                )]),
            },
        ),
        attribute("tags", Type::list(Type::String))
            .set_computed(false)
            .refine(contradiction()),
        attribute("list", Type::list(Type::String)).align("name"),
        attribute("one", Type::String)
            .set_computed(false)
            .changes_with([path("two")]),
        attribute("two", Type::String)
            .set_computed(false)
            .changes_with([path("one")]),
        attribute("lost", Type::String)
            .set_computed(false)
            .changes_with([path("nowhere")]),
        Member::new("set", blocks(BlockNesting::Set, secret)),
        attribute("serial", Type::String)
            .set_computed(false)
            .replace(),
    ];
    let nested = |name: &str, members: Vec<Member>| {
        let nesting = Nesting::List;
        let object = Block::new(members);
        Member::new(name.to_owned(), Shape::Nested { nesting, object })
    };
    let numbers = || vec![attribute("a", Type::Number), attribute("b", Type::Number)];
    let serial = Replace::If(Condition::new(|_, _| false));
    let serial = attribute("serial", Type::String)
        .set_computed(false)
        .replace_when(serial);
    let related = [
        nested("third", vec![serial]),
        nested("first", numbers()),
        nested("second", numbers()),
        attribute("token", Type::String).sensitive(),
    ];
    Block::new(members.into_iter().chain(related))
        .relation(Relation::all_or_none(["text", "nowhere"]))
        .relation(Relation::all_or_none(["text", "nested.nowhere"]))
        .relation(Relation::all_or_none([
            "first.a", "first.b", "second.a", "second.b",
        ]))
        .relation(Relation::all_or_none(["text", "set", "text"]))
        .relation(Relation::requires(["lost", "text"]))
        .relation(Relation::prefer_write_only("text", "low"))
}

fn path(name: &str) -> terrane::Path {
    terrane::Path::root().attribute(name)
}

#[tokio::test]
async fn g5_z4_every_schema_error_is_reported_with_the_schema() {
    let provider = terrane::server::<Lab>();
    let answer = provider.get_provider_schema(Default::default());
    let found = messages_of(&answer.await.unwrap().diagnostics);
    let messages = |what: &str| {
        let of = found.iter().filter(|it| it.contains(what)).count();
        assert_eq!(of, 1, "{what}: {found:#?}");
    };
    for what in [
        "two members are called `twice`",
        "`Big` is not a valid name",
        "hosts reserve the name `count`",
        "`any` holds values of any type in a collection",
        "`filled` is write-only, so the provider cannot fill it",
        "`text` has a default of another type",
        "`low` has a default that its validators reject: expected at least 5, found 4",
        "`nested.inner` is a block in a nested attribute",
        "the refinements of `tags` contradict each other",
        "the elements of `list` have no attribute `name`",
        "depends on itself through `changes_with`",
        "`lost` cannot change with `nowhere`",
        "`set` has a minimum number of blocks above the maximum",
        "`set.secret` is write-only in a set",
        "`serial` replaces the object when it changes, and each update makes it unknown",
        "`third.serial` replaces the object when it changes, and each update makes it unknown",
        "all or none of `text`, `nowhere`: there is no member called `nowhere`",
        "all or none of `text`, `nested.nowhere`: there is no member called `nested.nowhere`",
        "`first.a` and `second.a` are in different collections, which other members share",
        "all or none of `text`, `set`, `text`: `text` is listed twice: remove one",
        "`lost` only with `text`: `lost` can never be set, because only the provider sets it",
        "`low` is not write-only",
        "`null_resource` of `null`: write the provider as `namespace/type`",
        "lab_Right-on, the name is not valid",
    ] {
        messages(what);
    }
    assert_eq!(found.len(), 24, "{found:#?}");
    for finding in &found {
        assert!(
            finding.starts_with("error: Cannot use the schema of the resource lab_"),
            "{finding}"
        );
    }
}
