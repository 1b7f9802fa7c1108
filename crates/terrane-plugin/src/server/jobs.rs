//! Futures that the thread which leads polls itself: connections, and what is asked on them.
//!
//! As tasks of the server's runtime they would be polled just as well. But a thread that leads leaves its runtime with every call, and a
//! runtime looks at all sockets, by a system call, before it goes on with the future by which it is left. So the runtime is what this thread
//! waits in until jobs are ready, and these run outside.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::task::{Context, Poll, Wake, Waker};

use futures_util::future::{CatchUnwind, FutureExt};
use futures_util::stream::{FuturesUnordered, StreamExt};
use futures_util::task::AtomicWaker;
use tokio::sync::mpsc;

use crate::serving::Job;

/// So often jobs go on before the sockets have their turn.
const TURN: usize = 64;

/// The jobs; dropped, it drops them.
pub(super) struct Jobs {
    fresh: mpsc::UnboundedReceiver<Job>,
    running: FuturesUnordered<CatchUnwind<AssertUnwindSafe<Job>>>,
    queue: Queue,
    bell: Arc<Bell>,
    waker: Waker,
}

/// The way for new jobs.
#[derive(Clone)]
pub(super) struct Queue(mpsc::UnboundedSender<Job>);

/// Tells that something is ready.
struct Bell {
    rung: AtomicBool,
    sleeper: AtomicWaker,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.rung.store(true, SeqCst);
        self.sleeper.wake();
    }
}

impl Queue {
    /// Adds a job. Where the jobs are dropped already, it is dropped as well.
    pub(super) fn add(&self, job: Job) {
        let _ = self.0.send(job);
    }
}

impl Jobs {
    pub(super) fn new() -> Self {
        let (queue, fresh) = mpsc::unbounded_channel();
        let bell = Arc::new(Bell {
            // There may be jobs before anybody listens for them.
            rung: AtomicBool::new(true),
            sleeper: AtomicWaker::new(),
        });
        Self {
            fresh,
            running: FuturesUnordered::new(),
            queue: Queue(queue),
            waker: Waker::from(Arc::clone(&bell)),
            bell,
        }
    }

    pub(super) fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Polls what is ready, and what becomes so meanwhile; tells whether there is more of it. A job that panics has ended, as a task would.
    pub(super) fn run(&mut self) -> bool {
        let mut cx = Context::from_waker(&self.waker);
        for _ in 0..TURN {
            if !self.bell.rung.swap(false, SeqCst) {
                return false;
            }
            while let Poll::Ready(Some(job)) = self.fresh.poll_recv(&mut cx) {
                self.running.push(AssertUnwindSafe(job).catch_unwind());
            }
            while let Poll::Ready(Some(_)) = self.running.poll_next_unpin(&mut cx) {}
        }
        true
    }

    /// Waits until there is something to run.
    pub(super) fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()> {
        if !self.bell.rung.load(SeqCst) {
            self.bell.sleeper.register(cx.waker());
            // It may have been rung before the sleeper was there.
            if !self.bell.rung.load(SeqCst) {
                return Poll::Pending;
            }
        }
        Poll::Ready(())
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, poll_fn};
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;

    use tokio::sync::oneshot;

    use super::*;

    /// How often it was woken.
    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, SeqCst);
        }
    }

    /// Whether something is ready; when it is, this is woken.
    fn is_ready(jobs: &Jobs, woken: &Arc<Woken>) -> bool {
        let waker = Waker::from(Arc::clone(woken));
        jobs.poll_ready(&mut Context::from_waker(&waker)).is_ready()
    }

    #[test]
    fn a_job_goes_on_when_it_is_woken_from_another_thread() {
        let (mut jobs, woken) = (Jobs::new(), Arc::new(Woken::default()));
        let (send, receive) = oneshot::channel::<()>();
        let (done, mut is_done) = oneshot::channel();
        jobs.queue().add(Box::pin(async move {
            receive.await.unwrap();
            done.send(()).unwrap();
        }));
        assert!(is_ready(&jobs, &woken));
        assert!(!jobs.run() && !is_ready(&jobs, &woken));
        std::thread::spawn(|| send.send(()))
            .join()
            .unwrap()
            .unwrap();
        assert_eq!(woken.0.load(SeqCst), 1);
        assert!(is_done.try_recv().is_err());
        assert!(is_ready(&jobs, &woken));
        jobs.run();
        assert!(is_done.try_recv().is_ok());
    }

    #[test]
    fn jobs_have_their_first_turn_in_order() {
        let mut jobs = Jobs::new();
        let order = Arc::new(Mutex::new(Vec::new()));
        for number in 0..3 {
            let (order, queue) = (Arc::clone(&order), jobs.queue().clone());
            jobs.queue().add(Box::pin(async move {
                order.lock().unwrap().push(number);
                queue.add(Box::pin(async move {
                    order.lock().unwrap().push(number + 3);
                }));
            }));
        }
        jobs.run();
        assert_eq!(*order.lock().unwrap(), [0, 1, 2, 3, 4, 5]);
        assert!(jobs.running.is_empty());
    }

    #[test]
    fn a_job_that_panics_ends_alone() {
        let mut jobs = Jobs::new();
        let (done, mut is_done) = oneshot::channel();
        jobs.queue().add(Box::pin(async { panic!("one of them") }));
        jobs.queue().add(Box::pin(async { done.send(()).unwrap() }));
        jobs.run();
        assert!(is_done.try_recv().is_ok());
    }

    #[test]
    fn jobs_that_never_rest_let_the_sockets_have_their_turn() {
        let mut jobs = Jobs::new();
        jobs.queue().add(Box::pin(poll_fn(|cx| {
            cx.waker().wake_by_ref();
            Poll::Pending
        })));
        assert!(jobs.run());
    }

    #[test]
    fn jobs_that_have_not_ended_are_dropped_with_all() {
        let mut jobs = Jobs::new();
        let (begun, mut is_begun) = oneshot::channel::<()>();
        let (fresh, mut is_fresh) = oneshot::channel::<()>();
        let queue = jobs.queue().clone();
        jobs.queue().add(Box::pin(async move {
            let _kept = (begun, queue);
            pending().await
        }));
        jobs.run();
        let queue = jobs.queue().clone();
        jobs.queue()
            .add(Box::pin(async move { drop((fresh, queue)) }));
        drop(jobs);
        for end in [&mut is_begun, &mut is_fresh] {
            assert_eq!(end.try_recv(), Err(oneshot::error::TryRecvError::Closed));
        }
    }
}
