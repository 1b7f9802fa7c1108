//! Blocks that include the members of other blocks.

use super::{Block, Member};

impl Block {
    /// Creates a block from members and from the members and relations of other blocks.
    pub fn flattening(members: impl IntoIterator<Item = Member>, flattened: &[&Self]) -> Self {
        let inside = flattened.iter().flat_map(|it| it.members().iter().cloned());
        let mut block = Self::new(members.into_iter().chain(inside));
        for other in flattened {
            let parts = block.parts();
            parts.relations.extend_from_slice(&other.0.relations);
            parts
                .schema_errors
                .extend_from_slice(&other.0.schema_errors);
        }
        block
    }
}
