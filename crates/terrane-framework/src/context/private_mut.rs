//! Changes of the private state of an object.

use std::ops::{Deref, DerefMut};

use super::private::Private;
use super::record::CallRecord;

/// Changes the private state of an object. The changes are stored when this value is dropped, unless the code panics before.
#[derive(Debug)]
pub struct PrivateMut<'a> {
    record: &'a CallRecord,
    /// A copy, so that author code never holds the lock that the answer of an interrupted call needs.
    private: Private,
}

impl<'a> PrivateMut<'a> {
    pub(crate) fn new(record: &'a CallRecord) -> Self {
        Self {
            record,
            private: record.journal(|journal| journal.private.clone()),
        }
    }
}

impl Deref for PrivateMut<'_> {
    type Target = Private;

    fn deref(&self) -> &Private {
        &self.private
    }
}

impl DerefMut for PrivateMut<'_> {
    fn deref_mut(&mut self) -> &mut Private {
        &mut self.private
    }
}

impl Drop for PrivateMut<'_> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let private = std::mem::take(&mut self.private);
            self.record.journal(|journal| journal.private = private);
        }
    }
}
