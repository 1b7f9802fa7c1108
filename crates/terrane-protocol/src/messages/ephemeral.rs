//! Ephemeral resources: opened, renewed and closed within one run, never stored.

use std::time::SystemTime;

use super::{ClientCapabilities, Deferred};
use crate::{Diagnostics, DynamicValue, Opaque};

/// Opens an ephemeral resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OpenEphemeralResourceRequest {
    /// The type of ephemeral resource.
    pub type_name: String,
    /// The configuration, wholly known.
    pub config: DynamicValue,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
}

/// Answers [`OpenEphemeralResourceRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OpenEphemeralResourceResponse {
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// The time by which the resource must be renewed. `None` if it needs no renewal.
    pub renew_at: Option<SystemTime>,
    /// The configuration and the opened values.
    pub result: DynamicValue,
    /// Data for renewing and closing.
    pub private: Option<Opaque>,
    /// Set if the provider defers the answer.
    pub deferred: Option<Deferred>,
}

/// Answers [`Request::RenewEphemeralResource`](crate::Request::RenewEphemeralResource).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RenewEphemeralResourceResponse {
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// The time of the next renewal. `None` if it needs no further renewal.
    pub renew_at: Option<SystemTime>,
    /// Data for renewing and closing.
    pub private: Option<Opaque>,
}
