//! Conversion of schemas to the protocol.

use terrane_protocol::schema::{self as protocol, Attribute, AttributeKind, NestedBlock};

use super::{Block, Member, Shape};

impl Block {
    /// Converts the block to the protocol, as version `version` of the type's schema.
    #[must_use]
    pub fn to_protocol(&self, version: i64) -> protocol::Schema {
        protocol::Schema {
            version,
            block: self.as_protocol(),
        }
    }

    fn as_protocol(&self) -> protocol::Block {
        let members = self.members().iter();
        protocol::Block {
            attributes: members.clone().filter_map(Member::attribute).collect(),
            blocks: members.filter_map(Member::nested_block).collect(),
            description: self.0.description.clone(),
            deprecation: self.deprecation().map(str::to_owned),
            computed: false,
        }
    }
}

impl Member {
    /// Returns the attribute, unless the member is a block.
    fn attribute(&self) -> Option<Attribute> {
        let kind = match self.shape() {
            Shape::Type(ty) => AttributeKind::Type(ty.clone()),
            Shape::Nested { nesting, object } => AttributeKind::Nested(protocol::NestedObject {
                nesting: *nesting,
                attributes: object.as_protocol().attributes,
            }),
            Shape::Block { .. } => return None,
        };
        Some(Attribute {
            name: self.name().clone(),
            kind,
            required: self.required(),
            optional: self.configurable() && !self.required(),
            computed: self.computed(),
            sensitive: self.is_sensitive(),
            write_only: self.is_write_only(),
            description: self.described().clone(),
            deprecation: self.deprecation().map(str::to_owned),
        })
    }

    /// Returns the nested block, with the metadata of the member instead of those of its block.
    fn nested_block(&self) -> Option<NestedBlock> {
        let Shape::Block {
            nesting,
            block,
            min_items,
            max_items,
        } = self.shape()
        else {
            return None;
        };
        let mut block = block.as_protocol();
        block.computed = self.computed();
        if !self.described().text.is_empty() {
            block.description = self.described().clone();
        }
        if let Some(message) = self.deprecation() {
            block.deprecation = Some(message.to_owned());
        }
        Some(NestedBlock {
            name: self.name().clone(),
            nesting: *nesting,
            block,
            min_items: *min_items,
            max_items: *max_items,
        })
    }
}
