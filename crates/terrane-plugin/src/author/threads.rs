//! A pool of threads for calls that may block. It keeps few threads, and a call that blocks does not delay other calls for long.
//!
//! Allocators keep memory for each thread, up to the memory of the largest call on the thread. So the thread that became idle last runs the next
//! call. If all threads are busy, a call waits a moment for one of them before it gets a new thread.
//!
//! If the system refuses a thread, the call waits for a busy thread, and the pool tries again. If no waiting call gets a thread for ten seconds, those that
//! have waited so long are dropped.

use std::collections::VecDeque;
use std::io;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use crate::panic::catch_panic;
use crate::task;

/// How long a job waits for a busy thread before it gets a new thread.
const QUEUE_TIMEOUT: Duration = Duration::from_millis(10);

/// How long an idle thread waits for a job before it exits.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// How long to wait before the system is asked again for a thread that it has refused.
const RETRY: Duration = Duration::from_millis(50);

/// How long a job waits after the system has refused a thread, unless other jobs get a thread in that time.
const REFUSED: Duration = Duration::from_secs(10);

type Job = Box<dyn FnOnce() + Send>;

/// The pool. Its threads exit by themselves, and nothing waits for them.
pub(super) struct Threads {
    limits: Limits,
    pool: Mutex<Pool>,
    /// Notifies the standby thread of a waiting job.
    waits: Condvar,
    /// The runtime that asks again for a refused thread. It is that of the first caller.
    timer: OnceLock<Handle>,
}

#[derive(Debug)]
struct Limits {
    /// The number of threads that are started for a job without waiting for a busy thread. If it is empty, it becomes the number of processors before
    /// the second thread starts, because the system's files are read to count them.
    at_once: OnceLock<usize>,
    /// The maximum number of threads.
    most: usize,
    queue_timeout: Duration,
    keep_alive: Duration,
    refused: Duration,
}

#[derive(Default)]
struct Pool {
    /// The inboxes of the idle threads. The thread that became idle last is at the end.
    idle: Vec<Arc<Inbox>>,
    /// The jobs that wait for a thread, each with the time at which it started to wait.
    waiting: VecDeque<(Instant, Job)>,
    /// When a thread took a waiting job last.
    advanced: Option<Instant>,
    threads: usize,
    /// Whether the system is asked again for a thread that it has refused.
    is_retrying: bool,
    /// Whether one of the threads is on standby. The standby thread runs a job that has waited too long.
    is_standby: bool,
}

/// The job for an idle thread.
#[derive(Default)]
struct Inbox {
    job: Mutex<Option<Job>>,
    /// Notifies the thread of its job.
    arrives: Condvar,
}

impl Pool {
    fn take_waiting(&mut self) -> Option<Job> {
        let (_, job) = self.waiting.pop_front()?;
        self.advanced = Some(Instant::now());
        Some(job)
    }
}

impl Inbox {
    /// Gives the thread a job, and wakes it. No lock is held meanwhile, so that the thread does not wait for it.
    fn put(&self, job: Job) {
        *self.job() = Some(job);
        self.arrives.notify_one();
    }

    /// Waits for a job.
    fn take(&self) -> Option<Job> {
        let waited = self.arrives.wait_while(self.job(), |job| job.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Waits for a job, at most for the given time.
    fn take_within(&self, time: Duration) -> Option<Job> {
        let arrives = &self.arrives;
        let waited = arrives.wait_timeout_while(self.job(), time, |job| job.is_none());
        let (mut job, _) = waited.unwrap_or_else(PoisonError::into_inner);
        job.take()
    }

    fn job(&self) -> MutexGuard<'_, Option<Job>> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Limits {
    fn at_once(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        *self.at_once.get_or_init(processors)
    }
}

impl Threads {
    /// Makes a pool of at most `most` threads.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Self::with_limits(Limits {
            at_once: OnceLock::new(),
            most,
            queue_timeout: QUEUE_TIMEOUT,
            keep_alive: KEEP_ALIVE,
            refused: REFUSED,
        })
    }

    fn with_limits(limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            pool: Mutex::default(),
            waits: Condvar::new(),
            timer: OnceLock::new(),
        })
    }

    /// Locks the pool's state. The lock is held only for a few instructions, and never while a job runs.
    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a job on a thread that runs nothing else. The job is dropped if the system refuses the thread, and no other becomes free.
    pub(super) fn run(self: &Arc<Self>, job: Job) {
        if self.timer.get().is_none()
            && let Ok(timer) = Handle::try_current()
        {
            let _ = self.timer.set(timer);
        }
        let mut pool = self.pool();
        if let Some(thread) = pool.idle.pop() {
            drop(pool);
            thread.put(job);
            return;
        }
        pool.waiting.push_back((Instant::now(), job));
        if self.start(pool).is_err() {
            self.retry_later();
        }
    }

    /// Starts the first thread for a job.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses the thread.
    pub(super) fn run_first(self: &Arc<Self>, job: Job) -> io::Result<()> {
        let mut pool = self.pool();
        pool.waiting.push_back((Instant::now(), job));
        self.start(pool).inspect_err(|_| {
            let dropped = mem::take(&mut self.pool().waiting);
            // Without the lock.
            drop(dropped);
        })
    }

    /// Asks the system again for a thread, until no job waits.
    fn retry_later(self: &Arc<Self>) {
        let Some(timer) = self.timer.get() else {
            // Nothing can ask again. A busy thread may take the job.
            let mut pool = self.pool();
            let dropped = match pool.threads {
                0 => mem::take(&mut pool.waiting),
                _ => VecDeque::new(),
            };
            drop((pool, dropped));
            return;
        };
        if mem::replace(&mut self.pool().is_retrying, true) {
            return;
        }
        let threads = Arc::clone(self);
        let retry = async move {
            while threads.is_waiting() {
                tokio::time::sleep(RETRY).await;
                threads.retry();
            }
        };
        task::spawn_on(timer, retry);
    }

    /// Whether a job waits for a thread that the system has refused. If not, the pool stops to ask for it.
    fn is_waiting(&self) -> bool {
        let mut pool = self.pool();
        pool.is_retrying = !pool.waiting.is_empty();
        pool.is_retrying
    }

    /// Starts a thread for waiting jobs. If the system refuses it, drops jobs that have waited too long.
    fn retry(self: &Arc<Self>) {
        let pool = self.pool();
        if pool.waiting.is_empty() || self.start(pool).is_ok() {
            return;
        }
        let mut pool = self.pool();
        let (advanced, limit) = (pool.advanced, self.limits.refused);
        let is_late = |(since, _): &(Instant, Job)| {
            let since = advanced.map_or(*since, |advanced| advanced.max(*since));
            since.elapsed() >= limit
        };
        let mut dropped = Vec::new();
        while pool.waiting.front().is_some_and(is_late) {
            dropped.extend(pool.waiting.pop_front());
        }
        // The jobs are dropped without the lock.
        drop(pool);
    }

    /// Starts a thread for waiting jobs. If enough threads are running, the new thread is on standby. At most one thread is on standby.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses the thread.
    fn start(self: &Arc<Self>, mut pool: MutexGuard<'_, Pool>) -> io::Result<()> {
        let at_work = pool.threads - usize::from(pool.is_standby);
        let is_standby = at_work > 0 && at_work >= self.limits.at_once();
        if is_standby && pool.is_standby {
            self.waits.notify_one();
            return Ok(());
        }
        if pool.threads == self.limits.most {
            return Ok(());
        }
        pool.threads += 1;
        pool.is_standby |= is_standby;
        drop(pool);
        let threads = Arc::clone(self);
        let thread = thread::Builder::new().name("author-call".to_owned());
        let started = thread.spawn(move || {
            if !is_standby || threads.wait_as_standby() {
                threads.work();
            }
        });
        started.map(drop).inspect_err(|_| {
            let mut pool = self.pool();
            pool.threads -= 1;
            if is_standby {
                pool.is_standby = false;
            }
        })
    }

    /// Waits until a job has waited too long, and runs it. Returns whether there was a job.
    fn wait_as_standby(self: &Arc<Self>) -> bool {
        let mut pool = self.pool();
        loop {
            let waited = pool.waiting.front().map(|(since, _)| since.elapsed());
            match waited.map(|waited| self.limits.queue_timeout.saturating_sub(waited)) {
                Some(Duration::ZERO) => break,
                Some(rest) => {
                    drop(pool);
                    thread::sleep(rest);
                    pool = self.pool();
                }
                None => {
                    let woken = self.waits.wait_timeout(pool, self.limits.keep_alive);
                    let (woken, timeout) = woken.unwrap_or_else(PoisonError::into_inner);
                    pool = woken;
                    if timeout.timed_out() && pool.waiting.is_empty() {
                        pool.threads -= 1;
                        pool.is_standby = false;
                        return false;
                    }
                }
            }
        }
        let job = pool.take_waiting();
        pool.is_standby = false;
        if pool.waiting.is_empty() {
            drop(pool);
        } else if self.start(pool).is_err() {
            self.retry_later();
        }
        if let Some(job) = job {
            run(job);
        }
        true
    }

    /// Runs jobs until no job has come for the keep-alive time.
    fn work(&self) {
        let inbox = Arc::default();
        while let Some(job) = self.next(&inbox) {
            run(job);
        }
    }

    /// Waits for the next job of a thread. Returns `None` if the thread should exit.
    fn next(&self, inbox: &Arc<Inbox>) -> Option<Job> {
        let mut pool = self.pool();
        if let Some(job) = pool.take_waiting() {
            return Some(job);
        }
        pool.idle.push(Arc::clone(inbox));
        drop(pool);
        if let Some(job) = inbox.take_within(self.limits.keep_alive) {
            return Some(job);
        }
        let mut pool = self.pool();
        let idle = pool.idle.len();
        pool.idle.retain(|other| !Arc::ptr_eq(other, inbox));
        if pool.idle.len() < idle {
            pool.threads -= 1;
            return None;
        }
        drop(pool);
        // The thread is not in the list of idle threads any more, so it is being given a job.
        inbox.take()
    }
}

/// Runs a job. If the job panics, its caller gets no result.
fn run(job: Job) {
    let _ = catch_panic(job, |_| ());
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::{Barrier, mpsc};
    use std::thread::ThreadId;

    use super::*;

    /// Longer than anything but a hang, however busy the machine is.
    const ENDLESS: Duration = Duration::from_secs(1200);

    /// Makes a pool that starts a thread for each job immediately.
    fn eager(most: usize, keep_alive: Duration) -> Arc<Threads> {
        Threads::with_limits(Limits {
            at_once: most.into(),
            most,
            queue_timeout: QUEUE_TIMEOUT,
            keep_alive,
            refused: REFUSED,
        })
    }

    /// Makes a pool that starts one thread immediately, and further threads only after a job has waited for `queue_timeout`.
    fn with_queue_timeout(queue_timeout: Duration, keep_alive: Duration) -> Arc<Threads> {
        Threads::with_limits(Limits {
            at_once: 1.into(),
            most: 100,
            queue_timeout,
            keep_alive,
            refused: REFUSED,
        })
    }

    /// Runs a job and returns its result, if the job does not panic.
    fn result<T: Send + 'static>(
        threads: &Arc<Threads>,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> mpsc::Receiver<T> {
        let (sender, result) = mpsc::channel();
        threads.run(Box::new(move || {
            let _ = sender.send(job());
        }));
        result
    }

    /// Waits until `count` threads are idle.
    fn wait_for_idle(threads: &Arc<Threads>, count: usize) {
        while threads.pool().idle.len() != count {
            thread::yield_now();
        }
    }

    fn id(threads: &Arc<Threads>) -> ThreadId {
        result(threads, || thread::current().id()).recv().unwrap()
    }

    #[test]
    fn the_thread_that_became_idle_last_runs_the_next_job() {
        let threads = eager(8, KEEP_ALIVE);
        let barrier = Arc::new(Barrier::new(4));
        let jobs: Vec<_> = (0..4)
            .map(|_| {
                let barrier = Arc::clone(&barrier);
                result(&threads, move || {
                    barrier.wait();
                    thread::current().id()
                })
            })
            .collect();
        let ids: HashSet<_> = jobs.iter().map(|job| job.recv().unwrap()).collect();
        assert_eq!(ids.len(), 4, "each job has a thread of its own");
        wait_for_idle(&threads, 4);
        let last = id(&threads);
        for _ in 0..10 {
            wait_for_idle(&threads, 4);
            assert_eq!(id(&threads), last);
        }
    }

    #[test]
    fn a_job_waits_where_all_threads_are_busy() {
        let threads = eager(1, KEEP_ALIVE);
        let (release, released) = mpsc::channel();
        let first = result(&threads, move || released.recv().unwrap());
        let second = result(&threads, || 2);
        assert_eq!(threads.pool().threads, 1);
        assert!(second.try_recv().is_err());
        release.send(1).unwrap();
        assert_eq!((first.recv().unwrap(), second.recv().unwrap()), (1, 2));
    }

    #[test]
    fn a_job_that_panics_has_no_result_and_its_thread_continues() {
        let threads = eager(1, KEEP_ALIVE);
        let panicked = result(&threads, || -> u8 { panic!("on purpose") });
        assert!(panicked.recv().is_err());
        assert_eq!(result(&threads, || 1).recv().unwrap(), 1);
        assert_eq!(threads.pool().threads, 1);
    }

    #[test]
    fn idle_threads_end() {
        let threads = eager(8, Duration::from_millis(1));
        for round in 0..100 {
            assert_eq!(result(&threads, move || round).recv().unwrap(), round);
            if round % 10 == 0 {
                while threads.pool().threads > 0 {
                    thread::yield_now();
                }
            }
        }
    }

    #[test]
    fn short_jobs_share_a_thread_and_need_no_standby() {
        let threads = with_queue_timeout(ENDLESS, KEEP_ALIVE);
        let jobs: Vec<_> = (0..1000)
            .map(|_| result(&threads, || thread::current().id()))
            .collect();
        let ids: HashSet<_> = jobs.iter().map(|job| job.recv().unwrap()).collect();
        assert_eq!(ids.len(), 1);
        assert!(threads.pool().threads <= 2);
    }

    #[test]
    fn jobs_that_block_get_threads_of_their_own_after_a_while() {
        let queue_timeout = Duration::from_millis(20);
        let threads = with_queue_timeout(queue_timeout, KEEP_ALIVE);
        let barrier = Arc::new(Barrier::new(50));
        let started = Instant::now();
        let jobs: Vec<_> = (0..50)
            .map(|_| {
                let barrier = Arc::clone(&barrier);
                result(&threads, move || barrier.wait().is_leader())
            })
            .collect();
        let leaders = jobs.iter().filter(|job| job.recv().unwrap()).count();
        assert_eq!(leaders, 1);
        assert!(started.elapsed() >= queue_timeout);
    }

    #[test]
    fn a_job_starts_at_once_if_only_the_standby_thread_is_idle() {
        let threads = with_queue_timeout(ENDLESS, KEEP_ALIVE);
        // A standby thread that never wakes.
        threads.pool().threads = 1;
        threads.pool().is_standby = true;
        let job = result(&threads, || 3);
        assert_eq!(job.recv_timeout(ENDLESS / 2), Ok(3));
    }

    #[test]
    fn the_standby_thread_ends_too() {
        let threads = with_queue_timeout(Duration::from_millis(1), Duration::from_millis(1));
        for round in 0..20 {
            let jobs: Vec<_> = (0..5)
                .map(|at| result(&threads, move || at + round))
                .collect();
            for (at, job) in jobs.iter().enumerate() {
                assert_eq!(job.recv().unwrap(), at + round);
            }
            while threads.pool().threads > 0 {
                thread::yield_now();
            }
            assert!(!threads.pool().is_standby);
        }
    }
}
