//! Blocks whose members stand in another one.

use super::{Block, Member};

impl Block {
    /// Makes a block of members and of those of other blocks, with what they demand of each other, as if all were written in one place.
    pub(crate) fn flattening(
        members: impl IntoIterator<Item = Member>,
        flattened: &[&Self],
    ) -> Self {
        let inside = flattened.iter().flat_map(|it| it.members().iter().cloned());
        let mut block = Self::new(members.into_iter().chain(inside));
        for other in flattened {
            let parts = block.parts();
            parts.relations.extend_from_slice(&other.0.relations);
            parts.mistakes.extend_from_slice(&other.0.mistakes);
        }
        block
    }
}
