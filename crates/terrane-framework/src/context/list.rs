//! The host's limit for a list, and whether it wants whole objects.

use std::mem;

use super::{Context, ListContext, ReadContext};

impl ListContext {
    /// The maximum number of objects. The host requests no more.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.wanted.limit
    }

    /// Whether the host wants whole objects. If not, only fields marked `identity` must be correct in the results:
    /// `Listed::key` returns only these, and `read` of the resource provides the rest.
    #[must_use]
    pub fn wants_objects(&self) -> bool {
        self.wanted.objects
    }

    /// Returns the means to read single objects of the list.
    #[must_use]
    pub fn reads(&self) -> ListedReads {
        ListedReads(self.cx.clone())
    }
}

/// Starts reads of single objects of a list.
#[derive(Debug)]
pub struct ListedReads(Context);

impl ListedReads {
    /// Creates the context for reading the next object. Each object has its own private state, which is empty before it is read.
    #[must_use]
    pub fn start(&self) -> ReadContext {
        self.0.journal(|journal| {
            let mut private = mem::take(&mut journal.private);
            journal.diagnostics.extend(private.take_refused());
            journal.deferred = None;
        });
        ReadContext::new(self.0.clone())
    }
}
