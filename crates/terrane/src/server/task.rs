//! Author code, on tasks of its own where it waits.

use std::fmt::Display;
use std::future::poll_fn;
use std::task::Poll;

use terrane_protocol::{Diagnostic, Diagnostics};
use tokio::sync::oneshot;
use tokio_util::sync::{CancellationToken, DropGuard};
use tracing::Instrument as _;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::panic::{self, PanicReport};
use crate::resource::BoxFuture;
use crate::secret;

/// Runs author code to its end.
///
/// It begins where its call is answered, because most code that is asked for something small never waits. What waits goes on as a task of its
/// own: when the caller is dropped, because the host reset the call or went away, it only sees `cx.cancelled()`. A panic is an error that
/// names the operation and the place.
pub(super) async fn run<T: Send + 'static>(
    doing: &str,
    token: impl FnOnce() -> CancellationToken,
    mut future: BoxFuture<Result<T>>,
) -> Result<T> {
    tracing::trace!("Calling the provider's code");
    let first = poll_fn(|cx| Poll::Ready(panic::catch(|| future.as_mut().poll(cx)))).await;
    let result = match first {
        Ok(Poll::Ready(result)) => result,
        Ok(Poll::Pending) => start(token(), future).outcome(doing).await,
        Err(report) => Err(panicked(doing, &report)),
    };
    tracing::trace!("Called the provider's code");
    result
}

/// Does the same where the call may end before the code does, even if that blocks its thread: it is a task of its own from the beginning.
pub(super) async fn run_apart<T: Send + 'static>(
    doing: &str,
    token: CancellationToken,
    future: BoxFuture<Result<T>>,
) -> Result<T> {
    tracing::trace!("Calling the provider's code");
    let result = start(token, future).outcome(doing).await;
    tracing::trace!("Called the provider's code");
    result
}

/// Starts author code on a task of its own.
pub(super) fn start<T: Send + 'static>(
    token: CancellationToken,
    future: BoxFuture<Result<T>>,
) -> Started<T> {
    let (ended, outcome) = oneshot::channel();
    let work = async move {
        // If nobody waits any more, nobody is to be told.
        let _ = ended.send(panic::catch_future(future).await);
    };
    spawn(Box::pin(work));
    Started {
        guard: token.drop_guard(),
        outcome,
    }
}

/// Spawns work of any kind; what a runtime's task is made of is large, and so there once.
fn spawn(work: BoxFuture<()>) {
    tokio::spawn(work.instrument(tracing::Span::current()));
}

/// Author code that runs. When this is dropped, the code goes on and sees `cx.cancelled()`.
pub(super) struct Started<T> {
    guard: DropGuard,
    outcome: oneshot::Receiver<Result<Result<T>, PanicReport>>,
}

impl<T> Started<T> {
    /// Waits for its end.
    pub(super) async fn outcome(self, doing: &str) -> Result<T> {
        let outcome = self.outcome.await;
        self.guard.disarm();
        match outcome {
            Ok(Ok(result)) => result,
            Ok(Err(report)) => Err(panicked(doing, &report)),
            // The runtime is going away.
            Err(_) => Err(Error::new(doing, "The provider ended before this did.")),
        }
    }
}

/// Calls author code that says what there is to run: it may panic before that, too.
pub(super) fn begin<T: Send + 'static>(
    doing: &str,
    code: impl FnOnce() -> BoxFuture<Result<T>>,
) -> BoxFuture<Result<T>> {
    catch(doing, code).unwrap_or_else(|error| Box::pin(async { Err(error) }))
}

fn panicked(doing: &str, report: &dyn Display) -> Error {
    Error::new(doing, panic_detail(report))
}

fn panic_detail(report: &dyn Display) -> String {
    format!(
        "The provider panicked: {report}. This is a bug in the provider; other resources are not affected."
    )
}

/// Runs author code that waits for nothing, such as a validator or a default; its panic is a diagnostic.
pub(super) fn call<T>(doing: &str, code: impl FnOnce() -> T) -> std::result::Result<T, Diagnostic> {
    panic::catch(code).map_err(|report| Diagnostic::error(doing, panic_detail(&report)))
}

/// Does the same where the code can fail in the author's words too; its panic is an error like those.
pub(super) fn catch<T>(doing: &str, code: impl FnOnce() -> T) -> Result<T> {
    panic::catch(code).map_err(|report| panicked(doing, &report))
}

/// Hides what the author's code has hidden so far in all that this request still says.
pub(super) fn hide_noted(cx: &Context) {
    for text in cx.journal(|journal| std::mem::take(&mut journal.hidden)) {
        secret::hide(&text);
    }
}

/// Collects what a call said, and its error.
pub(super) fn report(cx: &Context, error: Option<Error>, doing: &str) -> Diagnostics {
    hide_noted(cx);
    let mut diagnostics = Diagnostics::new();
    for diagnostic in cx.journal(|journal| std::mem::take(&mut journal.diagnostics)) {
        diagnostics.push(diagnostic);
    }
    for diagnostic in cx.journal(|journal| journal.private.take_refused().collect::<Vec<_>>()) {
        diagnostics.push(diagnostic);
    }
    for diagnostic in error
        .into_iter()
        .flat_map(|error| error.into_diagnostics(doing))
    {
        diagnostics.push(diagnostic);
    }
    diagnostics
}
