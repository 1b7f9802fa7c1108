//! Calls that are put off by the author's code.

use terrane_protocol::{Deferred, DeferredReason};

use super::{Import, Open, Read, ReadData};
use crate::error::{Error, Result};

macro_rules! defers {
    ($($name:ident),*) => {$(
        impl $name {
            /// Whether the host allows the call to be deferred: [`defer`](Self::defer) is an error for the user of another host.
            #[must_use]
            pub fn deferral_allowed(&self) -> bool {
                self.cx.deferral_allowed
            }

            /// Puts the call off: something must be known, or there, that is not yet. Return what this returns.
            ///
            /// A host that allows it asks again when more is known; the user of another one reads what to do.
            ///
            /// # Errors
            ///
            /// Always: there is no result.
            pub fn defer<T>(&mut self, reason: DeferredReason) -> Result<T> {
                self.journal(|journal| journal.deferred = Some(reason));
                Err(not_yet(reason))
            }
        }
    )*};
}

defers!(Read, ReadData, Open, Import);

/// Puts a call off, which the request's log lines say from now on.
pub(crate) fn put_off(reason: DeferredReason) -> Deferred {
    tracing::Span::current().record("tf_deferred_reason", tracing::field::debug(reason));
    Deferred { reason }
}

/// What a host is told that cannot put things off.
pub(crate) fn not_yet(reason: DeferredReason) -> Error {
    let why = match reason {
        DeferredReason::Unknown => "something that it needs is not there yet",
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
