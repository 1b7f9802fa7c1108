//! The rate of requests that all calls share.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The period whose accepted requests are counted.
const SECOND: Duration = Duration::from_secs(1);
/// How long a changed rate stays before it is reduced again, so that requests which were sent before the change do not count twice.
const SETTLED: Duration = Duration::from_secs(2);

/// The rate after a refusal, as a part of what the API has accepted.
const REDUCED: f64 = 0.95;
/// The least rate after the first refusal.
const FIRST: f64 = 10.0;
/// The growth of the rate in a second.
const FAST: f64 = 1.02;
/// The growth of the rate in a second, close to the rate of the last refusal.
const SLOW: f64 = 1.002;
/// How long the rate of a refusal counts: the API may have another limit later.
const FORGOTTEN: Duration = Duration::from_secs(30);

/// Spaces requests, and adapts to an API that refuses some because there are too many.
///
/// Without a maximum and before the first refusal, requests are not delayed. A refusal reduces the rate to what the API has accepted in the last second.
/// While requests are accepted, the rate grows again by 2 % a second,
/// and by 0.2 % close to the rate of the last refusal.
#[derive(Debug)]
pub(crate) struct Rate(Mutex<State>);

#[derive(Debug)]
struct State {
    /// The maximum of requests per second.
    most: Option<f64>,
    /// The current number of requests per second.
    current: Option<f64>,
    /// When the rate was reduced.
    reduced: Option<Instant>,
    /// When the rate has grown.
    grown: Option<Instant>,
    /// The rate at which the API has refused a request.
    refused_at: Option<f64>,
    /// The time of the next request.
    next: Option<Instant>,
    /// No request is sent before this time.
    paused: Option<Instant>,
    /// When the API accepted requests in the last second.
    accepted: VecDeque<Instant>,
}

impl Rate {
    pub(crate) fn new(most: Option<f64>) -> Self {
        Self(Mutex::new(State {
            most,
            current: most,
            reduced: None,
            grown: None,
            refused_at: None,
            next: None,
            paused: None,
            accepted: VecDeque::new(),
        }))
    }

    /// Waits until a request may be sent.
    pub(crate) async fn turn(&self) {
        let mut at = self.state().reserve(Instant::now());
        loop {
            if at > Instant::now() {
                tokio::time::sleep_until(at).await;
            }
            // A refusal of another request may have paused all since.
            let now = Instant::now();
            let mut state = self.state();
            match state.paused {
                Some(until) if until > now => at = state.reserve(now),
                _ => return,
            }
        }
    }

    /// Counts a request that the API has accepted.
    pub(crate) fn accepted(&self) {
        self.state().accept(Instant::now());
    }

    /// Reduces the rate after a refusal, and pauses all requests for the time that the API asks for.
    pub(crate) fn refused(&self, wait: Option<Duration>) {
        self.state().refuse(Instant::now(), wait);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the time for the next request.
    fn reserve(&mut self, now: Instant) -> Instant {
        let mut at = self.paused.map_or(now, |until| until.max(now));
        if let Some(rate) = self.current {
            at = self.next.map_or(at, |next| next.max(at));
            self.next = Some(at + Duration::from_secs_f64(1.0 / rate));
        }
        at
    }

    fn accept(&mut self, now: Instant) {
        self.forget(now);
        self.accepted.push_back(now);
        let Some(rate) = self.current else { return };
        let changed = self.reduced.max(self.grown);
        if changed.is_some_and(|at| now < at + SECOND) {
            return;
        }
        if self.reduced.is_some_and(|at| now >= at + FORGOTTEN) {
            self.refused_at = None;
        }
        let near = self.refused_at.is_some_and(|at| rate * FAST > at);
        let grown = rate * if near { SLOW } else { FAST };
        self.current = Some(self.most.map_or(grown, |most| grown.min(most)));
        self.grown = Some(now);
    }

    fn refuse(&mut self, now: Instant, wait: Option<Duration>) {
        self.forget(now);
        if let Some(wait) = wait {
            let until = now + wait;
            self.paused = Some(self.paused.map_or(until, |paused| paused.max(until)));
            // Requests that have a later time take another one after the pause.
            self.next = None;
        }
        if self.reduced.is_some_and(|at| now < at + SETTLED) {
            return;
        }
        let count = u32::try_from(self.accepted.len()).unwrap_or(u32::MAX);
        // Few requests before the first refusal do not show the limit.
        let least = self.current.map_or(FIRST, |_| 1.0);
        let accepted = f64::from(count).max(least);
        self.refused_at = Some(accepted);
        let reduced = accepted * REDUCED;
        self.current = Some(
            self.current
                .map_or(reduced, |rate| reduced.min(rate * REDUCED)),
        );
        self.reduced = Some(now);
    }

    fn forget(&mut self, now: Instant) {
        while self.accepted.front().is_some_and(|at| *at + SECOND < now) {
            self.accepted.pop_front();
        }
    }
}
