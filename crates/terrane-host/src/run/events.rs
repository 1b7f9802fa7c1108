//! What a run reports while it works, and how it is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

use crate::diagnostics::Report;
use crate::plan::Action;

/// Progress of a plan or an apply.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// An object is being read.
    Reading(String),
    /// A change of an object has started.
    Started {
        /// The address of the instance.
        address: String,
        /// The action. A replacement consists of a deletion and a creation.
        action: Action,
    },
    /// A change of an object has ended.
    Finished {
        /// The address of the instance.
        address: String,
        /// The action.
        action: Action,
        /// Whether it succeeded.
        success: bool,
    },
    /// An error or warning.
    Diagnostic(Report),
}

/// Stops a run: no new step starts, and running calls are awaited.
///
/// ```
/// use terrane_host::engine::Stop;
///
/// let stop = Stop::new();
/// let other = stop.clone();
/// other.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<(AtomicBool, Notify)>);

impl Stop {
    /// Creates a token that has not been used.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the run.
    pub fn stop(&self) {
        self.0.0.store(true, Ordering::SeqCst);
        self.0.1.notify_one();
    }

    /// Returns whether the run is stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.0.load(Ordering::SeqCst)
    }

    /// Waits until the run is stopped.
    pub(crate) async fn stopped(&self) {
        while !self.is_stopped() {
            self.0.1.notified().await;
        }
    }
}
