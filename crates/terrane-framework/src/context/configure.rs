//! The context of `configure`: facts about the host, and deferral.

use terrane_protocol::DeferredReason;

use super::Configure;

/// Facts about the host.
#[derive(Debug, Clone, Default)]
pub(crate) struct Host {
    pub(crate) version: String,
    pub(crate) deferral_allowed: bool,
}

impl Configure {
    /// The host's version, such as `1.14.0`: Terraform's, or OpenTofu's own.
    #[must_use]
    pub fn host_version(&self) -> &str {
        &self.host.version
    }

    /// Whether the host supports deferral.
    #[must_use]
    pub fn deferral_allowed(&self) -> bool {
        self.host.deferral_allowed
    }

    /// Defers everything that needs the provider. The host asks again when more is known.
    ///
    /// Unknown settings defer work automatically. Call this for reasons that only the author knows, such as a service that does
    /// not exist yet. The host must allow it ([`deferral_allowed`](Self::deferral_allowed)).
    pub fn defer(&mut self, reason: DeferredReason) {
        self.cx.journal(|journal| journal.deferred = Some(reason));
    }
}
