//! Ephemeral resources: opened, renewed and closed within one run, never stored.

use std::time::SystemTime;

use super::DeferredReason;
use crate::{Diagnostics, DynamicValue, Opaque};

/// Answers [`Request::OpenEphemeralResource`](crate::Request::OpenEphemeralResource).
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
    pub deferred: Option<DeferredReason>,
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
