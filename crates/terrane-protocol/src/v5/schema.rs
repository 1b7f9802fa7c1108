//! Blocks and attributes in the messages of protocol 5.

use crate::pb::v5 as pb;
use crate::schema::{Attribute, AttributeKind, Block, NestedBlock, Schema};
use crate::wire::schema::{Fields, read_schemas};
use crate::wire::{FromWire, Malformed, read_deprecation, read_description};

/// The field numbers of protocol 5 that differ from protocol 6.
pub(super) const FIELDS: Fields = Fields {
    write_only: 10,
    attribute_deprecation: 11,
    nested_type: None,
    computed_block: None,
    state_stores: None,
};

impl FromWire<pb::schema::Block> for Block {
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
            attributes: Vec::from_wire(attributes).map_err(|error| error.in_field("attributes"))?,
            blocks: Vec::from_wire(block_types).map_err(|error| error.in_field("block_types"))?,
            description: read_description(description, description_kind)?,
            deprecation: read_deprecation(deprecated, deprecation_message),
            computed: false,
        })
    }
}

impl FromWire<pb::schema::Attribute> for Attribute {
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
        let kind = FromWire::from_wire(r#type)
            .map(AttributeKind::Type)
            .map_err(|error: Malformed| error.in_field("type").in_field(&name))?;
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
}

read_schemas!();
