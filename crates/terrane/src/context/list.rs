//! The request of a list: limit and completeness.

use super::List;

impl List {
    /// The maximum number of objects. The host requests no more.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.wanted.limit
    }

    /// Whether the host wants whole objects. If not, only fields marked `identity` must be correct in the results:
    /// [`Listed::key`](crate::Listed::key) returns only these, and `read` of the resource provides the rest.
    #[must_use]
    pub fn wants_objects(&self) -> bool {
        self.wanted.objects
    }
}
