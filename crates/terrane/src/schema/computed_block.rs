//! Nested blocks that the provider fills where none is configured (rule T13).

use terrane_protocol::schema::BlockNesting;

use super::{Member, Shape};

impl Member {
    /// Lets the provider fill a nested block where none is configured: so there is none at least, and all that is in it is computed too.
    ///
    /// Hosts know such blocks since Terraform 1.16, in protocol 6 and in resources.
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

    /// What keeps the provider from filling a nested block that says so.
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
            return Some("is a group, so it is always there and cannot be computed");
        }
        if *min_items > 0 {
            return Some("is a computed block, so there may be none: take away the least number");
        }
        let all = block.members().iter().all(Self::computed);
        (!all).then_some(
            "is a computed block, so make all that is in it computed, or optional and computed",
        )
    }
}

#[cfg(test)]
mod tests {
    use terrane_value::Type;

    use super::*;
    use crate::schema::{Block, Role, mistakes};

    fn told(inner: Member, nesting: BlockNesting, min_items: u64) -> Vec<String> {
        let shape = Shape::Block {
            nesting,
            block: Block::new([inner]),
            min_items,
            max_items: 0,
        };
        mistakes(
            &Block::new([Member::new("rules", shape).computed_block()]),
            Role::Object,
        )
    }

    #[test]
    fn t13_what_cannot_be_computed_is_told() {
        let port = || Member::new("port", Shape::Type(Type::Number));
        let filled = || port().set_computed(true);
        for nesting in [BlockNesting::Single, BlockNesting::List, BlockNesting::Map] {
            assert_eq!(told(filled(), nesting, 0), Vec::<String>::new());
        }
        for (inner, nesting, min_items, expected) in [
            (
                port(),
                BlockNesting::List,
                0,
                "make all that is in it computed",
            ),
            (filled(), BlockNesting::Set, 1, "take away the least number"),
            (filled(), BlockNesting::Group, 0, "is always there"),
        ] {
            let told = told(inner, nesting, min_items);
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(
                told[0].starts_with("`rules` ") && told[0].contains(expected),
                "{told:?}"
            );
        }
    }
}
