//! Racks of blocks, with a schema that is made at run time.

use terrane::dynamic::{self, Registry};
use terrane::schema::{Block, BlockNesting};

use crate::rack_blocks as typed;
use crate::run_time::WithSchema;
use crate::run_time::rack::{bin, blocks, frame, holds, hook};

/// Registers them.
pub(crate) fn register(registry: &mut Registry) {
    registry.resource(WithSchema::new(dynamic::resource::<typed::Rack>(), rack()));
}

fn rack() -> Block {
    let row = Block::new([
        holds(),
        blocks("hooks", BlockNesting::List, hook()).description("Its hooks."),
    ]);
    Block::new([
        blocks("corner", BlockNesting::Single, hook())
            .description("A single required object.")
            .items(1, 1),
        blocks("spare", BlockNesting::Single, hook()).description("A single optional object."),
        blocks("frame", BlockNesting::Group, frame())
            .description("A group: a block that always exists."),
        blocks("hooks", BlockNesting::List, hook())
            .description(
                "A list of up to three. Its elements keep their computed values at every position.",
            )
            .items(0, 3)
            .align("name"),
        blocks("bins", BlockNesting::Set, bin()).description("A set."),
        blocks("rows", BlockNesting::Map, row).description("A map by name."),
    ])
    .description("A rack.")
}
