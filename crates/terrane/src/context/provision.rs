//! What a provisioner learns of its machine, and how it tells of its work.

use super::Provision;
use crate::provisioner::Connection;

impl Provision {
    /// How to reach the machine, such as its `host`; empty without a `connection` block.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Tells the user how the work goes on.
    ///
    /// It waits while the host has not taken the last few messages, and returns at once when nobody listens any more.
    pub async fn output(&mut self, text: impl Into<String>) {
        // Without a listener there is nobody to tell.
        let _ = self.output.send(text.into()).await;
    }
}
