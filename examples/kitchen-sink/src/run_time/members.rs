//! Attributes of types that a bridge knows only when it starts.

use terrane::Type;
use terrane::schema::{Block, BlockNesting, Member, Shape};

/// A text.
pub(super) fn text(name: &str) -> Member {
    Member::new(name, Shape::Type(Type::String))
}

/// A whole number of 64 bits.
pub(super) fn whole(name: &str) -> Member {
    let number = Member::new(name, Shape::Type(Type::Number));
    number.whole_number(i64::MIN.into()..=i64::MAX.into())
}

/// True or false.
pub(super) fn flag(name: &str) -> Member {
    Member::new(name, Shape::Type(Type::Bool))
}

/// Nested blocks: any number, or at most one.
pub(crate) fn blocks(name: &str, nesting: BlockNesting, block: Block) -> Member {
    let shape = Shape::Block {
        nesting,
        block,
        min_items: 0,
        max_items: 0,
    };
    Member::new(name, shape)
}

/// A value that the provider sets, which is not null.
pub(crate) fn filled(member: Member) -> Member {
    member.set_computed(false).not_null()
}
