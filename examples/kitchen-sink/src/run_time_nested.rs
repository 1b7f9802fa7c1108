//! Racks of nested attributes and windows, with schemas that are made at run time.

use terrane::Type;
use terrane::dynamic::{self, Registry};
use terrane::schema::{Block, BlockNesting, Member, Nesting, Shape};

use crate::run_time::WithSchema;
use crate::run_time::rack::{bin, blocks, filled, frame, holds, hook};
use crate::{nested as typed, window};

/// Registers them.
pub(crate) fn register(registry: &mut Registry) {
    registry
        .resource(WithSchema::new(dynamic::resource::<typed::Rack>(), rack()))
        .resource(WithSchema::new(
            dynamic::state_only::<window::Window>(),
            window(),
        ));
}

/// An object, or objects, with attributes of their own.
fn nested(name: &str, nesting: Nesting, object: Block) -> Member {
    Member::new(name, Shape::Nested { nesting, object })
}

fn rack() -> Block {
    let row = Block::new([
        holds(),
        nested("hooks", Nesting::List, hook()).description("Its hooks."),
    ]);
    let tag = || {
        Block::new([Member::new("text", Shape::Type(Type::String))
            .description("The text.")
            .set_required()])
    };
    Block::new([
        nested("corner", Nesting::Single, hook())
            .description("A single required object.")
            .set_required(),
        nested("spare", Nesting::Single, hook()).description("A single optional object."),
        blocks("frame", BlockNesting::Group, frame())
            .description("A group: a block that always exists. Both protocols have blocks."),
        nested("hooks", Nesting::List, hook())
            .description("A list. Its elements keep their computed values at every position.")
            .align("name"),
        nested("bins", Nesting::Set, bin()).description("A set."),
        nested("rows", Nesting::Map, row).description("A map by name."),
        filled(nested("label", Nesting::Single, tag())).description("Set by the provider."),
        filled(nested("labels", Nesting::List, tag())).description("Set by the provider."),
    ])
    .description("A rack.")
}

fn window() -> Block {
    let pane = Block::new([
        Member::new("colour", Shape::Type(Type::String))
            .description("The colour of the glass.")
            .set_computed(true)
            .not_null(),
        filled(Member::new("kilograms", Shape::Type(Type::Number)))
            .whole_number(i64::MIN.into()..=i64::MAX.into())
            .description("The weight."),
    ])
    .description("A pane of glass.");
    Block::new([
        Member::new("view", Shape::Type(Type::String))
            .description("What it looks at.")
            .set_required(),
        blocks("pane", BlockNesting::List, pane)
            .computed_block()
            .not_null()
            .keep()
            .description("Its panes: two clear ones, if none is configured."),
    ])
    .description("A window.")
}
