//! How an action tells of its progress.

use super::Invoke;

impl Invoke {
    /// Tells the user how the action goes on.
    ///
    /// It waits while the host has not taken the last few messages, and returns at once when nobody listens any more.
    pub async fn progress(&mut self, message: impl Into<String>) {
        // Without a listener there is nobody to tell.
        let _ = self.progress.send(message.into()).await;
    }
}
