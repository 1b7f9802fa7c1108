//! Deferral of calls by author code.

use terrane_protocol::{Deferred, DeferredReason};

use super::{Configure, Import, Open, ReadData, ReadResource};
use crate::error::{Error, Result};

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
    "Defers the call." ReadResource,
    "Defers the call." ReadData,
    "Defers the call." Open,
    "Defers the call." Import,
    "Defers everything that needs the provider. Unknown settings do so without this method." Configure,
}

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
            "This has to wait, because {why}, and this host cannot defer it. Apply what it needs first, with `-target`, then the rest."
        ),
    )
}
