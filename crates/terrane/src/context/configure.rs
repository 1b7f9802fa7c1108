//! What the provider learns of its host, and what it can ask of it, when it is configured.

use terrane_protocol::DeferredReason;

use super::Configure;

/// The host, as far as it tells about itself.
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

    /// Whether the host lets work be put off.
    #[must_use]
    pub fn deferral_allowed(&self) -> bool {
        self.host.deferral_allowed
    }

    /// Puts off everything that needs the provider: the host asks again when more is known.
    ///
    /// Settings that are not known put work off by themselves; this is for what only the author can tell, such as a service that does
    /// not exist yet. The host must allow it ([`deferral_allowed`](Self::deferral_allowed)).
    pub fn defer(&mut self, reason: DeferredReason) {
        self.cx.journal(|journal| journal.deferred = Some(reason));
    }
}
