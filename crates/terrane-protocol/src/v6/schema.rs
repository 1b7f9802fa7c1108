//! Blocks and attributes, as protocol 6 says them.
#![expect(
    deprecated,
    reason = "the limits of nested attributes are in the protocol, without a meaning"
)]

use bytes::Bytes;

use super::pb;
use crate::schema::{Attribute, AttributeKind, Block, Description, NestedObject};
use crate::wire::{Malformed, Wire, read_deprecation, read_description, wire_struct};

impl Wire<pb::schema::Block> for Block {
    fn from_wire(wire: pb::schema::Block) -> Result<Self, Malformed> {
        let pb::schema::Block {
            version: _,
            attributes,
            block_types,
            description,
            description_kind,
            deprecated,
            deprecation_message,
            computed,
        } = wire;
        Ok(Self {
            attributes: Vec::from_wire(attributes).map_err(|error| error.inside("attributes"))?,
            blocks: Vec::from_wire(block_types).map_err(|error| error.inside("block_types"))?,
            description: read_description(description, description_kind)?,
            deprecation: read_deprecation(deprecated, deprecation_message),
            computed,
        })
    }

    fn into_wire(self) -> pb::schema::Block {
        let Self {
            attributes,
            blocks,
            description: Description { text, kind },
            deprecation,
            computed,
        } = self;
        pb::schema::Block {
            version: 0,
            attributes: attributes.into_wire(),
            block_types: blocks.into_wire(),
            description: text,
            description_kind: kind.into_wire(),
            deprecated: deprecation.is_some(),
            deprecation_message: deprecation.unwrap_or_default(),
            computed,
        }
    }
}

impl Wire<pb::schema::Attribute> for Attribute {
    fn from_wire(wire: pb::schema::Attribute) -> Result<Self, Malformed> {
        let pb::schema::Attribute {
            name,
            r#type,
            nested_type,
            description,
            required,
            optional,
            computed,
            sensitive,
            description_kind,
            deprecated,
            write_only,
            deprecation_message,
        } = wire;
        let kind = match nested_type {
            None => Wire::from_wire(r#type)
                .map(AttributeKind::Type)
                .map_err(|error: Malformed| error.inside("type")),
            Some(object) if r#type.is_empty() => Wire::from_wire(object)
                .map(AttributeKind::Nested)
                .map_err(|error: Malformed| error.inside("nested_type")),
            Some(_) => Err(Malformed::new(
                "expected either type or nested_type, found both",
            )),
        };
        let kind = kind.map_err(|error| error.inside(format_args!("{name}")))?;
        Ok(Self {
            name: name.into(),
            kind,
            required,
            optional,
            computed,
            sensitive,
            write_only,
            description: read_description(description, description_kind)?,
            deprecation: read_deprecation(deprecated, deprecation_message),
        })
    }

    fn into_wire(self) -> pb::schema::Attribute {
        let Self {
            name,
            kind,
            required,
            optional,
            computed,
            sensitive,
            write_only,
            description,
            deprecation,
        } = self;
        let (r#type, nested_type) = match kind {
            AttributeKind::Type(ty) => (ty.into_wire(), None),
            AttributeKind::Nested(object) => (Bytes::new(), Some(object.into_wire())),
        };
        pb::schema::Attribute {
            name: name.into(),
            r#type,
            nested_type,
            description: description.text,
            required,
            optional,
            computed,
            sensitive,
            description_kind: description.kind.into_wire(),
            deprecated: deprecation.is_some(),
            write_only,
            deprecation_message: deprecation.unwrap_or_default(),
        }
    }
}

wire_struct! {
    NestedObject = pb::schema::Object { nesting, attributes, }
    wire_only [min_items, max_items]
}
