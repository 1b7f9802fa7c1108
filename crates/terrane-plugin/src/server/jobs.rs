//! Futures that the thread which leads polls itself: connections, and what is asked on them.
//!
//! As tasks of the server's runtime they would be polled just as well. But a thread that leads leaves its runtime with every call, and a
//! runtime looks at all sockets, by a system call, before it goes on with the future by which it is left. So the runtime is what this thread
//! waits in until jobs are ready, and these run outside.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::AcqRel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use crate::serving::Job;

/// So many are polled before the sockets have their turn.
const TURN: usize = 256;

/// The jobs, each in a place of its own; dropped, it drops them.
#[derive(Default)]
pub(super) struct Jobs {
    places: Vec<Place>,
    free: Vec<usize>,
    queue: Arc<Queue>,
}

/// Where a job is. The next one there has the same waker: what wakes a job that has ended polls another one needlessly, no more.
struct Place {
    job: Option<Job>,
    bell: Arc<Bell>,
    waker: Waker,
}

/// What is ready, and who waits for it.
#[derive(Default)]
pub(super) struct Queue(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    fresh: VecDeque<Job>,
    ready: VecDeque<usize>,
    /// Where nobody is to be woken, the jobs will be looked at anyway.
    sleeper: Option<Waker>,
}

/// Puts a place into the queue, where it is once at most.
struct Bell {
    place: usize,
    rung: AtomicBool,
    queue: Arc<Queue>,
}

impl Queue {
    /// Adds a job.
    pub(super) fn add(&self, job: Job) {
        self.put(|waiting| waiting.fresh.push_back(job));
    }

    fn put(&self, put: impl FnOnce(&mut Waiting)) {
        let sleeper = {
            let mut waiting = self.lock();
            put(&mut waiting);
            waiting.sleeper.take()
        };
        if let Some(sleeper) = sleeper {
            sleeper.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.rung.swap(true, AcqRel) {
            self.queue
                .put(|waiting| waiting.ready.push_back(self.place));
        }
    }
}

impl Jobs {
    /// The way for new jobs.
    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    /// Polls what is ready, and what becomes so meanwhile; tells whether there is more of it.
    pub(super) fn run(&mut self) -> bool {
        for _ in 0..TURN {
            let mut waiting = self.queue.lock();
            if let Some(job) = waiting.fresh.pop_front() {
                drop(waiting);
                let place = self.place(job);
                self.poll(place);
            } else if let Some(place) = waiting.ready.pop_front() {
                drop(waiting);
                self.poll(place);
            } else {
                return false;
            }
        }
        true
    }

    /// Waits until there is something to run.
    pub(super) fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut waiting = self.queue.lock();
        if waiting.fresh.is_empty() && waiting.ready.is_empty() {
            waiting.sleeper = Some(cx.waker().clone());
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    }

    fn place(&mut self, job: Job) -> usize {
        let place = self.free.pop().unwrap_or_else(|| {
            let bell = Arc::new(Bell {
                place: self.places.len(),
                rung: AtomicBool::new(false),
                queue: Arc::clone(&self.queue),
            });
            self.places.push(Place {
                job: None,
                waker: Waker::from(Arc::clone(&bell)),
                bell,
            });
            self.places.len() - 1
        });
        self.places[place].job = Some(job);
        place
    }

    /// Polls the job at a place; one that panics has ended, as a task would.
    fn poll(&mut self, place: usize) {
        let Place { job, bell, waker } = &mut self.places[place];
        // Reads what was written before the bell was rung, too: who rings from now on is heard.
        bell.rung.swap(false, AcqRel);
        let Some(running) = job else { return };
        let polled = catch_unwind(AssertUnwindSafe(|| {
            running.as_mut().poll(&mut Context::from_waker(waker))
        }));
        if !matches!(polled, Ok(Poll::Pending)) {
            *job = None;
            self.free.push(place);
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        // Jobs know the queue, to add others, so it must not keep any.
        let waiting = std::mem::take(&mut *self.queue.lock());
        drop(waiting);
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, poll_fn};
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

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
        let (mut jobs, woken) = (Jobs::default(), Arc::new(Woken::default()));
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
    fn jobs_have_their_first_turn_in_order_and_share_places() {
        let mut jobs = Jobs::default();
        let order = Arc::new(Mutex::new(Vec::new()));
        for number in 0..3 {
            let (order, queue) = (Arc::clone(&order), Arc::clone(jobs.queue()));
            jobs.queue().add(Box::pin(async move {
                order.lock().unwrap().push(number);
                queue.add(Box::pin(async move {
                    order.lock().unwrap().push(number + 3);
                }));
            }));
        }
        jobs.run();
        assert_eq!(*order.lock().unwrap(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(jobs.places.len(), 1);
    }

    #[test]
    fn a_job_that_panics_ends_alone() {
        let mut jobs = Jobs::default();
        let (done, mut is_done) = oneshot::channel();
        jobs.queue().add(Box::pin(async { panic!("one of them") }));
        jobs.queue().add(Box::pin(async { done.send(()).unwrap() }));
        jobs.run();
        assert!(is_done.try_recv().is_ok());
    }

    #[test]
    fn jobs_that_never_rest_let_the_sockets_have_their_turn() {
        let mut jobs = Jobs::default();
        jobs.queue().add(Box::pin(poll_fn(|cx| {
            cx.waker().wake_by_ref();
            Poll::Pending
        })));
        assert!(jobs.run());
    }

    #[test]
    fn jobs_that_have_not_ended_are_dropped_with_all() {
        let mut jobs = Jobs::default();
        let (begun, mut is_begun) = oneshot::channel::<()>();
        let (fresh, mut is_fresh) = oneshot::channel::<()>();
        let queue = Arc::clone(jobs.queue());
        jobs.queue().add(Box::pin(async move {
            let _kept = (begun, queue);
            pending().await
        }));
        jobs.run();
        let queue = Arc::clone(jobs.queue());
        jobs.queue()
            .add(Box::pin(async move { drop((fresh, queue)) }));
        drop(jobs);
        for end in [&mut is_begun, &mut is_fresh] {
            assert_eq!(end.try_recv(), Err(oneshot::error::TryRecvError::Closed));
        }
    }
}
