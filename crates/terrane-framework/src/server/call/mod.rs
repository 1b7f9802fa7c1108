//! One call of the host: a task that runs author code, and a supervisor that answers the host.
//!
//! The supervisor never runs author code, and never waits for a lock that author code can hold. It waits for the task, the deadline and the exit of
//! the host. If the task does not return in time, the supervisor answers without it. If the host drops a call, the supervisor is dropped and the
//! task's token is cancelled, but the task runs until it returns.

pub(super) mod answer;
pub(super) mod applying;
pub(super) mod author;
mod checks;
pub(super) mod chunks;
pub(super) mod configuration;
pub(super) mod counted;
pub(super) mod environment;
pub(super) mod equal;
pub(super) mod identity;
pub(super) mod messages;
pub(super) mod place;
pub(super) mod private;
mod reread;
pub(super) mod stop;
pub(super) mod stores;
pub(super) mod unencodable;
pub(super) mod values;

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use terrane_plugin::AuthorRuntime;
use terrane_protocol::{BoxFuture, BoxStream, Diagnostics, RpcError};
use terrane_value::Object;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::{CancellationToken, DropGuard};

use self::answer::{CallScope, Event, Message};
use self::author::report;
use crate::context::{CallRecord, Context, Private};
use crate::dynamic::BoxFuture as AuthorFuture;
use crate::error::{Error, Result};
use crate::locks::lock;
use crate::messages::calls;
use crate::panic::{self, PanicReport};
use crate::schema::Block;
use crate::timeouts::Deadline;

/// How long author code may continue after its deadline. The same grace applies after an interruption if the call has recorded no object.
pub(crate) const GRACE: Duration = Duration::from_secs(10);

/// The maximum length of texts in which a supervisor itself searches for secrets, in bytes. It takes about a millisecond.
const SEARCHED_AT_ONCE: usize = 32 << 10;

/// The state that the task of a call and its supervisor share.
pub(crate) struct Call {
    rpc: &'static str,
    /// Cancelled when the host is interrupted, and when the process is asked to terminate.
    stop: CancellationToken,
    /// How long the call may continue after an interruption once it has recorded an object.
    interrupt_grace: Duration,
    record: Arc<CallRecord>,
    scope: CallScope,
    /// Whether the task has started, or must not start because the call was answered without it.
    is_claimed: AtomicBool,
}

impl Call {
    pub(crate) fn new(
        rpc: &'static str,
        stop: CancellationToken,
        interrupt_grace: Duration,
        scope: CallScope,
    ) -> Self {
        let record = Arc::new(CallRecord::new(stop.child_token()));
        Self {
            rpc,
            stop,
            interrupt_grace,
            record,
            scope,
            is_claimed: AtomicBool::new(false),
        }
    }

    /// Claims the call, for its task or for an answer without it. Returns whether it was free.
    fn claim(&self) -> bool {
        !self.is_claimed.swap(true, Ordering::AcqRel)
    }

    /// Creates the context of author code, with the private state.
    pub(crate) fn context(&self, private: Private) -> Context {
        self.record.journal(|journal| journal.private = private);
        Context::new(Arc::clone(&self.record))
    }

    /// Starts the timeout of an operation, if the object or the schema's defaults set one.
    pub(crate) fn limit(&self, block: &Block, object: &Object, operation: &'static str) {
        if let Some(deadline) = Deadline::of(block, object, operation) {
            self.record.set_deadline(deadline);
        }
    }

    pub(crate) fn record(&self) -> &CallRecord {
        &self.record
    }

    /// Whether the host was interrupted, or the process was asked to terminate.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Runs author code until it returns. A panic becomes an error that names the operation and the source location.
    pub(crate) async fn run<T>(
        &self,
        doing: &str,
        code: impl FnOnce() -> AuthorFuture<Result<T>>,
    ) -> Result<T> {
        tracing::trace!("Calling the provider's code");
        let result = match author::catch(doing, code) {
            Ok(future) => panic::catch_future(future).await.unwrap_or_else(|report| {
                Err(Error::from_diagnostic(calls::panicked(doing, &report)))
            }),
            Err(error) => Err(error),
        };
        tracing::trace!("Called the provider's code");
        result.map_err(|error| self.explained(error))
    }

    /// Returns the error of author code. After the deadline, it mentions the timeout.
    fn explained(&self, error: Error) -> Error {
        match self.record().deadline() {
            Some(deadline) if deadline.has_passed() && !self.is_stopped() => {
                error.with_paragraph(&deadline.explanation(None))
            }
            _ => error,
        }
    }

    /// Starts the task of a call that has one answer, and supervises it. `unfinished` creates the answer if the task does not return.
    pub(crate) async fn answer<A: Message + Send + 'static>(
        self: Arc<Self>,
        runner: &TaskRunner,
        task: impl Future<Output = A> + Send + 'static,
        unfinished: impl FnOnce(Diagnostics) -> A,
    ) -> A {
        let result = Arc::new(Mutex::new(None));
        let task = {
            let (call, result) = (Arc::clone(&self), Arc::clone(&result));
            Box::pin(async move {
                let mut answer = task.await;
                call.scope.hide_secrets(&mut answer);
                *lock(&result) = Some(answer);
            })
        };
        let cancelled_on_drop = self.cancelled_on_drop();
        let ended = self.supervise(runner, task).await;
        let returned = lock(&result).take();
        let mut answer = match returned {
            // Also if the task does not end: the author's subscriber of tracing may block it as it leaves its span.
            Some(answer) => {
                cancelled_on_drop.disarm();
                answer
            }
            None => {
                let error = ended.err().unwrap_or_else(|| self.ended());
                let answer = {
                    let _entered = self.scope.enter();
                    unfinished(self.report(error))
                };
                self.hide_secrets(answer).await
            }
        };
        self.scope.end(&mut answer);
        answer
    }

    /// Hides the secrets in an answer, or in a message of one, that the supervisor has made.
    ///
    /// The supervisor's thread serves all calls, so another thread searches long texts.
    async fn hide_secrets<M: Message + Send + 'static>(self: &Arc<Self>, mut answer: M) -> M {
        let mut length = 0;
        answer.each_text(&mut |text| length += text.len());
        let answer = Arc::new(Mutex::new(Some(answer)));
        let hide = {
            let (call, answer) = (Arc::clone(self), Arc::clone(&answer));
            move || {
                if let Some(message) = &mut *lock(&answer) {
                    call.scope.hide_secrets(message);
                }
            }
        };
        let (sender, hidden) = oneshot::channel();
        let is_hidden = length > SEARCHED_AT_ONCE && {
            let hide = hide.clone();
            let search = move || {
                hide();
                // The supervisor may be dropped.
                let _ = sender.send(());
            };
            let thread = thread::Builder::new().name("secrets".to_owned());
            thread.spawn(search).is_ok() && hidden.await.is_ok()
        };
        if !is_hidden {
            hide();
        }
        let answer = lock(&answer).take();
        answer.unwrap_or_else(|| unreachable!("only this function takes it"))
    }

    /// Starts a task, and waits until it returns. Fails if it panics, or if the call must be answered without it.
    ///
    /// This code is the same for all RPCs, so it is compiled once.
    async fn supervise(
        self: &Arc<Self>,
        runner: &TaskRunner,
        task: BoxFuture<'static, ()>,
    ) -> Result<()> {
        let (sender, end) = oneshot::channel();
        let call = Arc::clone(self);
        runner.start(Box::pin(async move {
            if call.claim() {
                // Without a supervisor, no answer is needed.
                let _ = sender.send(call.run_in_scope(panic::catch_future(task)).await);
            }
        }));
        tokio::select! {
            biased;
            end = end => match end {
                Ok(Ok(())) => Ok(()),
                Ok(Err(report)) => Err(self.panicked(&report)),
                Err(_) => Err(self.ended()),
            },
            error = self.cut_off() => Err(self.unless_started().unwrap_or(error)),
        }
    }

    /// Starts the task of a call that has many answers, and supervises it.
    pub(crate) fn events<E: Event>(
        self: Arc<Self>,
        runner: &TaskRunner,
        task: BoxFuture<'static, BoxStream<E>>,
    ) -> BoxStream<E> {
        // One event is buffered. The next one is created when the host has read it.
        let (sender, events) = mpsc::channel(1);
        let call = Arc::clone(&self);
        runner.start(Box::pin(async move {
            if !call.claim() {
                return;
            }
            let sent = panic::catch_future(send_events(&call.scope, task, &sender));
            if let Err(report) = call.run_in_scope(sent).await {
                let mut last = E::last(call.report(call.panicked(&report)));
                call.scope.hide_secrets(&mut last);
                let _ = sender.send(Ok(last)).await;
            }
        }));
        let supervisor = Supervisor {
            cancelled_on_drop: self.cancelled_on_drop(),
            cut_off: Box::pin({
                let call = Arc::clone(&self);
                async move { call.cut_off().await }
            }),
            call: self,
            events,
        };
        Box::pin(stream::unfold(Some(supervisor), async |supervisor| {
            supervisor?.next().await
        }))
    }

    /// Runs a future of the call, each poll of it in the call's scope.
    async fn run_in_scope<F: Future>(&self, future: F) -> F::Output {
        let mut future = pin!(future);
        poll_fn(|cx| {
            let _entered = self.scope.enter();
            future.as_mut().poll(cx)
        })
        .await
    }

    /// Cancels author code when it is dropped, because nothing waits for its result then.
    fn cancelled_on_drop(&self) -> DropGuard {
        self.record.token().clone().drop_guard()
    }

    /// Waits until the call must be answered without its task, and returns the reason. Author code is cancelled before that.
    async fn cut_off(&self) -> Error {
        tokio::select! {
            error = self.interrupted() => error,
            error = self.late() => error,
        }
    }

    /// Waits until the grace after an interruption has passed. It is shorter once the call has recorded an object.
    async fn interrupted(&self) -> Error {
        self.stop.cancelled().await;
        let last = Instant::now() + GRACE;
        let recorded = async {
            self.record.wait_for_object().await;
            sleep(self.interrupt_grace).await;
        };
        tokio::select! {
            () = recorded => {}
            () = sleep_until(last) => {}
        }
        calls::interrupted()
    }

    /// Waits until the grace after the deadline has passed. Waits forever if the call has no deadline.
    async fn late(&self) -> Error {
        let deadline = self.record.wait_for_deadline().await;
        sleep_until(deadline.at()).await;
        self.record.token().cancel();
        sleep(GRACE).await;
        deadline.missed(GRACE)
    }

    fn panicked(&self, report: &PanicReport) -> Error {
        Error::from_diagnostic(calls::panicked(&self.doing(), report))
    }

    /// Creates the error of a task that ended without a result.
    fn ended(&self) -> Error {
        let exited = || calls::exited(self.doing());
        self.unless_started().unwrap_or_else(exited)
    }

    /// Creates the error of a task that has not started, and prevents that it starts later: its answer would be lost.
    fn unless_started(&self) -> Option<Error> {
        self.claim().then(|| calls::not_started(self.doing()))
    }

    fn doing(&self) -> String {
        format!("Cannot answer {}", self.rpc)
    }

    /// Collects the diagnostics of the call and its error.
    fn report(&self, error: Error) -> Diagnostics {
        report(
            &Context::new(Arc::clone(&self.record)),
            Some(error),
            &self.doing(),
        )
    }
}

/// Runs a task that creates events. Each event is created when the host has read the previous one.
async fn send_events<E: Event>(
    scope: &CallScope,
    task: BoxFuture<'static, BoxStream<E>>,
    sender: &mpsc::Sender<std::result::Result<E, RpcError>>,
) {
    let mut events = task.await;
    loop {
        let permit = sender.reserve().await;
        if permit.is_err() && !E::CONTINUES {
            return;
        }
        let Some(mut event) = events.next().await else {
            return;
        };
        if let Ok(event) = &mut event {
            scope.hide_secrets(event);
        }
        if let Ok(permit) = permit {
            permit.send(event);
        }
    }
}

/// Answers a call with the events of its task.
struct Supervisor<E> {
    call: Arc<Call>,
    events: mpsc::Receiver<std::result::Result<E, RpcError>>,
    cut_off: BoxFuture<'static, Error>,
    cancelled_on_drop: DropGuard,
}

impl<E: Event> Supervisor<E> {
    /// Returns the next event, with the supervisor unless that event is the last.
    async fn next(mut self) -> Option<(std::result::Result<E, RpcError>, Option<Self>)> {
        let error = tokio::select! {
            biased;
            event = self.events.recv() => {
                match event {
                    Some(mut event) => {
                        if let Ok(event) = &mut event {
                            self.call.scope.event(event);
                        }
                        return Some((event, Some(self)));
                    }
                    None => match self.call.unless_started() {
                        Some(error) => error,
                        None => {
                            self.cancelled_on_drop.disarm();
                            return None;
                        }
                    }
                }
            }
            error = &mut self.cut_off => self.call.unless_started().unwrap_or(error),
        };
        let last = {
            let _entered = self.call.scope.enter();
            E::last(self.call.report(error))
        };
        let mut last = self.call.hide_secrets(last).await;
        self.call.scope.event(&mut last);
        Some((Ok(last), None))
    }
}

/// An executor of call tasks.
#[derive(Clone, Debug)]
pub enum TaskRunner {
    /// Spawns tasks on the current runtime. Tests that run the provider in their own process use it, because their clock may be paused.
    SameRuntime,
    /// Runs each task on its own thread within the author's runtime. So blocking author code delays only its own call.
    AuthorThreads(AuthorRuntime),
}

impl TaskRunner {
    /// Starts a task. It runs until it returns, even if nothing waits for it.
    pub(crate) fn start(&self, task: BoxFuture<'static, ()>) {
        match self {
            Self::SameRuntime => drop(tokio::spawn(task)),
            Self::AuthorThreads(runtime) => drop(runtime.spawn(task)),
        }
    }
}

#[cfg(test)]
mod tests;
