//! Which requests are repeated, and when.

use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBackoff, ExponentialBuilder};
use http::StatusCode;

/// How requests are repeated.
///
/// A request is repeated after an error of the connection or of a server only if it changes nothing, or if it is declared
/// [`repeatable`](crate::Request::repeatable). A request that the API has certainly not carried out is always repeated: the connection could not be
/// made, or the API limits the number of requests (status 429).
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// let retry = terrane_api::Retry::default().attempts(3).first_delay(Duration::from_secs(1));
/// ```
#[derive(Debug, Clone)]
pub struct Retry {
    attempts: usize,
    first: Duration,
    longest: Duration,
    patience: Duration,
}

impl Default for Retry {
    /// Five attempts, delays from 0.5 s to 30 s, and at most 15 minutes of waiting for a limit of the API.
    fn default() -> Self {
        Self {
            attempts: 5,
            first: Duration::from_millis(500),
            longest: Duration::from_secs(30),
            patience: Duration::from_secs(900),
        }
    }
}

impl Retry {
    /// Sends each request once, except while the API limits the number of requests.
    #[must_use]
    pub fn never() -> Self {
        Self::default().attempts(1)
    }

    /// Sets the maximum number of attempts. Refusals because of too many requests do not count.
    #[must_use]
    pub fn attempts(mut self, attempts: usize) -> Self {
        self.attempts = attempts.max(1);
        self
    }

    /// Sets the delay after the first attempt. Each delay is twice as long as the one before, and a random part is added.
    #[must_use]
    pub fn first_delay(mut self, delay: Duration) -> Self {
        self.first = delay;
        self
    }

    /// Sets the longest delay that this client chooses. An API can ask for a longer one.
    #[must_use]
    pub fn longest_delay(mut self, delay: Duration) -> Self {
        self.longest = delay;
        self
    }

    /// Sets how long a request may wait for a limit of the API in all. The deadline of the call counts, too.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Starts the delays of a request.
    pub(crate) fn delays(&self) -> Delays {
        let policy = ExponentialBuilder::new()
            .with_min_delay(self.first)
            .with_max_delay(self.longest)
            .with_jitter();
        Delays {
            failures: policy.with_max_times(self.attempts - 1).build(),
            limits: policy.without_max_times().build(),
            waited: Duration::ZERO,
            patience: self.patience,
        }
    }
}

/// The delays between the attempts of one request.
#[derive(Debug)]
pub(crate) struct Delays {
    failures: ExponentialBackoff,
    limits: ExponentialBackoff,
    waited: Duration,
    patience: Duration,
}

impl Delays {
    /// Returns the delay after a failure, at least the time that the API asks for. `None` after the last attempt.
    pub(crate) fn after_failure(&mut self, asked: Option<Duration>) -> Option<Duration> {
        let delay = self.failures.next()?;
        self.within_patience(delay.max(asked.unwrap_or_default()))
    }

    /// Returns the delay after a refusal because of too many requests. `None` if it would be too long.
    pub(crate) fn after_limit(&mut self, asked: Option<Duration>) -> Option<Duration> {
        let delay = match asked {
            Some(asked) => asked,
            None => self.limits.next()?,
        };
        self.within_patience(delay)
    }

    fn within_patience(&mut self, delay: Duration) -> Option<Duration> {
        self.waited = self.waited.saturating_add(delay);
        (self.waited <= self.patience).then_some(delay)
    }
}

/// Whether a status may be another one at the next attempt.
pub(crate) fn is_temporary(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::REQUEST_TIMEOUT
            | StatusCode::TOO_EARLY
            | StatusCode::INTERNAL_SERVER_ERROR
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}
