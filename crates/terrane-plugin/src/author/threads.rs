//! Threads for calls that may block: the blocking threads of a tokio runtime that runs nothing else.
//!
//! If the system refuses a thread, tokio keeps the job until another thread becomes free, but does not ask the system again. So one thread is reserved.
//! It asks again while jobs wait, and drops jobs that have waited too long. While it runs, the pool is never without a thread, which makes tokio panic.

use std::collections::VecDeque;
use std::io;
use std::mem;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use crate::panic::{catch_panic, panic_text};

/// The maximum number of calls of author code at once. Further calls wait.
const MOST: usize = 4096;

/// How long an idle thread lives. tokio gives a job to the thread that has been idle longest. So if idle threads lived long, jobs that come one after
/// another would run on all threads that ever ran at once, and each thread keeps the memory of its largest job.
const IDLE: Duration = Duration::from_millis(10);

/// How long the reserved thread waits before it asks the system for a thread.
const RETRY: Duration = Duration::from_millis(50);

/// How often the reserved thread asks for a thread without success before it drops a job: for ten seconds.
const ATTEMPTS: u64 = 200;

type Job = Box<dyn FnOnce() + Send>;

/// A pool of threads. It exists as long as the process, and nothing waits for its jobs.
pub(super) struct Threads {
    /// Nothing drives this runtime. Only its blocking threads are used.
    runtime: Runtime,
    most: usize,
    queue: Mutex<Queue>,
    /// Notifies the reserved thread of a job.
    arrives: Condvar,
}

#[derive(Default)]
struct Queue {
    /// The jobs that no thread has taken, each with the attempt before which it came.
    waiting: VecDeque<(u64, Job)>,
    /// How often the reserved thread has found waiting jobs.
    attempts: u64,
    /// The attempt before which a thread took a job last.
    advanced: u64,
    running: usize,
    /// Whether the reserved thread will look for waiting jobs.
    is_watched: bool,
}

impl Queue {
    fn take(&mut self) -> Option<Job> {
        let (_, job) = self.waiting.pop_front()?;
        self.advanced = self.attempts;
        self.running += 1;
        Some(job)
    }

    /// Takes the jobs for which the system has refused a thread for too long, although no other job got one.
    fn take_refused(&mut self) -> Vec<Job> {
        self.attempts += 1;
        let (attempts, advanced) = (self.attempts, self.advanced);
        let refused = self
            .waiting
            .partition_point(|(since, _)| attempts - advanced.max(*since) > ATTEMPTS);
        self.waiting.drain(..refused).map(|(_, job)| job).collect()
    }
}

impl Threads {
    /// Returns the pool of this process.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses the reserved thread.
    pub(super) fn of_process() -> io::Result<&'static Self> {
        static THREADS: LazyLock<io::Result<&Threads>> =
            LazyLock::new(|| Threads::start(MOST, MOST));
        let threads = THREADS.as_ref().copied();
        threads.map_err(|error| io::Error::new(error.kind(), error.to_string()))
    }

    /// Starts a pool that runs at most `most` jobs at once. The system grants `granted` threads in addition to the reserved one.
    fn start(most: usize, granted: usize) -> io::Result<&'static Self> {
        let mut builder = Builder::new_current_thread();
        builder
            .max_blocking_threads(granted + 1)
            .thread_keep_alive(IDLE);
        let threads: &Self = Box::leak(Box::new(Self {
            runtime: builder.thread_name("author-call").build()?,
            most,
            queue: Mutex::default(),
            arrives: Condvar::new(),
        }));
        threads.spawn(Self::watch)?;
        Ok(threads)
    }

    /// Runs a job on a thread that runs nothing else. The job is dropped if the system refuses the thread, and no other becomes free.
    pub(super) fn run(&'static self, job: Job) {
        let mut queue = self.queue();
        let attempt = queue.attempts;
        queue.waiting.push_back((attempt, job));
        let is_watched = mem::replace(&mut queue.is_watched, true);
        drop(queue);
        if !is_watched {
            self.arrives.notify_one();
        }
        self.ask();
    }

    /// Asks for a thread, which runs the job that has waited longest.
    fn ask(&'static self) {
        // If the thread is refused, the reserved thread asks again.
        let _ = self.spawn(Self::run_next);
    }

    /// Runs code on a thread as soon as one is free.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses a thread. tokio panics only if there is no other thread, or for an unusual reason.
    fn spawn(&'static self, code: fn(&'static Self)) -> io::Result<()> {
        let spawned = catch_panic(
            || self.runtime.spawn_blocking(move || code(self)),
            |payload| io::Error::other(panic_text(payload).unwrap_or("tokio panicked").to_owned()),
        );
        spawned.map(drop)
    }

    fn run_next(&'static self) {
        let job = self.queue().take();
        if let Some(job) = job {
            // If the job panics, its caller gets no result.
            let _ = catch_panic(job, |_| ());
            self.queue().running -= 1;
        }
    }

    /// Asks again for a thread while jobs wait. Runs on the reserved thread.
    fn watch(&'static self) {
        loop {
            let woken = self
                .arrives
                .wait_while(self.queue(), |queue| !queue.is_watched);
            drop(woken);
            // Nearly always, all jobs have got a thread meanwhile. So this thread wakes rarely, however many calls there are.
            thread::sleep(RETRY);
            let mut queue = self.queue();
            queue.is_watched = !queue.waiting.is_empty();
            if !queue.is_watched || queue.running == self.most {
                continue;
            }
            let refused = queue.take_refused();
            drop(queue);
            // The jobs are dropped without the lock.
            drop(refused);
            self.ask();
        }
    }

    /// Locks the queue. The lock is held only for a few instructions, and never while a job runs.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Barrier, mpsc};

    use super::*;

    /// Runs a job and returns its result, if the job does not panic.
    fn result<T: Send + 'static>(
        threads: &'static Threads,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> mpsc::Receiver<T> {
        let (sender, result) = mpsc::channel();
        threads.run(Box::new(move || {
            let _ = sender.send(job());
        }));
        result
    }

    #[test]
    fn a_job_waits_where_all_threads_are_busy() {
        let threads = Threads::start(1, 1).unwrap();
        let (release, released) = mpsc::channel();
        let first = result(threads, move || released.recv().unwrap());
        let second = result(threads, || 2);
        assert!(second.try_recv().is_err());
        release.send(1).unwrap();
        assert_eq!((first.recv().unwrap(), second.recv().unwrap()), (1, 2));
    }

    #[test]
    fn a_job_that_panics_has_no_result_and_others_go_on() {
        let threads = Threads::start(1, 1).unwrap();
        let panicked = result(threads, || -> u8 { panic!("on purpose") });
        assert!(panicked.recv().is_err());
        assert_eq!(result(threads, || 1).recv().unwrap(), 1);
    }

    #[test]
    fn jobs_that_block_have_threads_of_their_own() {
        let threads = Threads::start(50, 50).unwrap();
        let barrier = Arc::new(Barrier::new(50));
        let jobs: Vec<_> = (0..50)
            .map(|_| {
                let barrier = Arc::clone(&barrier);
                result(threads, move || barrier.wait().is_leader())
            })
            .collect();
        let leaders = jobs.iter().filter(|job| job.recv().unwrap()).count();
        assert_eq!(leaders, 1);
    }

    #[test]
    fn a_job_for_which_no_thread_is_granted_is_dropped_after_ten_seconds() {
        let mut queue = Queue::default();
        queue.waiting.push_back((0, no_job()));
        for _ in 0..ATTEMPTS {
            assert_eq!(queue.take_refused().len(), 0);
        }
        assert_eq!(queue.take_refused().len(), 1);
        let attempts = u32::try_from(ATTEMPTS).unwrap();
        assert_eq!(RETRY * attempts, Duration::from_secs(10));
    }

    #[test]
    fn a_job_that_gets_a_thread_gives_the_others_more_time() {
        let mut queue = Queue::default();
        let now = queue.attempts;
        queue.waiting.extend([(now, no_job()), (now, no_job())]);
        for _ in 0..ATTEMPTS {
            assert_eq!(queue.take_refused().len(), 0);
        }
        assert!(queue.take().is_some());
        for _ in 0..ATTEMPTS {
            assert_eq!(queue.take_refused().len(), 0);
        }
        assert_eq!(queue.take_refused().len(), 1);
    }

    fn no_job() -> Job {
        Box::new(|| ())
    }
}
