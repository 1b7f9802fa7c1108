//! Secrets that no schema knows of.

use super::Context;
use crate::secret;

impl Context {
    /// Hides a text wherever people could read it: in the log from now on, and in what this call tells the user.
    ///
    /// What the schema calls sensitive is hidden without this. It is for what the provider gets to know by itself: the token of a session, a
    /// password within an address. What a [`Configure`](super::Configure) hides is hidden as long as the provider lives.
    ///
    /// A text of fewer than four bytes, or a word such as `true`, is not hidden: too much else would be.
    ///
    /// # Examples
    ///
    /// ```
    /// # use terrane::context::Configure;
    /// # async fn log_in(_: &str) -> terrane::Result<String> { Ok(String::new()) }
    /// # async fn configure(password: &str, cx: &Configure) -> terrane::Result<()> {
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
