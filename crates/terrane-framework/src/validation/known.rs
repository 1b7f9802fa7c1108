//! The features of the host that validation depends on.

use terrane_protocol::ClientCapabilities;

/// The optional features of schemas that the host supports.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// Whether write-only values are supported.
    pub(crate) write_only: bool,
    /// Whether computed blocks are supported.
    pub(crate) computed_blocks: bool,
}

impl Known {
    /// No optional feature.
    pub(crate) const NONE: Self = Self {
        write_only: false,
        computed_blocks: false,
    };

    /// Write-only values alone.
    pub(crate) const WRITE_ONLY: Self = Self {
        write_only: true,
        ..Self::NONE
    };

    /// Returns the features of a host with these capabilities.
    pub(crate) fn of(host: &ClientCapabilities) -> Self {
        Self {
            write_only: host.write_only_attributes_allowed,
            computed_blocks: host.computed_blocks_allowed,
        }
    }
}
