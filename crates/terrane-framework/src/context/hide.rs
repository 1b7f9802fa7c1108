//! Secrets that are not part of a schema.

use super::Context;
use crate::secret;

impl Context {
    /// Hides a text in the log from now on, and in the diagnostics of this call.
    ///
    /// Sensitive and write-only attributes are hidden without this. Call it for secrets that the provider obtains: the token of a session, a
    /// password within an address. Secrets that [`ConfigureContext`](super::ConfigureContext) hides are hidden for the lifetime of the process.
    ///
    /// Texts of fewer than four bytes and words such as `true` are not hidden, because too much other text would be.
    ///
    /// # Examples
    ///
    /// ```
    /// # use terrane::context::ConfigureContext;
    /// # async fn log_in(_: &str) -> terrane::Result<String> { Ok(String::new()) }
    /// # async fn configure(password: &str, cx: &ConfigureContext) -> terrane::Result<()> {
    /// let session = log_in(password).await?;
    /// cx.hide(&session);
    /// # Ok(())
    /// # }
    /// ```
    pub fn hide(&self, secret: &str) {
        secret::hide(secret);
        self.journal(|journal| journal.hidden.push(secret.to_owned()));
    }
}
