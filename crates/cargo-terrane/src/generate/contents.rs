//! The contents of structs: attributes, nested blocks, and the parts of an object.

use terrane_protocol::schema::{Attribute, AttributeKind, Block, NestedBlock};
use terrane_value::{ObjectType, Type};

use super::kind::Kind;
use super::timeouts;

/// The contents of a struct.
#[derive(Debug, Clone, Copy)]
pub(super) enum Contents<'a> {
    /// The attributes and nested blocks of an item.
    Item(Kind, &'a [Attribute], &'a [NestedBlock]),
    /// Those of a nested block.
    Block(&'a [Attribute], &'a [NestedBlock]),
    /// The attributes of a nested attribute.
    Nested(&'a [Attribute]),
    /// The type of an attribute, whose parts have no schema.
    Object(&'a ObjectType),
}

impl<'a> Contents<'a> {
    pub(super) fn of_block(block: &'a Block) -> Self {
        Self::Block(&block.attributes, &block.blocks)
    }

    pub(super) fn of_item(kind: Kind, block: &'a Block) -> Self {
        Self::Item(kind, &block.attributes, &block.blocks)
    }

    /// The attributes and blocks, and the operations whose timeouts can be among them.
    pub(super) fn members(self) -> (&'a [Attribute], &'a [NestedBlock], &'static [&'static str]) {
        match self {
            Self::Item(kind, attributes, blocks) => (attributes, blocks, kind.operations()),
            Self::Block(attributes, blocks) => (attributes, blocks, &[]),
            Self::Nested(attributes) => (attributes, &[], &[]),
            Self::Object(_) => (&[], &[], &[]),
        }
    }

    /// The names of all members and parts.
    pub(super) fn names(self) -> Vec<&'a str> {
        let (attributes, blocks, _) = self.members();
        let attribute_names = attributes.iter().map(|it| &*it.name);
        let names = attribute_names.chain(blocks.iter().map(|it| &*it.name));
        match self {
            Self::Object(object) => object.iter().map(|(name, _)| name.as_str()).collect(),
            _ => names.collect(),
        }
    }
}

impl Contents<'_> {
    /// Equal contents have equal keys. What describes the place is part of the field, not of the contents.
    pub(super) fn key(&self) -> String {
        format!("{self:?}")
    }

    /// Visits the contents directly below, with their names.
    pub(super) fn children(&self, visit: &mut dyn FnMut(&str, Contents<'_>)) {
        if let Self::Object(object) = self {
            for (name, ty) in object.iter() {
                of_type(name.as_str(), ty, visit);
            }
        }
        let (attributes, blocks, operations) = self.members();
        for attribute in attributes {
            if timeouts::of_attribute(operations, attribute).is_some() {
                continue;
            }
            match &attribute.kind {
                AttributeKind::Nested(object) => {
                    visit(&attribute.name, Contents::Nested(&object.attributes));
                }
                AttributeKind::Type(ty) => of_type(&attribute.name, ty, visit),
            }
        }
        for nested in blocks {
            if timeouts::of_block(operations, nested).is_none() {
                visit(&nested.name, Contents::of_block(&nested.block));
            }
        }
    }
}

/// Visits the outermost objects in a type.
pub(super) fn of_type(name: &str, ty: &Type, visit: &mut dyn FnMut(&str, Contents<'_>)) {
    match ty {
        Type::Object(object) => visit(name, Contents::Object(object)),
        Type::List(element) | Type::Set(element) | Type::Map(element) => {
            of_type(name, element, visit);
        }
        Type::Tuple(parts) => parts.iter().for_each(|part| of_type(name, part, visit)),
        Type::String | Type::Number | Type::Bool | Type::Dynamic => {}
    }
}
