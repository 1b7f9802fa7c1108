//! Schemas, identity schemas and function signatures.
//!
//! Blocks and attributes differ between the majors and are theirs.

use std::collections::BTreeMap;

use bytes::Bytes;
use prost::Message;

use super::super::pb;
use crate::GetProviderSchemaResponse;
use crate::schema::{
    Block, Description, Function, IdentityAttribute, IdentitySchema, NestedBlock, Parameter, Schema,
};
use crate::wire::{Malformed, Wire, read_description, wire_struct};

/// Encodes everything that a provider has, one resource after the other.
///
/// As protobuf structs, all resources together take many times the memory of their bytes. Encodings that follow each other are one
/// message.
pub(in super::super) fn encode_schemas(schemas: &GetProviderSchemaResponse) -> Bytes {
    let rest = GetProviderSchemaResponse {
        resource_schemas: BTreeMap::new(),
        provider: schemas.provider.clone(),
        data_source_schemas: schemas.data_source_schemas.clone(),
        functions: schemas.functions.clone(),
        ephemeral_resource_schemas: schemas.ephemeral_resource_schemas.clone(),
        list_resource_schemas: schemas.list_resource_schemas.clone(),
        state_store_schemas: schemas.state_store_schemas.clone(),
        action_schemas: schemas.action_schemas.clone(),
        diagnostics: schemas.diagnostics.clone(),
        provider_meta: schemas.provider_meta.clone(),
        server_capabilities: schemas.server_capabilities,
    };
    let rest: pb::get_provider_schema::Response = rest.into_wire();
    let mut bytes = rest.encode_to_vec();
    for (name, schema) in &schemas.resource_schemas {
        let resource = pb::get_provider_schema::Response {
            resource_schemas: [(name.clone(), schema.clone().into_wire())].into(),
            ..Default::default()
        };
        bytes.extend(resource.encode_to_vec());
    }
    bytes.into()
}

wire_struct! { NestedBlock = pb::schema::NestedBlock { name = type_name, block, nesting, min_items, max_items, } }
wire_struct! { IdentitySchema = pb::ResourceIdentitySchema { version, attributes = identity_attributes, } }
wire_struct! {
    IdentityAttribute = pb::resource_identity_schema::IdentityAttribute {
        name, ty = r#type, required_for_import, optional_for_import, description,
    }
}

impl Wire<pb::Schema> for Schema {
    fn from_wire(wire: pb::Schema) -> Result<Self, Malformed> {
        let pb::Schema { version, block } = wire;
        let block = Block::from_wire(block).map_err(|error| error.inside("block"))?;
        Ok(Self { version, block })
    }

    fn into_wire(self) -> pb::Schema {
        let Self { version, block } = self;
        pb::Schema {
            version,
            block: block.into_wire(),
        }
    }
}

/// A schema that should be there and is not counts as one without attributes.
impl Wire<Option<pb::Schema>> for Schema {
    fn from_wire(wire: Option<pb::Schema>) -> Result<Self, Malformed> {
        wire.map_or_else(|| Ok(Self::default()), Self::from_wire)
    }

    fn into_wire(self) -> Option<pb::Schema> {
        Some(self.into_wire())
    }
}

impl Wire<Option<pb::schema::Block>> for Block {
    fn from_wire(wire: Option<pb::schema::Block>) -> Result<Self, Malformed> {
        wire.map_or_else(|| Ok(Self::default()), Self::from_wire)
    }

    fn into_wire(self) -> Option<pb::schema::Block> {
        Some(self.into_wire())
    }
}

/// Schemas of actions come in a wrapper.
impl Wire<pb::ActionSchema> for Schema {
    fn from_wire(wire: pb::ActionSchema) -> Result<Self, Malformed> {
        let pb::ActionSchema { schema } = wire;
        Self::from_wire(schema).map_err(|error| error.inside("schema"))
    }

    fn into_wire(self) -> pb::ActionSchema {
        pb::ActionSchema {
            schema: self.into_wire(),
        }
    }
}

impl Wire<pb::Function> for Function {
    fn from_wire(wire: pb::Function) -> Result<Self, Malformed> {
        let pb::Function {
            parameters,
            variadic_parameter,
            r#return,
            summary,
            description,
            description_kind,
            deprecation_message,
        } = wire;
        let pb::function::Return { r#type } = r#return
            .ok_or_else(|| Malformed::new("expected the type of the result").inside("return"))?;
        Ok(Self {
            parameters: Vec::from_wire(parameters).map_err(|error| error.inside("parameters"))?,
            variadic: Option::from_wire(variadic_parameter)
                .map_err(|error| error.inside("variadic_parameter"))?,
            returns: Wire::from_wire(r#type)
                .map_err(|error: Malformed| error.inside("return.type"))?,
            summary,
            description: read_description(description, description_kind)?,
            deprecation: (!deprecation_message.is_empty()).then_some(deprecation_message),
        })
    }

    fn into_wire(self) -> pb::Function {
        let Self {
            parameters,
            variadic,
            returns,
            summary,
            description: Description { text, kind },
            deprecation,
        } = self;
        pb::Function {
            parameters: parameters.into_wire(),
            variadic_parameter: variadic.into_wire(),
            r#return: Some(pb::function::Return {
                r#type: returns.into_wire(),
            }),
            summary,
            description: text,
            description_kind: kind.into_wire(),
            deprecation_message: deprecation.unwrap_or_default(),
        }
    }
}

impl Wire<pb::function::Parameter> for Parameter {
    fn from_wire(wire: pb::function::Parameter) -> Result<Self, Malformed> {
        let pb::function::Parameter {
            name,
            r#type,
            allow_null_value,
            allow_unknown_values,
            description,
            description_kind,
        } = wire;
        Ok(Self {
            name: name.into(),
            ty: Wire::from_wire(r#type).map_err(|error: Malformed| error.inside("type"))?,
            allow_null: allow_null_value,
            allow_unknown: allow_unknown_values,
            description: read_description(description, description_kind)?,
        })
    }

    fn into_wire(self) -> pb::function::Parameter {
        let Self {
            name,
            ty,
            allow_null,
            allow_unknown,
            description: Description { text, kind },
        } = self;
        pb::function::Parameter {
            name: name.into(),
            r#type: ty.into_wire(),
            allow_null_value: allow_null,
            allow_unknown_values: allow_unknown,
            description: text,
            description_kind: kind.into_wire(),
        }
    }
}
