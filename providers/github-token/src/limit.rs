//! GitHub's rate limits: how long to wait before a refused request is repeated.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use terrane_api::Refusal;
use terrane_api::http::StatusCode;

/// GitHub asks for a minute after a secondary limit that does not say how long it lasts.
const UNSPECIFIED: Duration = Duration::from_secs(60);

/// Returns how long to wait, if a rate limit is the reason of an answer.
///
/// The primary limit has no requests remaining until a time. A secondary limit names the seconds to wait, or mentions the limit in its text.
pub(crate) fn wait(refusal: &Refusal) -> Option<Duration> {
    let status = refusal.status();
    if !matches!(
        status,
        StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS
    ) {
        return None;
    }
    let number = |name: &str| refusal.header(name)?.parse::<u64>().ok();
    if let Some(seconds) = number("retry-after") {
        return Some(Duration::from_secs(seconds));
    }
    if number("x-ratelimit-remaining") == Some(0) {
        let reset = UNIX_EPOCH + Duration::from_secs(number("x-ratelimit-reset").unwrap_or(0));
        let left = reset.duration_since(SystemTime::now()).unwrap_or_default();
        // The clocks may differ by a part of a second.
        return Some(left + Duration::from_secs(1));
    }
    let names_limit = refusal.message().contains("rate limit");
    let is_limit = status == StatusCode::TOO_MANY_REQUESTS || names_limit;
    is_limit.then_some(UNSPECIFIED)
}
