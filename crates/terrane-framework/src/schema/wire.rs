//! Conversion of schemas to the protocol.

use terrane_protocol::rules::is_omitted;
use terrane_protocol::schema as protocol;
use terrane_protocol::schema::{
    AttributeKindRef, AttributeRef, BlockMeta, BlockRef, DescribeBlock, SchemaRef,
};
use terrane_value::Value;

use super::{Block, Member, Shape};

impl Block {
    /// Converts the block to the protocol, as version `version` of the type's schema.
    #[must_use]
    pub fn to_protocol(&self, version: i64) -> protocol::Schema {
        self.view(version).into()
    }

    /// Returns the schema for an encoder, without a copy.
    pub(crate) fn view(&self, version: i64) -> SchemaRef<'_> {
        SchemaRef {
            version,
            block: self,
        }
    }
}

impl DescribeBlock for Block {
    fn meta(&self) -> BlockMeta<'_> {
        BlockMeta {
            description: &self.0.description,
            deprecation: self.deprecation(),
            computed: false,
        }
    }

    fn attributes(&self, visit: &mut dyn FnMut(AttributeRef<'_>)) {
        for member in self.members() {
            let kind = match member.shape() {
                Shape::Type(ty) => AttributeKindRef::Type(ty),
                Shape::Nested { nesting, object } => AttributeKindRef::Nested(*nesting, object),
                Shape::Block { .. } => continue,
            };
            visit(member.view(kind));
        }
    }

    fn blocks(&self, visit: &mut dyn FnMut(BlockRef<'_>)) {
        for member in self.members() {
            if let Shape::Block {
                nesting,
                block,
                min_items,
                max_items,
            } = member.shape()
            {
                visit(BlockRef {
                    name: member.name(),
                    nesting: *nesting,
                    meta: member.meta(block),
                    block,
                    min_items: *min_items,
                    max_items: *max_items,
                });
            }
        }
    }
}

impl Member {
    /// Whether the generated configuration of an existing object omits a value of the member that the state contains (rule I9).
    pub(crate) fn is_omitted(&self, value: &Value) -> bool {
        let kind = match self.shape() {
            Shape::Type(ty) => AttributeKindRef::Type(ty),
            Shape::Nested { nesting, object } => AttributeKindRef::Nested(*nesting, object),
            Shape::Block { block, .. } => return self.meta(block).deprecation.is_some(),
        };
        is_omitted(&self.view(kind), value)
    }

    fn view<'a>(&'a self, kind: AttributeKindRef<'a>) -> AttributeRef<'a> {
        AttributeRef {
            name: self.name(),
            kind,
            required: self.required(),
            optional: self.configurable() && !self.required(),
            computed: self.computed(),
            sensitive: self.is_sensitive(),
            write_only: self.is_write_only(),
            description: self.described(),
            deprecation: self.deprecation(),
        }
    }

    /// Returns the metadata of a nested block: the member's own, or that of its block.
    fn meta<'a>(&'a self, block: &'a Block) -> BlockMeta<'a> {
        let nested = block.meta();
        BlockMeta {
            description: match self.described() {
                described if described.text.is_empty() => nested.description,
                described => described,
            },
            deprecation: self.deprecation().or(nested.deprecation),
            computed: self.computed(),
        }
    }
}
