//! The context of a provisioner: the connection to the machine, and progress messages.

use std::collections::BTreeMap;

use super::ProvisionContext;

/// The connection to a machine: the settings of the `connection` block, all as text.
pub type Connection = BTreeMap<String, String>;

impl ProvisionContext {
    /// The settings of the connection to the machine, such as its `host`. Empty without a `connection` block.
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Shows a progress message to the user.
    ///
    /// It waits while the host has not read the last few messages, and returns at once if the host has stopped listening.
    pub async fn output(&mut self, text: impl Into<String>) {
        // Without a listener the message is dropped.
        let _ = self.output.send(text.into()).await;
    }
}
