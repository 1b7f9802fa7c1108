//! The thread that leads: it drives the server, and takes the first step of a call itself.
//!
//! Most calls are answered within microseconds, without ever waiting. To wake a thread for each and to be woken by its answer costs more
//! than that. So, as in the pattern of leader and followers, the thread to which a call comes lets go of the server and polls the call,
//! once, on behalf of the author's runtime. A call that then waits goes on as a task of that runtime.
//!
//! Author code may as well block its thread, and the host's wish to end the process, its health check and the connection itself must not
//! wait for that. So somebody watches meanwhile: where a first step takes longer than [`PATIENCE`], the thread that watched stands in for
//! the one that leads. It leaves all calls to the author's runtime until the step has ended, so no more than one thread of the server's is
//! ever blocked. Then the thread that leads goes on: large calls that come one after the other all have their memory from one thread, and not
//! each thread that ever took one keeps as much as the largest needed.
//!
//! Calls that come together have their first steps one after the other for as long as these are [`SHORT`]. Then all but one are left to the
//! author's runtime too, because they can be worked on side by side there.

use std::convert::Infallible;
use std::future::{pending, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;
use std::time::{Duration, Instant};
use std::{io, thread};

use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::{JoinHandle, yield_now};
use tokio_util::task::AbortOnDropHandle;
use tonic::Status;
use tonic::codegen::http::response::Parts;

use super::body::Begun;
use super::jobs::Jobs;
use super::process::ServerRuntime;

/// How long a first step may keep the server waiting; it is noticed within twice that.
const PATIENCE: Duration = Duration::from_millis(5);

/// A first step that takes less is over before another thread would have begun it.
const SHORT: Duration = Duration::from_micros(50);

/// After so many looks without a call nobody watches until there is one again.
const QUIET: u32 = 200;

/// What author code answers.
pub(super) type Answer = (Parts, Begun);

type AuthorCall = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// The way to the thread that leads.
pub(super) struct Calls(mpsc::UnboundedSender<Call>);

/// A call of author code that nobody has polled yet.
pub(super) struct Call {
    future: AuthorCall,
    caller: oneshot::Sender<Step>,
}

/// How far a call came at first.
enum Step {
    Ended(thread::Result<Answer>),
    Waits(AbortOnDropHandle<Answer>),
}

/// What the thread holds that drives the server.
pub(super) struct Helm {
    /// Drop first, which cuts all connections.
    pub(super) jobs: Jobs,
    pub(super) runtime: ServerRuntime,
    pub(super) serving: JoinHandle<()>,
    pub(super) calls: mpsc::UnboundedReceiver<Call>,
    /// Drops when all is over.
    pub(super) _end: oneshot::Sender<Infallible>,
}

/// How a turn of the server ended.
enum Turn {
    /// There may be calls, or the thread that leads is back.
    Ready,
    /// Serving has ended.
    Ended,
}

/// What all threads of a server share.
pub(super) struct Leadership {
    /// Locked by the thread that leads, whenever it does not answer a call, or by the one that stands in; empty when serving has ended.
    helm: Mutex<Option<Helm>>,
    /// Tells the one that stands in that the thread that leads is back.
    back: Notify,
    author_runtime: Handle,
    /// Goes up when a first step begins and when it ends, so it is odd in between.
    steps: AtomicUsize,
    watched: AtomicBool,
}

impl Calls {
    pub(super) fn new() -> (Self, mpsc::UnboundedReceiver<Call>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), receiver)
    }

    /// Makes a call, and drops it when the result is dropped.
    pub(super) async fn make(
        &self,
        future: impl Future<Output = Answer> + Send + 'static,
    ) -> Result<Answer, Status> {
        let (caller, step) = oneshot::channel();
        let future = Box::pin(future);
        // If nobody takes it, nobody answers either.
        let _ = self.0.send(Call { future, caller });
        let panicked = || Status::internal("the plugin panicked");
        match step.await {
            Ok(Step::Ended(answer)) => answer.map_err(|_| panicked()),
            Ok(Step::Waits(task)) => task.await.map_err(|error| match error.is_panic() {
                true => panicked(),
                false => leaving(),
            }),
            Err(_) => Err(leaving()),
        }
    }
}

fn leaving() -> Status {
    Status::unavailable("the plugin is going away")
}

impl Call {
    /// Leaves it to the author's runtime.
    fn leave_to(self, author_runtime: &Handle) {
        let task = author_runtime.spawn(self.future);
        tell(self.caller, Step::Waits(AbortOnDropHandle::new(task)));
    }
}

/// Tells a caller how far its call came, unless it has given up: then the call ends here.
fn tell(caller: oneshot::Sender<Step>, step: Step) {
    let _ = caller.send(step);
}

impl Helm {
    /// Lets jobs run, then waits until there are more to run or something else to do.
    fn drive(&mut self, back: impl Future<Output = ()>) -> Turn {
        let Self {
            jobs,
            runtime,
            serving,
            calls,
            ..
        } = self;
        let busy = {
            let _entered = runtime.enter();
            jobs.run()
        };
        if !calls.is_empty() {
            return Turn::Ready;
        }
        runtime.block_on(async {
            if busy {
                yield_now().await;
            }
            tokio::select! {
                biased;
                _ = serving => Turn::Ended,
                () = back => Turn::Ready,
                () = poll_fn(|cx| jobs.poll_ready(cx)) => Turn::Ready,
            }
        })
    }
}

impl Leadership {
    pub(super) fn new(helm: Helm, author_runtime: Handle) -> Arc<Self> {
        Arc::new(Self {
            helm: Mutex::new(Some(helm)),
            back: Notify::new(),
            author_runtime,
            steps: AtomicUsize::new(0),
            watched: AtomicBool::new(false),
        })
    }

    /// Lets somebody watch already: the thread is made while the host connects, and not in its first call.
    pub(super) fn expect_calls(self: &Arc<Self>) {
        self.is_watched();
    }

    /// Leads until serving ends.
    pub(super) fn lead(self: &Arc<Self>) {
        let _entered = self.author_runtime.enter();
        let mut in_turn = true;
        while let Some(call) = self.next(in_turn) {
            let begin = Instant::now();
            self.first_step(call);
            in_turn = begin.elapsed() < SHORT;
        }
    }

    /// Drives the server until there is a call for this thread.
    fn next(self: &Arc<Self>, in_turn: bool) -> Option<Call> {
        let mut helm = self.relieve()?;
        loop {
            let server = helm.as_mut()?;
            if let Some(call) = self.take(&mut server.calls, in_turn) {
                return Some(call);
            }
            if let Turn::Ended = server.drive(pending()) {
                *helm = None;
            }
        }
    }

    /// Takes the helm, if need be from the one who stands in.
    fn relieve(&self) -> Option<MutexGuard<'_, Option<Helm>>> {
        self.helm.try_lock().ok().or_else(|| {
            self.back.notify_one();
            self.helm.lock().ok()
        })
    }

    /// Takes one of the calls that have come, whose first step begins; the others have theirs in turn, or on the author's runtime.
    fn take(
        self: &Arc<Self>,
        calls: &mut mpsc::UnboundedReceiver<Call>,
        in_turn: bool,
    ) -> Option<Call> {
        let mut taken = None;
        while let Ok(call) = calls.try_recv() {
            if taken.is_some() || !self.begins_step() {
                call.leave_to(&self.author_runtime);
            } else if in_turn {
                return Some(call);
            } else {
                taken = Some(call);
            }
        }
        taken
    }

    /// Begins a first step, if no other one lasts and somebody watches.
    fn begins_step(self: &Arc<Self>) -> bool {
        if self.is_answering() {
            return false;
        }
        // In this order, so that one who stops to watch either sees the step or is seen to have stopped.
        self.steps.fetch_add(1, SeqCst);
        let watched = self.is_watched();
        if !watched {
            self.steps.fetch_add(1, SeqCst);
        }
        watched
    }

    /// Polls a call once, as a thread of the author's runtime would.
    fn first_step(&self, call: Call) {
        let Call { mut future, caller } = call;
        let polled = catch_unwind(AssertUnwindSafe(|| {
            let once = poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx)));
            self.author_runtime.block_on(once)
        }));
        let ended = match polled {
            Ok(Poll::Pending) => None,
            Ok(Poll::Ready(answer)) => Some(Ok(answer)),
            Err(panic) => Some(Err(panic)),
        };
        self.steps.fetch_add(1, SeqCst);
        match ended {
            Some(answer) => tell(caller, Step::Ended(answer)),
            None => Call { future, caller }.leave_to(&self.author_runtime),
        }
    }

    /// Whether a thread of the server's is taking a first step.
    fn is_answering(&self) -> bool {
        self.steps.load(SeqCst) % 2 == 1
    }

    /// Makes sure that somebody watches.
    fn is_watched(self: &Arc<Self>) -> bool {
        if self.watched.swap(true, SeqCst) {
            return true;
        }
        let this = Arc::clone(self);
        let watching = thread(move || this.watch());
        self.watched.store(watching.is_ok(), SeqCst);
        watching.is_ok()
    }

    /// Looks on while there are calls, and stands in where the thread that leads is held up.
    fn watch(self: &Arc<Self>) {
        let (mut seen, mut quiet) = (self.steps.load(SeqCst), 0);
        loop {
            thread::sleep(PATIENCE);
            let steps = self.steps.load(SeqCst);
            if steps != seen {
                (seen, quiet) = (steps, 0);
            } else if !self.is_answering() {
                quiet += 1;
                if quiet == QUIET && self.stops_watching(seen) {
                    return;
                }
            } else if let Ok(mut helm) = self.helm.try_lock() {
                self.stand_in(&mut helm);
            }
        }
    }

    /// Drives the server until the first step has ended, and leaves all calls to the author's runtime.
    fn stand_in(&self, helm: &mut Option<Helm>) {
        // It may be told of an earlier step's end, too.
        while self.is_answering()
            && let Some(server) = helm.as_mut()
        {
            while let Ok(call) = server.calls.try_recv() {
                call.leave_to(&self.author_runtime);
            }
            if let Turn::Ended = server.drive(self.back.notified()) {
                *helm = None;
            }
        }
    }

    /// Stops to watch, unless a step has begun or another thread watches already.
    fn stops_watching(&self, seen: usize) -> bool {
        self.watched.store(false, SeqCst);
        self.steps.load(SeqCst) == seen || self.watched.swap(true, SeqCst)
    }
}

/// Starts a thread of the server's.
pub(super) fn thread(run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name("plugin-server".into());
    thread.spawn(run).map(drop)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use tokio::runtime::Builder;

    use super::*;

    #[test]
    fn calls_that_take_long_have_their_steps_on_one_thread() {
        let author_runtime = Builder::new_multi_thread().build().unwrap();
        let runtime = ServerRuntime::new().unwrap();
        let (calls, called) = Calls::new();
        let jobs = Jobs::new();
        let queue = jobs.queue().clone();
        let (stop, is_stopped) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let helm = Helm {
            jobs,
            serving: runtime.spawn(async move { drop(is_stopped.await) }),
            runtime,
            calls: called,
            _end: end,
        };
        let leadership = Leadership::new(helm, author_runtime.handle().clone());
        leadership.expect_calls();
        let calls = Arc::new(calls);
        let leading = thread::spawn(move || leadership.lead());
        let leader = leading.thread().id();
        for _ in 0..5 {
            let (step, is_over) = channel();
            let calls = Arc::clone(&calls);
            queue.add(Box::pin(async move {
                let call = calls.make(async move {
                    thread::sleep(10 * PATIENCE);
                    step.send(thread::current().id()).unwrap();
                    pending().await
                });
                drop(call.await);
            }));
            assert_eq!(is_over.recv(), Ok(leader));
            // It is back where calls come in.
            thread::sleep(10 * PATIENCE);
        }
        drop(stop);
        leading.join().unwrap();
        assert!(ended.blocking_recv().is_err());
    }
}
