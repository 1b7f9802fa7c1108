//! Waiting, and the time.

use jiff::Timestamp;
use terrane::context::Context;
use terrane::prelude::*;
use terrane_types::GoDuration;

/// Waits for a duration such as `30s`, or until the call is cancelled.
pub(crate) async fn wait(duration: Option<&str>, cx: &Context) -> Result<()> {
    let Some(text) = duration else { return Ok(()) };
    let duration: GoDuration = text.parse().summary("Unexpected duration")?;
    tokio::select! {
        () = tokio::time::sleep(duration.duration().unwrap_or_default()) => Ok(()),
        () = cx.cancelled() => Err(Error::new("Pause was stopped", "The pause was not over.")),
    }
}

/// Returns the present time in whole seconds, in RFC 3339 format.
pub(crate) fn now() -> String {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second())
        .unwrap_or(now)
        .to_string()
}
