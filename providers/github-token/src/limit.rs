//! GitHub's rate limits: how long to wait before a refused request is repeated.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ureq::http::{HeaderMap, StatusCode};

/// GitHub asks for a minute after a secondary limit that does not say how long it lasts.
const UNSPECIFIED: Duration = Duration::from_secs(60);

/// Returns how long to wait, if a rate limit is the reason of an answer.
///
/// The primary limit has no requests remaining until a time. A secondary limit names the seconds to wait, or mentions the limit in its text.
pub(crate) fn wait(status: StatusCode, headers: &HeaderMap, body: &str) -> Option<Duration> {
    if !matches!(
        status,
        StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS
    ) {
        return None;
    }
    let number = |name: &str| headers.get(name)?.to_str().ok()?.parse::<u64>().ok();
    if let Some(seconds) = number("retry-after") {
        return Some(Duration::from_secs(seconds));
    }
    if number("x-ratelimit-remaining") == Some(0) {
        let reset = UNIX_EPOCH + Duration::from_secs(number("x-ratelimit-reset").unwrap_or(0));
        let left = reset.duration_since(SystemTime::now()).unwrap_or_default();
        // The clocks may differ by a part of a second.
        return Some(left + Duration::from_secs(1));
    }
    let is_limit = status == StatusCode::TOO_MANY_REQUESTS || body.contains("rate limit");
    is_limit.then_some(UNSPECIFIED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, String)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| ((*name).parse().unwrap(), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn each_limit_names_its_time() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let reset = (now.as_secs() + 10).to_string();
        let primary = headers(&[
            ("x-ratelimit-remaining", "0".to_owned()),
            ("x-ratelimit-reset", reset),
        ]);
        let waits = wait(StatusCode::FORBIDDEN, &primary, "").unwrap();
        assert!((9..=11).contains(&waits.as_secs()), "{waits:?}");

        let secondary = headers(&[("retry-after", "7".to_owned())]);
        let waits = wait(StatusCode::TOO_MANY_REQUESTS, &secondary, "");
        assert_eq!(waits, Some(Duration::from_secs(7)));

        let silent = "You have exceeded a secondary rate limit.";
        let waits = wait(StatusCode::FORBIDDEN, &headers(&[]), silent);
        assert_eq!(waits, Some(UNSPECIFIED));
    }

    #[test]
    fn another_refusal_is_no_limit() {
        let remaining = headers(&[("x-ratelimit-remaining", "59".to_owned())]);
        let body = "Resource not accessible by integration";
        assert_eq!(wait(StatusCode::FORBIDDEN, &remaining, body), None);
        assert_eq!(wait(StatusCode::NOT_FOUND, &remaining, "rate limit"), None);
    }
}
