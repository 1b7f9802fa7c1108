//! Calls that author code defers.

use terrane_protocol::{Deferred, DeferredReason};

use super::{Import, Open, ReadData, ReadResource};
use crate::error::{Error, Result};

macro_rules! defers {
    ($($name:ident),*) => {$(
        impl $name {
            /// Whether the host allows the call to be deferred: [`defer`](Self::defer) is an error for the user of another host.
            #[must_use]
            pub fn deferral_allowed(&self) -> bool {
                self.cx.deferral_allowed
            }

            /// Defers the call, because a prerequisite is unknown or does not exist yet. Return the error that this returns.
            ///
            /// A host that supports deferral asks again when more is known. On other hosts the user gets an error with advice.
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

defers!(ReadResource, ReadData, Open, Import);

/// Creates a deferral, and adds it to the log lines of the request.
pub(crate) fn deferral(reason: DeferredReason) -> Deferred {
    tracing::Span::current().record("tf_deferred_reason", tracing::field::debug(reason));
    Deferred { reason }
}

/// The error for a host that does not support deferral.
pub(crate) fn not_yet(reason: DeferredReason) -> Error {
    let why = match reason {
        DeferredReason::Unknown => "a prerequisite does not exist yet",
        DeferredReason::ResourceConfigUnknown => "its configuration is not known yet",
        DeferredReason::ProviderConfigUnknown => {
            "the configuration of the provider is not known yet"
        }
        DeferredReason::AbsentPrerequisite => "something that must exist before it does not",
    };
    Error::new(
        "Not possible yet",
        format!(
            "This has to wait, because {why}, and this host cannot put it off. Apply what it needs first, with `-target`, then the rest."
        ),
    )
}
