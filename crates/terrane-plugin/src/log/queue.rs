//! A queue that is bounded in bytes, with a thread of its own that works it off.
//!
//! An element is dropped if there is no room for it, the less urgent ones first. The dropped elements are counted, and the count is passed on with the
//! next elements.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::panic::catch_panic;

/// How urgent an element is. If there is no room, elements that are less urgent are dropped for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urgency {
    Low,
    High,
    /// There is always room for it.
    Final,
}

impl Urgency {
    const COUNT: usize = 3;
}

/// The size of the elements that are worked off together, in bytes.
const BATCH: usize = 4 << 10;

/// The pause between two checks whether there is room.
const PAUSE: Duration = Duration::from_millis(2);

/// Elements to be worked off.
pub(super) struct Batch<T> {
    /// How many elements have been dropped since the last batch.
    pub(super) dropped: u64,
    pub(super) elements: Vec<T>,
    /// The time by which the work should return, if it does not run on the thread of the queue.
    pub(super) until: Option<Instant>,
}

/// A queue. It starts its thread when it gets the first element.
pub(super) struct Queue<T> {
    name: &'static str,
    limits: Limits,
    work: Box<dyn Fn(Batch<T>) + Send + Sync>,
    state: Mutex<State<T>>,
    /// Notifies the thread of a new element.
    arrived: Condvar,
    /// Notifies threads that wait until their element has been worked off.
    advanced: Condvar,
}

/// The limits of a queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The size of all elements, in bytes.
    pub(super) bytes: usize,
    /// How long anybody waits. If no element is worked off in that time, the work is stalled, and nobody waits until it advances.
    pub(super) patience: Duration,
}

impl Limits {
    /// The limits of a log. The memory is for bursts. go-plugin's hosts kill a process two seconds after they have asked it to exit.
    pub(super) const LOG: Self = Self {
        bytes: 4 << 20,
        patience: Duration::from_secs(1),
    };
}

struct State<T> {
    /// The elements by urgency, each with its number and its size.
    elements: [VecDeque<(u64, usize, T)>; Urgency::COUNT],
    bytes: usize,
    /// The number of the next element.
    next: u64,
    /// All elements with smaller numbers have been worked off or dropped.
    done: u64,
    dropped: u64,
    has_thread: bool,
    /// Whether the thread waits for an element.
    is_idle: bool,
    /// The number of threads that wait until their element has been worked off.
    waiting: usize,
    /// Whether no element was worked off while somebody waited.
    is_stalled: bool,
    /// The time from which elements of low urgency are dropped, because the process ends and the rest of the time is for the others.
    low_until: Option<Instant>,
}

impl<T> State<T> {
    /// Takes the oldest element.
    fn pop(&mut self) -> Option<T> {
        let numbers = self.elements.iter().enumerate();
        let oldest = numbers.filter_map(|(class, elements)| Some((elements.front()?.0, class)));
        let (_, class) = oldest.min()?;
        self.pop_from(class)
    }

    fn pop_from(&mut self, class: usize) -> Option<T> {
        let (_, size, element) = self.elements[class].pop_front()?;
        self.bytes -= size;
        Some(element)
    }

    /// Takes elements of low urgency that are dropped, because the process ends.
    fn expired(&mut self) -> Vec<T> {
        let mut expired = Vec::new();
        if self.low_until.is_some_and(|until| Instant::now() >= until) {
            while let Some(element) = self.pop_from(Urgency::Low as usize) {
                expired.push(element);
            }
        }
        self.dropped += expired.len() as u64;
        expired
    }

    /// Takes elements that are worked off together, and returns the number after the last of them.
    fn batch(&mut self) -> (Vec<T>, u64) {
        let (mut elements, before) = (Vec::new(), self.bytes);
        while before - self.bytes < BATCH
            && let Some(element) = self.pop()
        {
            elements.push(element);
        }
        let numbers = self.elements.iter().filter_map(|it| Some(it.front()?.0));
        let next = numbers.min().unwrap_or(self.next);
        (elements, next)
    }
}

impl<T: Send + 'static> Queue<T> {
    /// Makes a queue whose elements are passed to `work`, in batches. `name` is that of its thread.
    pub(super) fn new(
        name: &'static str,
        limits: Limits,
        work: impl Fn(Batch<T>) + Send + Sync + 'static,
    ) -> Self {
        Self {
            name,
            limits,
            work: Box::new(work),
            state: Mutex::new(State {
                elements: Default::default(),
                bytes: 0,
                next: 0,
                done: 0,
                dropped: 0,
                has_thread: false,
                is_idle: false,
                waiting: 0,
                is_stalled: false,
                low_until: None,
            }),
            arrived: Condvar::new(),
            advanced: Condvar::new(),
        }
    }

    /// Locks the state. The lock is held only for a few instructions, and never while elements are made, worked off or dropped.
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends an element, and returns its number. Never waits.
    pub(super) fn push(&'static self, urgency: Urgency, size: usize, element: T) -> u64 {
        // Elements are dropped after the lock has been released.
        let mut dropped = Vec::new();
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        let class = urgency as usize;
        let limit = self.limits.bytes;
        for less_urgent in 0..class {
            while state.bytes + size > limit
                && let Some(element) = state.pop_from(less_urgent)
            {
                dropped.push(element);
            }
        }
        if state.bytes + size > limit && urgency != Urgency::Final {
            dropped.push(element);
        } else {
            state.bytes += size;
            state.elements[class].push_back((number, size, element));
        }
        state.dropped += dropped.len() as u64;
        let starts = !mem::replace(&mut state.has_thread, true);
        if mem::take(&mut state.is_idle) {
            self.arrived.notify_one();
        }
        drop(state);
        if starts {
            self.start();
        }
        number
    }

    /// Starts the thread. If the system refuses it, the next element tries again.
    fn start(&'static self) {
        let thread = thread::Builder::new().name(self.name.to_owned());
        if thread.spawn(|| self.run()).is_err() {
            self.state().has_thread = false;
        }
    }

    /// Works off elements for ever.
    fn run(&self) {
        loop {
            let mut state = self.state();
            while state.done == state.next && state.dropped == 0 {
                state.is_idle = true;
                let woken = self.arrived.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
            }
            self.work_off(state, None);
        }
    }

    /// Works off some elements.
    fn work_off(&self, mut state: MutexGuard<'_, State<T>>, until: Option<Instant>) {
        let expired = state.expired();
        let (elements, next) = state.batch();
        let dropped = mem::take(&mut state.dropped);
        drop(state);
        drop(expired);
        let batch = Batch {
            dropped,
            elements,
            until,
        };
        // A batch that panics is lost. The author's subscriber may panic.
        let _ = catch_panic(|| (self.work)(batch), |_| ());
        let mut state = self.state();
        state.done = state.done.max(next);
        state.is_stalled = false;
        if state.waiting > 0 {
            self.advanced.notify_all();
        }
    }

    /// Waits until an element has been worked off, but not while the work is stalled, and not for long.
    pub(super) fn wait(&self, number: u64) {
        let until = Instant::now() + self.limits.patience;
        let mut state = self.state();
        let before = state.done;
        while state.done <= number && !state.is_stalled {
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                state.is_stalled = state.done == before;
                return;
            }
            state = self.wait_within(state, rest);
        }
    }

    /// Waits while more than half of the memory is in use, but not while the work is stalled, and not for long.
    pub(super) async fn wait_for_room(&self) {
        let until = Instant::now() + self.limits.patience;
        let before = self.state().done;
        while self.is_crowded(before, until) {
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn is_crowded(&self, before: u64, until: Instant) -> bool {
        let mut state = self.state();
        if state.bytes <= self.limits.bytes / 2 || state.is_stalled {
            return false;
        }
        if Instant::now() >= until {
            state.is_stalled = state.done == before;
            return false;
        }
        true
    }

    /// Works off all elements that are in the queue before the process ends, at most until the given time.
    ///
    /// The elements of low urgency have half of the time. Those that are left then are dropped.
    pub(super) fn flush(&self, until: Instant) {
        let now = Instant::now();
        let half = until.saturating_duration_since(now) / 2;
        let mut state = self.state();
        state.low_until = Some(now + half);
        let end = state.next;
        while state.done < end || state.dropped > 0 {
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return;
            }
            if state.has_thread {
                state = self.wait_within(state, rest);
            } else {
                // The system has refused the thread.
                self.work_off(state, Some(until));
                state = self.state();
            }
        }
    }

    /// Waits until the work advances, at most for the given time.
    fn wait_within<'a>(
        &self,
        mut state: MutexGuard<'a, State<T>>,
        time: Duration,
    ) -> MutexGuard<'a, State<T>> {
        state.waiting += 1;
        let woken = self.advanced.wait_timeout(state, time);
        let (mut state, _) = woken.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    type Worked = (u64, Vec<&'static str>);

    /// Makes a queue, whose work waits for a message before each batch and then reports it.
    fn gated(limits: Limits) -> (&'static Queue<&'static str>, Sender<()>, Receiver<Worked>) {
        let (permit, permits) = channel();
        let (sender, worked) = channel();
        let permits = Mutex::new(permits);
        let queue = Queue::new("gated", limits, move |batch: Batch<&'static str>| {
            permits.lock().unwrap().recv().unwrap();
            sender.send((batch.dropped, batch.elements)).unwrap();
        });
        (Box::leak(Box::new(queue)), permit, worked)
    }

    fn limits(bytes: usize) -> Limits {
        Limits {
            bytes,
            patience: PATIENCE,
        }
    }

    /// Fills the thread of a queue with an element, so that the following ones wait.
    fn occupy(queue: &'static Queue<&'static str>) {
        queue.push(Urgency::Low, 1, "first");
        while queue.state().bytes > 0 {
            thread::yield_now();
        }
    }

    #[test]
    fn elements_are_worked_off_in_their_order_whatever_their_urgency() {
        let (queue, permit, worked) = gated(limits(BATCH));
        occupy(queue);
        queue.push(Urgency::Low, 1, "low");
        queue.push(Urgency::Final, 1, "final");
        queue.push(Urgency::High, 1, "high");
        permit.send(()).unwrap();
        permit.send(()).unwrap();
        assert_eq!(worked.recv().unwrap(), (0, vec!["first"]));
        assert_eq!(worked.recv().unwrap(), (0, vec!["low", "final", "high"]));
    }

    #[test]
    fn less_urgent_elements_are_dropped_first_and_the_next_batch_has_their_count() {
        let (queue, permit, worked) = gated(limits(30));
        occupy(queue);
        for element in ["low 1", "low 2", "low 3", "low 4"] {
            queue.push(Urgency::Low, 10, element);
        }
        assert_eq!(queue.state().dropped, 1, "the last one has no room");
        queue.push(Urgency::High, 20, "high 1");
        queue.push(Urgency::High, 20, "high 2");
        queue.push(Urgency::High, 10, "high 3");
        queue.push(Urgency::Final, 1000, "final");
        assert!(
            queue.state().bytes <= 1000,
            "there is room for nothing else"
        );
        permit.send(()).unwrap();
        permit.send(()).unwrap();
        assert_eq!(worked.recv().unwrap(), (0, vec!["first"]));
        assert_eq!(worked.recv().unwrap(), (7, vec!["final"]));
        permit.send(()).unwrap();
        queue.push(Urgency::Low, 10, "later");
        assert_eq!(worked.recv().unwrap(), (0, vec!["later"]));
    }

    #[test]
    fn nobody_waits_while_the_work_does_not_advance() {
        let (queue, permit, worked) = gated(Limits {
            bytes: 1000,
            patience: Duration::from_millis(10),
        });
        occupy(queue);
        let stalled = queue.push(Urgency::Low, 1, "stalled");
        queue.wait(stalled);
        assert!(queue.state().is_stalled);
        permit.send(()).unwrap();
        permit.send(()).unwrap();
        for _ in 0..2 {
            worked.recv().unwrap();
        }
        while queue.state().done <= stalled {
            thread::yield_now();
        }
        assert!(!queue.state().is_stalled);
        permit.send(()).unwrap();
        queue.push(Urgency::Low, 1, "written");
        queue.flush(Instant::now() + PATIENCE);
        assert_eq!(worked.try_recv().unwrap().1, ["written"]);
    }

    #[test]
    fn at_the_end_urgent_elements_are_worked_off_although_there_is_no_time_for_all() {
        let (queue, permit, worked) = gated(limits(1000));
        occupy(queue);
        for element in ["low 1", "high", "low 2", "final"] {
            let urgency = match element {
                "high" => Urgency::High,
                "final" => Urgency::Final,
                _ => Urgency::Low,
            };
            queue.push(urgency, 1, element);
        }
        // The time is over.
        queue.flush(Instant::now());
        permit.send(()).unwrap();
        permit.send(()).unwrap();
        assert_eq!(worked.recv().unwrap(), (0, vec!["first"]));
        assert_eq!(worked.recv().unwrap(), (2, vec!["high", "final"]));
    }

    #[tokio::test]
    async fn a_reader_of_logs_waits_for_room_unless_the_work_is_stalled() {
        let (queue, permit, worked) = gated(Limits {
            bytes: 100,
            patience: Duration::from_millis(10),
        });
        occupy(queue);
        queue.push(Urgency::Low, 50, "half");
        queue.wait_for_room().await;
        assert!(!queue.state().is_stalled);
        queue.push(Urgency::Low, 1, "more");
        queue.wait_for_room().await;
        assert!(queue.state().is_stalled);
        permit.send(()).unwrap();
        permit.send(()).unwrap();
        for _ in 0..2 {
            worked.recv().unwrap();
        }
    }

    #[test]
    fn an_element_whose_work_panics_does_not_end_the_thread() {
        let (sender, worked) = channel();
        let work = move |batch: Batch<&'static str>| {
            assert!(!batch.elements.contains(&"panics"));
            sender.send(batch.elements).unwrap();
        };
        let queue: &'static _ = Box::leak(Box::new(Queue::new("panics", limits(1000), work)));
        queue.wait(queue.push(Urgency::Low, 1, "panics"));
        queue.push(Urgency::Low, 1, "next");
        queue.flush(Instant::now() + PATIENCE);
        assert_eq!(worked.try_recv().unwrap(), ["next"]);
    }

    #[test]
    fn without_a_thread_the_flush_works_off_the_elements() {
        let (sender, worked) = channel();
        let work = move |batch: Batch<&'static str>| {
            assert!(batch.until.is_some());
            sender.send(batch.elements).unwrap();
        };
        let queue: &'static _ = Box::leak(Box::new(Queue::new("none", limits(1000), work)));
        // As if its start were under way. Then the system refuses it.
        queue.state().has_thread = true;
        queue.push(Urgency::Low, 1, "waits");
        queue.state().has_thread = false;
        queue.flush(Instant::now() + PATIENCE);
        assert_eq!(worked.try_recv().unwrap(), ["waits"]);
    }
}
