//! The ephemeral resources that a run has opened.

use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use terrane_protocol::Opaque;
use tokio::sync::Notify;

use super::running::Running;
use crate::address::ResourceInstance;

/// The ephemeral resources that are open, in the order in which they were opened.
#[derive(Default)]
pub(crate) struct Opened {
    pub(crate) all: Mutex<Vec<Ephemeral>>,
    /// Tells that another one was opened.
    pub(crate) another: Notify,
}

/// An open ephemeral resource.
#[derive(Clone)]
pub(crate) struct Ephemeral {
    pub(crate) address: ResourceInstance,
    pub(crate) running: Arc<Running>,
    pub(crate) private: Option<Opaque>,
    pub(crate) renew_at: Option<SystemTime>,
}
