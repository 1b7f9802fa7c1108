//! The schema as it is told to hosts.

use terrane_protocol::schema as protocol;
use terrane_protocol::schema::{About, TellBlock, ToldAttribute, ToldBlock, ToldKind, ToldSchema};

use super::{Block, Member, Shape};

impl Block {
    /// Describes the block to a host, as version `version` of the type's schema.
    #[must_use]
    pub fn to_protocol(&self, version: i64) -> protocol::Schema {
        self.told(version).into()
    }

    /// The same, without a copy of anything.
    pub(crate) fn told(&self, version: i64) -> ToldSchema<'_> {
        ToldSchema {
            version,
            block: self,
        }
    }
}

impl TellBlock for Block {
    fn about(&self) -> About<'_> {
        About {
            description: &self.0.description,
            deprecation: self.deprecation(),
            computed: false,
        }
    }

    fn attributes(&self, visit: &mut dyn FnMut(ToldAttribute<'_>)) {
        for member in self.members() {
            let kind = match member.shape() {
                Shape::Type(ty) => ToldKind::Type(ty),
                Shape::Nested { nesting, object } => ToldKind::Nested(*nesting, object),
                Shape::Block { .. } => continue,
            };
            visit(member.told(kind));
        }
    }

    fn blocks(&self, visit: &mut dyn FnMut(ToldBlock<'_>)) {
        for member in self.members() {
            if let Shape::Block {
                nesting,
                block,
                min_items,
                max_items,
            } = member.shape()
            {
                visit(ToldBlock {
                    name: member.name(),
                    nesting: *nesting,
                    about: member.about(block),
                    block,
                    min_items: *min_items,
                    max_items: *max_items,
                });
            }
        }
    }
}

impl Member {
    fn told<'a>(&'a self, kind: ToldKind<'a>) -> ToldAttribute<'a> {
        ToldAttribute {
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

    /// What is said of a nested block: here, or else where its inside is described.
    fn about<'a>(&'a self, block: &'a Block) -> About<'a> {
        let inside = block.about();
        About {
            description: match self.described() {
                described if described.text.is_empty() => inside.description,
                described => described,
            },
            deprecation: self.deprecation().or(inside.deprecation),
            computed: self.computed(),
        }
    }
}
