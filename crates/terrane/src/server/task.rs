//! Author code, on tasks of its own where it waits.

use std::fmt::Display;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{self, Poll};

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
    token: &CancellationToken,
    future: BoxFuture<Result<T>>,
) -> Result<T> {
    let mut code = Code::new(future);
    here(&mut code, doing, token).await;
    code.result(doing)
}

/// Author code of one type. How it is run is there once for all types.
pub(super) struct Code<T> {
    future: Option<BoxFuture<Result<T>>>,
    started: Option<Started<T>>,
    result: Option<Result<T>>,
}

impl<T> Code<T> {
    pub(super) fn new(future: BoxFuture<Result<T>>) -> Self {
        Self {
            future: Some(future),
            started: None,
            result: None,
        }
    }

    /// What came of it.
    pub(super) fn result(self, doing: &str) -> Result<T> {
        self.result.unwrap_or_else(|| Err(ended_before(doing)))
    }
}

/// Author code of any type.
pub(super) trait Run: Send {
    /// Goes on with it until there is a result, here or where it was started.
    fn poll(&mut self, doing: &str, cx: &mut task::Context<'_>) -> Poll<()>;

    /// Starts it on a task of its own.
    fn start(&mut self, token: CancellationToken);

    fn has_failed(&self) -> bool;

    /// Lets this be its result, beside another error if there is one.
    fn fail(&mut self, error: Error);
}

impl<T: Send + 'static> Run for Code<T> {
    fn poll(&mut self, doing: &str, cx: &mut task::Context<'_>) -> Poll<()> {
        let polled = match (&mut self.future, &mut self.started) {
            (Some(future), _) => future.as_mut().poll(cx),
            (None, Some(started)) => started.poll(doing, cx),
            (None, None) => return Poll::Ready(()),
        };
        polled.map(|result| self.result = Some(result))
    }

    fn start(&mut self, token: CancellationToken) {
        self.started = self.future.take().map(|future| start(token, future));
    }

    fn has_failed(&self) -> bool {
        matches!(self.result, Some(Err(_)))
    }

    fn fail(&mut self, error: Error) {
        self.result = Some(Err(match self.result.take() {
            Some(Err(first)) => first.and(error),
            Some(Ok(_)) | None => error,
        }));
    }
}

/// Runs author code to its end, from here.
pub(super) async fn here(code: &mut dyn Run, doing: &str, token: &CancellationToken) {
    calling();
    match poll_fn(|cx| Poll::Ready(panic::catch(|| code.poll(doing, cx)))).await {
        Ok(Poll::Ready(())) => {}
        Ok(Poll::Pending) => {
            code.start(token.clone());
            poll_fn(|cx| code.poll(doing, cx)).await;
        }
        Err(report) => code.fail(panicked(doing, &report)),
    }
    called();
}

/// Does the same where the call may end before the code does, even if that blocks its thread: it is a task of its own from the beginning.
pub(super) async fn apart(code: &mut dyn Run, doing: &str, token: &CancellationToken) {
    calling();
    code.start(token.clone());
    poll_fn(|cx| code.poll(doing, cx)).await;
    called();
}

fn calling() {
    tracing::trace!("Calling the provider's code");
}

fn called() {
    tracing::trace!("Called the provider's code");
}

/// Starts author code on a task of its own.
pub(super) fn start<T: Send + 'static>(
    token: CancellationToken,
    future: BoxFuture<Result<T>>,
) -> Started<T> {
    let result = Arc::new(Mutex::new(None));
    let slot = Arc::clone(&result);
    let work = async move {
        let result = future.await;
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    };
    Started {
        task: Task::new(token, Box::pin(work)),
        result,
    }
}

/// Author code that runs. When this is dropped, the code goes on and sees `cx.cancelled()`.
pub(super) struct Started<T> {
    task: Task,
    result: Arc<Mutex<Option<Result<T>>>>,
}

impl<T> Started<T> {
    /// Waits for its end.
    pub(super) async fn outcome(mut self, doing: &str) -> Result<T> {
        poll_fn(|cx| self.poll(doing, cx)).await
    }

    fn poll(&mut self, doing: &str, cx: &mut task::Context<'_>) -> Poll<Result<T>> {
        self.task.poll(doing, cx).map(|ended| {
            ended?;
            let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
            result.take().unwrap_or_else(|| Err(ended_before(doing)))
        })
    }
}

/// Work on a task of its own, of any type.
struct Task {
    guard: Option<DropGuard>,
    ended: oneshot::Receiver<std::result::Result<(), PanicReport>>,
}

impl Task {
    fn new(token: CancellationToken, work: BoxFuture<()>) -> Self {
        let (sender, ended) = oneshot::channel();
        let work = async move {
            // If nobody waits any more, nobody is to be told.
            let _ = sender.send(panic::catch_future(work).await);
        };
        tokio::spawn(work.instrument(tracing::Span::current()));
        Self {
            guard: Some(token.drop_guard()),
            ended,
        }
    }

    fn poll(&mut self, doing: &str, cx: &mut task::Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.ended).poll(cx).map(|ended| {
            self.guard.take().map(DropGuard::disarm);
            match ended {
                Ok(Ok(())) => Ok(()),
                Ok(Err(report)) => Err(panicked(doing, &report)),
                // The runtime is going away.
                Err(_) => Err(ended_before(doing)),
            }
        })
    }
}

fn ended_before(doing: &str) -> Error {
    Error::new(doing, "The provider ended before this did.")
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
