//! Schemas, identity schemas and function signatures.
//!
//! Blocks and attributes differ between the majors and are theirs.

use prost::Message;

use super::super::pb;
use super::super::schema::FIELDS;
use crate::schema::{
    Block, Description, Function, IdentityAttribute, IdentitySchema, NestedBlock, Parameter,
    Schema, SchemaPart,
};
use crate::wire::write::Writer;
use crate::wire::{FromWire, Malformed, Wire, read_description, wire_struct};

/// Appends a part of the answer that has everything. Parts that follow each other are one message.
pub(in super::super) fn encode_part(part: SchemaPart<'_>, bytes: &mut Vec<u8>) {
    let rest = match part {
        SchemaPart::Provider(schema) => {
            return FIELDS.write_schema(&mut Writer::new(bytes), 1, schema);
        }
        SchemaPart::ProviderMeta(schema) => {
            return FIELDS.write_schema(&mut Writer::new(bytes), 5, schema);
        }
        SchemaPart::Type(kind, name, schema) => {
            return FIELDS.write_type(&mut Writer::new(bytes), kind, name, schema);
        }
        SchemaPart::Function(name, function) => pb::get_provider_schema::Response {
            functions: [(name.to_owned(), function.clone().into_wire())].into(),
            ..Default::default()
        },
        SchemaPart::ServerCapabilities(capabilities) => pb::get_provider_schema::Response {
            server_capabilities: capabilities.into_wire(),
            ..Default::default()
        },
        SchemaPart::Diagnostics(diagnostics) => pb::get_provider_schema::Response {
            diagnostics: diagnostics.clone().into_wire(),
            ..Default::default()
        },
    };
    bytes.extend(rest.encode_to_vec());
}

wire_struct! { read NestedBlock = pb::schema::NestedBlock { name = type_name, block, nesting, min_items, max_items, } }
wire_struct! { IdentitySchema = pb::ResourceIdentitySchema { version, attributes = identity_attributes, } }
wire_struct! {
    IdentityAttribute = pb::resource_identity_schema::IdentityAttribute {
        name, ty = r#type, required_for_import, optional_for_import, description,
    }
}

impl FromWire<pb::Schema> for Schema {
    fn from_wire(wire: pb::Schema) -> Result<Self, Malformed> {
        let pb::Schema { version, block } = wire;
        let block = Block::from_wire(block).map_err(|error| error.inside("block"))?;
        Ok(Self { version, block })
    }
}

/// A schema that should be there and is not counts as one without attributes.
impl FromWire<Option<pb::Schema>> for Schema {
    fn from_wire(wire: Option<pb::Schema>) -> Result<Self, Malformed> {
        wire.map_or_else(|| Ok(Self::default()), Self::from_wire)
    }
}

/// Schemas that do not stand among many are read back from what is written, so that there is one way to write them.
impl Wire<Option<pb::Schema>> for Schema {
    fn into_wire(self) -> Option<pb::Schema> {
        let mut bytes = Vec::new();
        FIELDS.write_schema(&mut Writer::new(&mut bytes), 1, (&self).into());
        let answer = pb::get_provider_schema::Response::decode(&*bytes);
        answer.ok()?.provider
    }
}

impl FromWire<Option<pb::schema::Block>> for Block {
    fn from_wire(wire: Option<pb::schema::Block>) -> Result<Self, Malformed> {
        wire.map_or_else(|| Ok(Self::default()), Self::from_wire)
    }
}

/// Schemas of actions come in a wrapper.
impl FromWire<pb::ActionSchema> for Schema {
    fn from_wire(wire: pb::ActionSchema) -> Result<Self, Malformed> {
        let pb::ActionSchema { schema } = wire;
        Self::from_wire(schema).map_err(|error| error.inside("schema"))
    }
}

impl FromWire<pb::Function> for Function {
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
            returns: FromWire::from_wire(r#type)
                .map_err(|error: Malformed| error.inside("return.type"))?,
            summary,
            description: read_description(description, description_kind)?,
            deprecation: (!deprecation_message.is_empty()).then_some(deprecation_message),
        })
    }
}

impl Wire<pb::Function> for Function {
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

impl FromWire<pb::function::Parameter> for Parameter {
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
            ty: FromWire::from_wire(r#type).map_err(|error: Malformed| error.inside("type"))?,
            allow_null: allow_null_value,
            allow_unknown: allow_unknown_values,
            description: read_description(description, description_kind)?,
        })
    }
}

impl Wire<pb::function::Parameter> for Parameter {
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
