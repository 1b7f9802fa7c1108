//! Schemas on the wire.
//!
//! Schemas are by far the largest answers. So they are encoded directly, without a protobuf struct in between. The protocol versions share the
//! code that reads schemas, except for blocks and attributes.

use bytes::Bytes;
use terrane_value::Type;

use super::write::Writer;
use super::{FromWire, Malformed, Wire};
use crate::pb::v6 as pb;
use crate::schema::{
    Attribute, AttributeKind, Block, Description, NestedBlock, NestedObject, Schema, SchemaPart,
    TypeKind,
};

/// The numbers of the fields in which the protocol versions differ. `None` means that the version has no such field.
pub(crate) struct Fields {
    pub(crate) write_only: u32,
    pub(crate) attribute_deprecation: u32,
    pub(crate) nested_type: Option<u32>,
    pub(crate) computed_block: Option<u32>,
    pub(crate) state_stores: Option<u32>,
}

impl Fields {
    /// Writes a part of the answer that describes the whole provider. The parts, written one after another, form one message.
    pub(crate) fn write_part(&self, to: &mut Writer<'_>, part: SchemaPart<'_>) {
        match part {
            SchemaPart::Provider(schema) => self.write_schema(to, 1, schema),
            SchemaPart::ProviderMeta(schema) => self.write_schema(to, 5, schema),
            SchemaPart::Type(kind, name, schema) => self.write_type(to, kind, name, schema),
            SchemaPart::Function(name, function) => to.message(7, |to| {
                let function: pb::Function = function.clone().into_wire();
                to.text(1, name);
                to.built(2, &function);
            }),
            SchemaPart::ServerCapabilities(capabilities) => {
                let capabilities: Option<pb::ServerCapabilities> = capabilities.into_wire();
                if let Some(capabilities) = capabilities {
                    to.built(6, &capabilities);
                }
            }
            SchemaPart::Diagnostics(diagnostics) => to.diagnostics(4, diagnostics),
        }
    }

    /// Writes the schema of one type into the answer that describes the whole provider.
    fn write_type(&self, to: &mut Writer<'_>, kind: TypeKind, name: &str, schema: &Schema) {
        let field = match kind {
            TypeKind::Resource => Some(2),
            TypeKind::DataSource => Some(3),
            TypeKind::Ephemeral => Some(8),
            TypeKind::List => Some(9),
            TypeKind::Action => Some(11),
            TypeKind::StateStore => self.state_stores,
        };
        let Some(field) = field else { return };
        to.message(field, |to| {
            to.text(1, name);
            match kind {
                // Schemas of actions come in a wrapper.
                TypeKind::Action => to.message(2, |to| self.write_schema(to, 1, schema)),
                _ => self.write_schema(to, 2, schema),
            }
        });
    }

    /// Writes a schema as a field.
    pub(crate) fn write_schema(&self, to: &mut Writer<'_>, field: u32, schema: &Schema) {
        let Schema { version, block } = schema;
        to.message(field, |to| {
            to.number(1, *version);
            to.message(2, |to| self.write_block(to, block));
        });
    }

    fn write_block(&self, to: &mut Writer<'_>, block: &Block) {
        let Block {
            attributes,
            blocks,
            description,
            deprecation,
            computed,
        } = block;
        for attribute in attributes {
            to.message(2, |to| self.write_attribute(to, attribute));
        }
        for nested in blocks {
            to.message(3, |to| self.write_nested(to, nested));
        }
        write_description(to, (4, 5), description);
        write_deprecation(to, (6, 7), deprecation.as_deref());
        if let Some(field) = self.computed_block {
            to.flag(field, *computed);
        }
    }

    fn write_nested(&self, to: &mut Writer<'_>, nested: &NestedBlock) {
        let NestedBlock {
            name,
            nesting,
            block,
            min_items,
            max_items,
        } = nested;
        to.text(1, name);
        to.message(2, |to| self.write_block(to, block));
        to.number(3, Wire::<i32>::into_wire(*nesting).into());
        to.number(4, min_items.into_wire());
        to.number(5, max_items.into_wire());
    }

    fn write_attribute(&self, to: &mut Writer<'_>, attribute: &Attribute) {
        let Attribute {
            name,
            kind,
            required,
            optional,
            computed,
            sensitive,
            write_only,
            description,
            deprecation,
        } = attribute;
        to.text(1, name);
        match (kind, self.nested_type) {
            (AttributeKind::Type(ty), _) => to.measured(2, |to| ty.write_json(to)),
            (AttributeKind::Nested(object), Some(field)) => {
                to.message(field, |to| self.write_object(to, object));
            }
            // Protocol 5 has no nested attributes. Schemas with nested attributes are refused earlier.
            (AttributeKind::Nested(_), None) => {}
        }
        write_description(to, (3, 8), description);
        to.flag(4, *required);
        to.flag(5, *optional);
        to.flag(6, *computed);
        to.flag(7, *sensitive);
        to.flag(self.write_only, *write_only);
        write_deprecation(to, (9, self.attribute_deprecation), deprecation.as_deref());
    }

    fn write_object(&self, to: &mut Writer<'_>, object: &NestedObject) {
        for attribute in &object.attributes {
            to.message(1, |to| self.write_attribute(to, attribute));
        }
        to.number(3, Wire::<i32>::into_wire(object.nesting).into());
    }
}

fn write_description(to: &mut Writer<'_>, (text, kind): (u32, u32), description: &Description) {
    to.text(text, &description.text);
    to.number(kind, Wire::<i32>::into_wire(description.kind).into());
}

fn write_deprecation(to: &mut Writer<'_>, (flag, message): (u32, u32), deprecation: Option<&str>) {
    to.flag(flag, deprecation.is_some());
    to.text(message, deprecation.unwrap_or_default());
}

/// Reads the type of an attribute, which has one of the two fields.
pub(crate) fn read_kind(
    ty: Bytes,
    nested: Option<pb::schema::Object>,
) -> Result<AttributeKind, Malformed> {
    match nested {
        None => Type::from_wire(ty)
            .map(AttributeKind::Type)
            .map_err(|error| error.in_field("type")),
        Some(object) if ty.is_empty() => NestedObject::from_wire(object)
            .map(AttributeKind::Nested)
            .map_err(|error| error.in_field("nested_type")),
        Some(_) => Err(Malformed::new(
            "expected either type or nested_type, found both",
        )),
    }
}

/// Implements reading of schemas from the messages of one protocol version's `pb`. The arguments are the fields that only protocol 6 has.
macro_rules! read_schemas {
    ($($computed:ident $nested:ident)?) => {
        use $crate::schema::{Attribute, Block, NestedBlock, Schema};
        use $crate::wire::{FromWire, Malformed, read_deprecation, read_description};

        $crate::wire::wire_struct! { read Schema = pb::Schema { version, block, } }
        $crate::wire::wire_struct! {
            read NestedBlock = pb::schema::NestedBlock { name = type_name, block, nesting, min_items, max_items, }
        }

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
                    $($computed,)?
                } = wire;
                Ok(Self {
                    attributes: Vec::from_wire(attributes).map_err(|error| error.in_field("attributes"))?,
                    blocks: Vec::from_wire(block_types).map_err(|error| error.in_field("block_types"))?,
                    description: read_description(description, description_kind)?,
                    deprecation: read_deprecation(deprecated, deprecation_message),
                    computed: false $(|| $computed)?,
                })
            }
        }

        impl FromWire<pb::schema::Attribute> for Attribute {
            fn from_wire(wire: pb::schema::Attribute) -> Result<Self, Malformed> {
                let pb::schema::Attribute {
                    name,
                    r#type,
                    $($nested,)?
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
                let kind = $crate::wire::schema::read_kind(r#type, None $(.or($nested))?);
                Ok(Self {
                    kind: kind.map_err(|error| error.in_field(&name))?,
                    name: name.into(),
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

        /// A missing schema is read as a schema without attributes.
        impl FromWire<Option<pb::Schema>> for Schema {
            fn from_wire(wire: Option<pb::Schema>) -> Result<Self, Malformed> {
                wire.map_or_else(|| Ok(Self::default()), Self::from_wire)
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
                Self::from_wire(schema).map_err(|error| error.in_field("schema"))
            }
        }
    };
}

pub(crate) use read_schemas;
