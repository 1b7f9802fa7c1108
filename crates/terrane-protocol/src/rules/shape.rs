//! Schemas in the order in which values stand in objects, so that a walk needs no look-up by name.

use terrane_value::Text;

use crate::schema::{Attribute, AttributeKind, Block, BlockNesting, NestedBlock, Nesting};

/// What an object has, sorted by name.
#[derive(Debug, Clone)]
pub(super) struct Members(Box<[Member]>);

/// An attribute or a nested block.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) name: Text,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
    Attribute(Flags, Option<(Nesting, Members)>),
    Block {
        nesting: BlockNesting,
        computed: bool,
        members: Members,
    },
}

/// What the rules ask of an attribute.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flags {
    pub(super) optional: bool,
    pub(super) computed: bool,
    pub(super) write_only: bool,
    pub(super) sensitive: bool,
}

impl Members {
    pub(super) fn of_block(block: &Block) -> Self {
        Self::sorted(
            block
                .attributes
                .iter()
                .map(Member::of_attribute)
                .chain(block.blocks.iter().map(Member::of_block)),
        )
    }

    fn sorted(members: impl Iterator<Item = Member>) -> Self {
        let mut members: Vec<Member> = members.collect();
        members.sort_by(|a, b| a.name.cmp(&b.name));
        Self(members.into())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Member)> {
        self.0.iter().enumerate()
    }
}

impl Member {
    fn of_attribute(attribute: &Attribute) -> Self {
        let flags = Flags {
            optional: attribute.optional,
            computed: attribute.computed,
            write_only: attribute.write_only,
            sensitive: attribute.sensitive,
        };
        let nested = match &attribute.kind {
            AttributeKind::Type(_) => None,
            AttributeKind::Nested(object) => {
                let members = object.attributes.iter().map(Self::of_attribute);
                Some((object.nesting, Members::sorted(members)))
            }
        };
        Self {
            name: attribute.name.clone(),
            kind: Kind::Attribute(flags, nested),
        }
    }

    fn of_block(block: &NestedBlock) -> Self {
        Self {
            name: block.name.clone(),
            kind: Kind::Block {
                nesting: block.nesting,
                computed: block.block.computed,
                members: Members::of_block(&block.block),
            },
        }
    }
}
