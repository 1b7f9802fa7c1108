//! The schema as the protocol describes it to hosts.

use terrane_protocol::schema as protocol;

use super::{Block, Member, Shape};

impl Block {
    /// Describes the block to a host, as version `version` of the type's schema.
    #[must_use]
    pub fn to_protocol(&self, version: i64) -> protocol::Schema {
        protocol::Schema {
            version,
            block: self.protocol_block(),
        }
    }

    fn protocol_block(&self) -> protocol::Block {
        let mut block = protocol::Block {
            description: self.0.description.clone(),
            deprecation: self.0.deprecated.clone(),
            ..protocol::Block::default()
        };
        for member in self.members() {
            match member.shape() {
                Shape::Block {
                    nesting,
                    block: nested,
                    min_items,
                    max_items,
                } => {
                    let mut nested = nested.protocol_block();
                    nested.computed = member.computed();
                    if !member.described().text.is_empty() {
                        nested.description = member.described().clone();
                    }
                    if let Some(message) = member.deprecation() {
                        nested.deprecation = Some(message.to_owned());
                    }
                    block.blocks.push(protocol::NestedBlock {
                        name: member.name().clone(),
                        nesting: *nesting,
                        block: nested,
                        min_items: *min_items,
                        max_items: *max_items,
                    });
                }
                Shape::Type(_) | Shape::Nested { .. } => {
                    block.attributes.extend(member.protocol_attribute())
                }
            }
        }
        block
    }
}

impl Member {
    fn protocol_attribute(&self) -> Option<protocol::Attribute> {
        let kind = match self.shape() {
            Shape::Type(ty) => protocol::AttributeKind::Type(ty.clone()),
            Shape::Nested { nesting, object } => {
                protocol::AttributeKind::Nested(protocol::NestedObject {
                    nesting: *nesting,
                    attributes: object
                        .members()
                        .iter()
                        .filter_map(Member::protocol_attribute)
                        .collect(),
                })
            }
            Shape::Block { .. } => return None,
        };
        Some(protocol::Attribute {
            kind,
            required: self.required(),
            optional: self.configurable() && !self.required(),
            computed: self.computed(),
            sensitive: self.is_sensitive(),
            write_only: self.is_write_only(),
            description: self.described().clone(),
            deprecation: self.deprecation().map(str::to_owned),
            name: self.name().clone(),
        })
    }
}
