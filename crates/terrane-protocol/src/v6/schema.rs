//! Blocks and attributes in the messages of protocol 6, and identity schemas, which are the same in both protocol versions.
#![expect(
    deprecated,
    reason = "the limits of nested attributes are in the protocol, without a meaning"
)]

use crate::pb::v6 as pb;
use crate::schema::{
    Attribute, AttributeKind, Block, IdentityAttribute, IdentitySchema, NestedBlock, NestedObject,
    Schema,
};
use crate::wire::schema::{Fields, read_schemas};
use crate::wire::{FromWire, Malformed, read_deprecation, read_description, wire_struct};

/// The field numbers of protocol 6 that differ from protocol 5.
pub(super) const FIELDS: Fields = Fields {
    write_only: 11,
    attribute_deprecation: 12,
    nested_type: Some(10),
    computed_block: Some(8),
    state_stores: Some(10),
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
            computed,
        } = wire;
        Ok(Self {
            attributes: Vec::from_wire(attributes).map_err(|error| error.in_field("attributes"))?,
            blocks: Vec::from_wire(block_types).map_err(|error| error.in_field("block_types"))?,
            description: read_description(description, description_kind)?,
            deprecation: read_deprecation(deprecated, deprecation_message),
            computed,
        })
    }
}

impl FromWire<pb::schema::Attribute> for Attribute {
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
            None => FromWire::from_wire(r#type)
                .map(AttributeKind::Type)
                .map_err(|error: Malformed| error.in_field("type")),
            Some(object) if r#type.is_empty() => FromWire::from_wire(object)
                .map(AttributeKind::Nested)
                .map_err(|error: Malformed| error.in_field("nested_type")),
            Some(_) => Err(Malformed::new(
                "expected either type or nested_type, found both",
            )),
        };
        let kind = kind.map_err(|error| error.in_field(format_args!("{name}")))?;
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

wire_struct! {
    read NestedObject = pb::schema::Object { nesting, attributes, }
    wire_only [min_items, max_items]
}

read_schemas!();

wire_struct! { IdentitySchema = pb::ResourceIdentitySchema { version, attributes = identity_attributes, } }
wire_struct! {
    IdentityAttribute = pb::resource_identity_schema::IdentityAttribute {
        name, ty = r#type, required_for_import, optional_for_import, description,
    }
}
