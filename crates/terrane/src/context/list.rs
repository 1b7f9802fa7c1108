//! What the host wants of a list.

use super::List;

impl List {
    /// How many objects the host wants at most: more are not asked for.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.wanted.limit
    }

    /// Whether the host wants whole objects. If not, only what is marked `identity` must be right in what is returned:
    /// [`Listed::key`](crate::Listed::key) tells no more, and leaves the rest to the resource's `read`.
    #[must_use]
    pub fn wants_objects(&self) -> bool {
        self.wanted.objects
    }
}
