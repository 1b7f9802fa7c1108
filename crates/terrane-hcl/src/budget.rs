//! The work and the memory that one evaluation may take, together with the templates that it renders.

use std::cell::Cell;

use crate::environment::ResultLimits;

/// Counts work and memory, and records which limit was exceeded first.
pub(crate) struct Budget {
    limits: ResultLimits,
    steps: Cell<u64>,
    /// The bytes of all values that exist now.
    memory: Cell<u64>,
    exceeded: Cell<Option<Limit>>,
}

/// A limit of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    Steps(u64),
    Memory(usize),
    Diagnostics(usize),
}

impl Budget {
    pub(crate) fn new(limits: ResultLimits) -> Self {
        Self {
            limits,
            steps: Cell::new(0),
            memory: Cell::new(0),
            exceeded: Cell::new(None),
        }
    }

    /// Returns the limit that was exceeded first.
    pub(crate) fn exceeded(&self) -> Option<Limit> {
        self.exceeded.get()
    }

    /// Returns whether the evaluation may continue.
    pub(crate) fn is_left(&self) -> bool {
        self.exceeded.get().is_none()
    }

    pub(crate) fn exceed(&self, limit: Limit) {
        if self.is_left() {
            self.exceeded.set(Some(limit));
        }
    }

    /// Counts steps of work. Returns whether the evaluation may continue.
    pub(crate) fn spend(&self, steps: u64) -> bool {
        let total = self.steps.get().saturating_add(steps);
        self.steps.set(total);
        if total > self.limits.steps {
            self.exceed(Limit::Steps(self.limits.steps));
        }
        self.is_left()
    }

    /// Returns the steps that were counted.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Counts the bytes of a new value. Returns whether the evaluation may continue.
    pub(crate) fn allocate(&self, bytes: u64) -> bool {
        let memory = self.memory.get().saturating_add(bytes);
        self.memory.set(memory);
        if memory > u64::try_from(self.limits.memory).unwrap_or(u64::MAX) {
            self.exceed(Limit::Memory(self.limits.memory));
        }
        self.is_left()
    }

    /// Returns the bytes of all values that exist now, for [`keep`](Self::keep).
    pub(crate) fn memory(&self) -> u64 {
        self.memory.get()
    }

    /// Drops everything that was allocated since a call of [`memory`](Self::memory), except at most some bytes.
    pub(crate) fn keep(&self, before: u64, bytes: u64) {
        let kept = before.saturating_add(bytes);
        self.memory.set(self.memory.get().min(kept));
    }
}
