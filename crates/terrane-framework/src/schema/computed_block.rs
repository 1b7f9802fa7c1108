//! Computed blocks, which the provider fills if none is configured (rule T13).

use terrane_protocol::schema::BlockNesting;

use super::{Member, Shape};
use crate::messages::schema_errors as messages;

impl Member {
    /// Makes a nested block computed: the provider fills it if none is configured. So it has no minimum, and all its contents are computed, too.
    ///
    /// Terraform supports computed blocks since version 1.16, in protocol 6 and for resources.
    #[must_use]
    pub fn computed_block(mut self) -> Self {
        self.computed = true;
        match &mut self.shape {
            Shape::Block {
                nesting: BlockNesting::Single,
                min_items,
                max_items,
                ..
            } => (*min_items, *max_items) = (0, 0),
            Shape::Block { .. } | Shape::Type(_) | Shape::Nested { .. } => {}
        }
        self
    }

    /// Finds the reason why a computed block cannot be computed.
    pub(super) fn cannot_be_computed(&self) -> Option<&'static str> {
        let (
            Shape::Block {
                nesting,
                block,
                min_items,
                ..
            },
            true,
        ) = (&self.shape, self.computed)
        else {
            return None;
        };
        if *nesting == BlockNesting::Group {
            return Some(messages::COMPUTED_GROUP);
        }
        if *min_items > 0 {
            return Some(messages::COMPUTED_MINIMUM);
        }
        let all = block.members().iter().all(Self::computed);
        (!all).then_some(messages::COMPUTED_IN_PART)
    }
}

#[cfg(test)]
mod tests {
    use terrane_value::Type;

    use super::*;
    use crate::schema::{Block, Role, find_schema_errors};

    fn errors(inner: Member, nesting: BlockNesting, min_items: u64) -> Vec<String> {
        let shape = Shape::Block {
            nesting,
            block: Block::new([inner]),
            min_items,
            max_items: 0,
        };
        find_schema_errors(
            &Block::new([Member::new("rules", shape).computed_block()]),
            Role::Object,
        )
    }

    #[test]
    fn t13_a_block_that_cannot_be_computed_is_a_schema_error() {
        let port = || Member::new("port", Shape::Type(Type::Number));
        let filled = || port().set_computed(true);
        for nesting in [BlockNesting::Single, BlockNesting::List, BlockNesting::Map] {
            assert_eq!(errors(filled(), nesting, 0), Vec::<String>::new());
        }
        for (inner, nesting, min_items, expected) in [
            (
                port(),
                BlockNesting::List,
                0,
                "make all that is in it computed",
            ),
            (filled(), BlockNesting::Set, 1, "remove the minimum number"),
            (filled(), BlockNesting::Group, 0, "always exists"),
        ] {
            let found = errors(inner, nesting, min_items);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(
                found[0].starts_with("`rules` ") && found[0].contains(expected),
                "{found:?}"
            );
        }
    }
}
