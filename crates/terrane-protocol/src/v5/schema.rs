//! Blocks and attributes, as protocol 5 says them.

use super::pb;
use crate::schema::{Attribute, AttributeKind, Block, Description};
use crate::wire::{Malformed, Wire, read_deprecation, read_description};

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
        } = wire;
        Ok(Self {
            attributes: Vec::from_wire(attributes).map_err(|error| error.inside("attributes"))?,
            blocks: Vec::from_wire(block_types).map_err(|error| error.inside("block_types"))?,
            description: read_description(description, description_kind)?,
            deprecation: read_deprecation(deprecated, deprecation_message),
            computed: false,
        })
    }

    fn into_wire(self) -> pb::schema::Block {
        let Self {
            attributes,
            blocks,
            description: Description { text, kind },
            deprecation,
            computed: _,
        } = self;
        pb::schema::Block {
            version: 0,
            attributes: attributes.into_wire(),
            block_types: blocks.into_wire(),
            description: text,
            description_kind: kind.into_wire(),
            deprecated: deprecation.is_some(),
            deprecation_message: deprecation.unwrap_or_default(),
        }
    }
}

impl Wire<pb::schema::Attribute> for Attribute {
    fn from_wire(wire: pb::schema::Attribute) -> Result<Self, Malformed> {
        let pb::schema::Attribute {
            name,
            r#type,
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
        let kind = Wire::from_wire(r#type)
            .map(AttributeKind::Type)
            .map_err(|error: Malformed| error.inside("type").inside(&name))?;
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

    /// Writes a nested attribute as one of its implied type. Schemas that have any are refused before.
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
        let ty = match kind {
            AttributeKind::Type(ty) => ty,
            AttributeKind::Nested(object) => object.ty(),
        };
        pb::schema::Attribute {
            name: name.into(),
            r#type: ty.into_wire(),
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
