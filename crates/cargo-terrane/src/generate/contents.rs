//! The contents of structs: attributes, nested blocks, and the parts of an object.

use terrane_protocol::schema::{Attribute, AttributeKind, Block, NestedBlock};
use terrane_value::{ObjectType, Type};

use super::timeouts;

/// The contents of a struct.
#[derive(Debug, Clone, Copy)]
pub(super) enum Contents<'a> {
    /// Attributes and nested blocks.
    Block(&'a [Attribute], &'a [NestedBlock]),
    /// The attributes of a nested attribute.
    Nested(&'a [Attribute]),
    /// The type of an attribute, whose parts have no schema.
    Object(&'a ObjectType),
}

impl Contents<'_> {
    /// Equal contents have equal keys. What describes the place is part of the field, not of the contents.
    pub(super) fn key(&self) -> String {
        format!("{self:?}")
    }

    /// Visits the contents directly below, with their names.
    pub(super) fn children(&self, visit: &mut dyn FnMut(&str, Contents<'_>)) {
        match self {
            Self::Block(attributes, blocks) => {
                of_attributes(attributes, visit);
                for nested in blocks
                    .iter()
                    .filter(|one| timeouts::of_block(one).is_none())
                {
                    visit(&nested.name, Contents::of_block(&nested.block));
                }
            }
            Self::Nested(attributes) => of_attributes(attributes, visit),
            Self::Object(object) => {
                for (name, ty) in object.iter() {
                    of_type(name.as_str(), ty, visit);
                }
            }
        }
    }
}

impl<'a> Contents<'a> {
    pub(super) fn of_block(block: &'a Block) -> Self {
        Self::Block(&block.attributes, &block.blocks)
    }
}

fn of_attributes(attributes: &[Attribute], visit: &mut dyn FnMut(&str, Contents<'_>)) {
    let nested = attributes
        .iter()
        .filter(|one| timeouts::of_attribute(one).is_none());
    for attribute in nested {
        match &attribute.kind {
            AttributeKind::Nested(object) => {
                visit(&attribute.name, Contents::Nested(&object.attributes));
            }
            AttributeKind::Type(ty) => of_type(&attribute.name, ty, visit),
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
