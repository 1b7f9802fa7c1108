//! The end of a call: its deadline, and the stop of the host.

use std::pin::pin;
use std::time::{Duration, Instant};

use terrane::context::Context;
use tokio::time::timeout;

use crate::error::{Error, ErrorKind, Stop};

/// How long a request that changes something may continue after the end of its call. Without its answer, the provider would not know what exists.
/// The framework answers the host in the call's place 10 s after the end.
const GRACE: Duration = Duration::from_secs(5);

/// Runs a future until it completes or the call ends.
pub(crate) async fn within<T>(
    cx: &Context,
    waiting_for: &str,
    future: impl Future<Output = T>,
) -> Result<T, Error> {
    tokio::select! {
        biased;
        () = cx.cancelled() => Err(stopped(cx, waiting_for, false)),
        result = future => Ok(result),
    }
}

/// Runs an exchange that may change something. After the end of the call, it has a grace to complete.
pub(crate) async fn within_grace<T>(
    cx: &Context,
    request: &str,
    exchange: impl Future<Output = T>,
) -> Result<T, Error> {
    if cx.is_cancelled() {
        return Err(stopped(cx, request, false));
    }
    let mut exchange = pin!(exchange);
    tokio::select! {
        result = &mut exchange => return Ok(result),
        () = cx.cancelled() => {}
    }
    timeout(GRACE, exchange)
        .await
        .map_err(|_| stopped(cx, request, true))
}

/// Whether a wait would last until the end of the call.
pub(crate) fn outlasts(cx: &Context, wait: Duration) -> bool {
    cx.deadline().is_some_and(|deadline| {
        tokio::time::Instant::now()
            .into_std()
            .checked_add(wait)
            .is_none_or(|end| end >= deadline)
    })
}

pub(crate) fn stopped(cx: &Context, waiting_for: &str, applied: bool) -> Error {
    let now: Instant = tokio::time::Instant::now().into_std();
    ErrorKind::Stopped(Stop {
        waiting_for: waiting_for.to_owned(),
        deadline: cx.deadline().is_some_and(|deadline| now >= deadline),
        applied,
    })
    .into()
}
