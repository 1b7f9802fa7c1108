//! Calls that take too long.

use std::pin::pin;
use std::time::Duration;

use terrane_value::Object;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::task::{self, Code, Run};
use crate::error::{Error, Result};
use crate::resource::BoxFuture;
use crate::schema::Block;
use crate::timeouts::{self, Limit};

/// How long a call may go on once it has been told to end: enough to record what there is.
const GRACE: Duration = Duration::from_secs(10);

/// When one call has to be over, if ever.
#[derive(Debug)]
pub(super) struct Deadline {
    operation: &'static str,
    limit: Option<(Instant, Limit)>,
}

impl Deadline {
    /// The deadline of an operation that begins now: the object's timeouts or the schema's defaults set it.
    pub(super) fn of(block: &Block, object: Option<&Object>, operation: &'static str) -> Self {
        let limit = object.and_then(|object| timeouts::limit(block, object, operation));
        Self {
            operation,
            limit: limit
                .and_then(|limit| Some((Instant::now().checked_add(limit.duration)?, limit))),
        }
    }

    pub(super) fn at(&self) -> Option<std::time::Instant> {
        self.limit.as_ref().map(|(at, _)| at.into_std())
    }

    fn passed(&self, limit: &Limit, ended: bool) -> Error {
        let after = match ended {
            true => String::new(),
            false => format!(
                " The provider was told to end and has not within {} s: what it did since then is not in the state.",
                GRACE.as_secs()
            ),
        };
        Error::new(
            "The time is over",
            format!(
                "This did not end within {}, the time that it has to {}.{after} If it needs more, say so in the configuration: {}.",
                limit.shown(),
                self.operation,
                limit.advice(self.operation),
            ),
        )
    }

    /// Whether nothing is lost if the call ends without a result.
    fn only_looks(&self) -> bool {
        matches!(self.operation, "read" | "list")
    }
}

/// What is said of a call that the user interrupted and that did not end.
fn interrupted() -> Error {
    Error::new(
        "Interrupted",
        "The host was interrupted. The provider was told to end, and has not: what it did since then is not in the state.",
    )
}

/// Limits a future of author code that is started elsewhere: it ends soon after the deadline.
pub(super) fn limited<T: Send + 'static>(
    doing: &str,
    token: &CancellationToken,
    deadline: Deadline,
    future: BoxFuture<Result<T>>,
) -> BoxFuture<Result<T>> {
    if deadline.limit.is_none() && !deadline.only_looks() {
        return future;
    }
    let (doing, token) = (doing.to_owned(), token.clone());
    Box::pin(async move { run(&doing, token, &deadline, future).await })
}

/// Runs author code to its end, or waits until the deadline and a little longer.
///
/// At the deadline the code is told to end. If it does not, the call ends without it; it goes on as long as the host lets the provider
/// live. Where the user interrupts the host, the code is told at once: what only looks has a little time from then on, what changes
/// the world all of its own, because a result that comes late is better than an object that nobody knows of.
pub(super) async fn run<T: Send + 'static>(
    doing: &str,
    token: CancellationToken,
    deadline: &Deadline,
    future: BoxFuture<Result<T>>,
) -> Result<T> {
    let mut code = Code::new(future);
    deadline.run(&mut code, doing, &token).await;
    code.result(doing)
}

/// Runs author code that only looks, to its end or until a little after the user interrupts the host.
pub(super) async fn look<T: Send + 'static>(
    doing: &str,
    token: CancellationToken,
    future: BoxFuture<Result<T>>,
) -> Result<T> {
    let mut code = Code::new(future);
    until_interrupted(&mut code, doing, &token).await;
    code.result(doing)
}

impl Deadline {
    async fn run(&self, code: &mut dyn Run, doing: &str, token: &CancellationToken) {
        match &self.limit {
            Some((at, limit)) => self.until(*at, limit, code, doing, token).await,
            None if self.only_looks() => until_interrupted(code, doing, token).await,
            None => task::here(code, doing, token).await,
        }
    }

    async fn until(
        &self,
        at: Instant,
        limit: &Limit,
        code: &mut dyn Run,
        doing: &str,
        token: &CancellationToken,
    ) {
        let (ended, stopped) = {
            let mut call = pin!(task::apart(code, doing, token));
            tokio::select! {
                biased;
                () = &mut call => return,
                () = sleep_until(at) => {}
                () = token.cancelled(), if self.only_looks() => {}
            }
            let stopped = token.is_cancelled();
            token.cancel();
            (timeout(GRACE, call).await.is_ok(), stopped)
        };
        if !ended && stopped {
            code.fail(interrupted());
        } else if !ended || code.has_failed() && !stopped {
            code.fail(self.passed(limit, ended));
        }
    }
}

async fn until_interrupted(code: &mut dyn Run, doing: &str, token: &CancellationToken) {
    let ended = {
        let mut call = pin!(task::here(code, doing, token));
        tokio::select! {
            biased;
            () = &mut call => return,
            () = token.cancelled() => {}
        }
        timeout(GRACE, call).await.is_ok()
    };
    if !ended {
        code.fail(interrupted());
    }
}
