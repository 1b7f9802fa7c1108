//! Deferral of calls by author code.

use terrane_protocol::{Deferred, DeferredReason};

use super::{ConfigureContext, ImportContext, OpenContext, ReadContext, ReadDataContext};
use crate::error::Result;
use crate::messages::calls::not_yet;

macro_rules! defers {
    ($($what:literal $name:ident),* $(,)?) => {$(
        impl $name {
            /// Whether the host supports deferral. On other hosts, the user of a deferred call gets an error.
            #[must_use]
            pub fn deferral_allowed(&self) -> bool {
                self.cx.deferral_allowed
            }

            #[doc = $what]
            ///
            /// Use it when a prerequisite is unknown or does not exist yet, and return its error: `return cx.defer(reason);`. A host that
            /// supports deferral repeats the call when more is known. On other hosts, the user gets an error with advice.
            ///
            /// # Errors
            ///
            /// Always fails, because a deferred call has no result.
            pub fn defer<T>(&mut self, reason: DeferredReason) -> Result<T> {
                self.journal(|journal| journal.deferred = Some(reason));
                Err(not_yet(reason))
            }
        }
    )*};
}

defers! {
    "Defers the call." ReadContext,
    "Defers the call." ReadDataContext,
    "Defers the call." OpenContext,
    "Defers the call." ImportContext,
    "Defers everything that needs the provider. Unknown settings do so without this method." ConfigureContext,
}

/// Creates a deferral, and adds it to the log lines of the request.
pub(crate) fn deferral(reason: DeferredReason) -> Deferred {
    tracing::Span::current().record("tf_deferred_reason", tracing::field::debug(reason));
    Deferred { reason }
}
