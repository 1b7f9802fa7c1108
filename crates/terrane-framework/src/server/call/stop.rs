//! The stop of all calls of a server.

use std::sync::Mutex;

use tokio_util::sync::CancellationToken;

use crate::locks::lock;

/// Tells the calls of a server to stop. Calls that start later are not concerned.
pub(crate) struct Stop {
    /// The parent of all tokens: the end of the process.
    terminating: CancellationToken,
    current: Mutex<CancellationToken>,
}

impl Stop {
    pub(crate) fn new(terminating: CancellationToken) -> Self {
        Self {
            current: Mutex::new(terminating.child_token()),
            terminating,
        }
    }

    /// Stops the calls that have started.
    pub(crate) fn stop_calls(&self) {
        let next = self.terminating.child_token();
        std::mem::replace(&mut *lock(&self.current), next).cancel();
    }

    /// The token of a call that starts now.
    pub(crate) fn token(&self) -> CancellationToken {
        lock(&self.current).clone()
    }
}
