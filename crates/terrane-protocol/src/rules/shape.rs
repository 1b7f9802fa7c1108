//! Schemas with attributes and blocks in the same order as an object's values, so that a check needs no lookup by name.

use terrane_value::{ObjectType, Text, Type};

use crate::schema::{Attribute, AttributeKind, Block, BlockNesting, NestedBlock, Nesting};

/// The attributes and blocks of an object, sorted by name.
#[derive(Debug, Clone)]
pub struct Members {
    /// The type of the object.
    pub ty: Type,
    members: Box<[Member]>,
    /// Whether any nested block, at any depth, is computed.
    pub computed_blocks: bool,
}

/// An attribute or a nested block.
#[derive(Debug, Clone)]
pub struct Member {
    /// The name.
    pub name: Text,
    /// The type of its values.
    pub ty: Type,
    /// What it is.
    pub kind: Kind,
}

/// What a member is.
#[derive(Debug, Clone)]
pub enum Kind {
    /// An attribute, which may be nested.
    Attribute(Flags, Option<(Nesting, Members)>),
    /// A nested block.
    Block {
        /// How often it may appear.
        nesting: BlockNesting,
        /// Whether the provider may set it.
        computed: bool,
        /// Its attributes and blocks.
        members: Members,
    },
}

/// The properties of an attribute that the rules depend on.
#[derive(Debug, Clone, Copy)]
pub struct Flags {
    /// Whether the configuration may set it.
    pub optional: bool,
    /// Whether the provider may set it.
    pub computed: bool,
    /// Whether only the configuration contains its value.
    pub write_only: bool,
    /// Whether hosts hide its value.
    pub sensitive: bool,
}

impl Members {
    pub(super) fn of_block(block: &Block) -> Self {
        let attributes = block.attributes.iter().map(Member::of_attribute);
        Self::sorted(attributes.chain(block.blocks.iter().map(Member::of_block)))
    }

    fn sorted(members: impl Iterator<Item = Member>) -> Self {
        let mut members: Vec<Member> = members.collect();
        members.sort_by(|a, b| a.name.cmp(&b.name));
        let types = members
            .iter()
            .map(|member| (member.name.clone(), member.ty.clone()));
        Self {
            ty: Type::object(types),
            computed_blocks: members.iter().any(Member::has_computed_blocks),
            members: members.into(),
        }
    }

    /// Iterates over the attributes and blocks with their positions.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Member)> {
        self.members.iter().enumerate()
    }

    /// Returns the type of the object.
    pub fn object_type(&self) -> &ObjectType {
        match &self.ty {
            Type::Object(ty) => ty,
            _ => unreachable!("members are those of an object"),
        }
    }
}

impl Member {
    pub(super) fn has_computed_blocks(&self) -> bool {
        match &self.kind {
            Kind::Attribute(..) => false,
            Kind::Block {
                computed, members, ..
            } => *computed || members.computed_blocks,
        }
    }

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
            ty: attribute.ty(),
            kind: Kind::Attribute(flags, nested),
        }
    }

    fn of_block(block: &NestedBlock) -> Self {
        Self {
            name: block.name.clone(),
            ty: block.ty(),
            kind: Kind::Block {
                nesting: block.nesting,
                computed: block.block.computed,
                members: Members::of_block(&block.block),
            },
        }
    }
}
