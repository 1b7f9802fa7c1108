//! Schemas with attributes and blocks in the same order as an object's values, so that a check needs no lookup by name.

use terrane_value::{Object, ObjectType, Text, Type, Value};

use crate::schema::{Attribute, AttributeKind, Block, BlockNesting, NestedBlock, Nesting};

/// The attributes and blocks of an object, sorted by name.
#[derive(Debug, Clone)]
pub(super) struct Members {
    /// The type of the object.
    pub(super) ty: Type,
    members: Box<[Member]>,
    /// Whether any nested block, at any depth, is computed.
    pub(super) computed_blocks: bool,
}

/// An attribute or a nested block.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) name: Text,
    pub(super) ty: Type,
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

/// The properties of an attribute that the rules depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flags {
    pub(super) optional: bool,
    pub(super) computed: bool,
    pub(super) write_only: bool,
    pub(super) sensitive: bool,
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

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Member)> {
        self.members.iter().enumerate()
    }

    /// The object that an empty configuration block stands for: attributes are null and collections of blocks are empty.
    pub(super) fn empty(&self) -> Object {
        let values = self.members.iter().map(|member| match &member.kind {
            Kind::Attribute(..) => Value::Null,
            Kind::Block {
                nesting: BlockNesting::Group,
                members,
                ..
            } => members.empty().into(),
            Kind::Block { nesting, .. } => no_blocks(*nesting, &member.ty),
        });
        Object::aligned(self.object_type(), values.collect())
    }

    /// Returns an object whose attributes and blocks are all unknown.
    pub(super) fn unknown(&self) -> Object {
        let values = self.members.iter().map(|_| Value::unknown());
        Object::aligned(self.object_type(), values.collect())
    }

    fn object_type(&self) -> &ObjectType {
        match &self.ty {
            Type::Object(ty) => ty,
            _ => unreachable!("members are those of an object"),
        }
    }
}

/// Returns the value for nested blocks when none is configured.
fn no_blocks(nesting: BlockNesting, ty: &Type) -> Value {
    match (nesting, ty) {
        (BlockNesting::List, Type::Dynamic) => super::lower::tuple(Vec::new()),
        (BlockNesting::Map, Type::Dynamic) => super::lower::object(Vec::new()),
        (nesting, _) => nesting.absent(),
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
