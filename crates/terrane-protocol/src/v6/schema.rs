//! Blocks and attributes in the messages of protocol 6, and identity schemas, which are the same in both protocol versions.
#![expect(
    deprecated,
    reason = "the limits of nested attributes are in the protocol, without a meaning"
)]

use crate::pb::v6 as pb;
use crate::schema::{IdentityAttribute, IdentitySchema, NestedObject};
use crate::wire::schema::{Fields, read_schemas};
use crate::wire::wire_struct;

/// The field numbers of protocol 6 that differ from protocol 5.
pub(super) const FIELDS: Fields = Fields {
    write_only: 11,
    attribute_deprecation: 12,
    nested_type: Some(10),
    computed_block: Some(8),
    state_stores: Some(10),
};

wire_struct! {
    read NestedObject = pb::schema::Object { nesting, attributes, }
    wire_only [min_items, max_items]
}

read_schemas!(computed nested_type);

wire_struct! { IdentitySchema = pb::ResourceIdentitySchema { version, attributes = identity_attributes, } }
wire_struct! {
    IdentityAttribute = pb::resource_identity_schema::IdentityAttribute {
        name, ty = r#type, required_for_import, optional_for_import, description,
    }
}
