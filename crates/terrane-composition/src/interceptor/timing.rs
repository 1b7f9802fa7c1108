//! Measures calls.

use std::fmt;
use std::time::{Duration, Instant};

use super::{Interceptor, Next};
use terrane_plugin::catch_panic;
use terrane_protocol::{Request, ResponseFuture, Rpc};

/// Measures each call, until its answer or the start of its stream.
///
/// ```
/// use terrane_composition::Timing;
///
/// let slow = Timing::new(|call| {
///     if call.duration.as_secs() >= 10 {
///         eprintln!("{} of {:?} took {:?}", call.rpc, call.item, call.duration);
///     }
/// });
/// ```
pub struct Timing {
    report: Box<dyn Fn(&Timed<'_>) + Send + Sync>,
}

/// A measured call.
#[derive(Debug)]
pub struct Timed<'a> {
    /// The RPC.
    pub rpc: Rpc,
    /// The name of the type or function, if the call concerns one.
    pub item: Option<&'a str>,
    /// The time from the request to the answer.
    pub duration: Duration,
    /// Whether the provider answered. The diagnostics of the answer may be errors.
    pub is_answered: bool,
}

impl Timing {
    /// Passes each measured call to a function.
    pub fn new(report: impl Fn(&Timed<'_>) + Send + Sync + 'static) -> Self {
        Self {
            report: Box::new(report),
        }
    }

    /// Logs each call, at the level of debug messages.
    pub fn log() -> Self {
        Self::new(|call| {
            let Timed {
                rpc,
                item,
                duration,
                is_answered,
            } = *call;
            let microseconds = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
            tracing::debug!(rpc = rpc.name(), item, microseconds, is_answered, "call");
        })
    }
}

impl Interceptor for Timing {
    fn call<'a>(&'a self, request: Request, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            let rpc = request.rpc();
            let item = request.item().map(|item| item.name().to_owned());
            let start = Instant::now();
            let answer = next.call(request).await;
            let timed = Timed {
                rpc,
                item: item.as_deref(),
                duration: start.elapsed(),
                is_answered: answer.is_ok(),
            };
            // The answer is complete. A panic of the report must not lose it.
            if catch_panic(|| (self.report)(&timed), |_| ()).is_err() {
                tracing::error!(rpc = rpc.name(), "the report of a call's time panicked");
            }
            answer
        })
    }
}

impl fmt::Debug for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timing").finish_non_exhaustive()
    }
}
