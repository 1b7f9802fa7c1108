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
            .description("Exactly one.")
            .items(1, 1),
        blocks("spare", BlockNesting::Single, hook()).description("One, or none."),
        blocks("frame", BlockNesting::Group, frame()).description("One that is always there."),
        blocks("hooks", BlockNesting::List, hook())
            .description("Up to three, in order; each keeps what is its own wherever it stands.")
            .items(0, 3)
            .align("name"),
        blocks("bins", BlockNesting::Set, bin()).description("Some, in no order."),
        blocks("rows", BlockNesting::Map, row).description("Some, by name."),
    ])
    .description("A rack.")
}
