//! Progress messages of actions.

use super::InvokeContext;

impl InvokeContext {
    /// Shows a progress message to the user.
    ///
    /// It waits while the host has not read the last few messages, and returns at once if the host has stopped listening.
    pub async fn progress(&mut self, message: impl Into<String>) {
        // Without a listener the message is dropped.
        let _ = self.progress.send(message.into()).await;
    }
}
