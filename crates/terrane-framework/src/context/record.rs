//! The record of a call: the data that author code reports while it runs.
//!
//! The call's task and its supervisor share the record. So the supervisor can answer with the recorded data while the task is blocked. No author code
//! runs under one of its locks.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::SystemTime;

use terrane_protocol::{DeferredReason, Diagnostic};
use terrane_value::Object;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::Private;
use crate::locks::lock;
use crate::timeouts::Deadline;

/// The data that a call has reported so far. It may outlive the call's task.
#[derive(Debug)]
pub(crate) struct CallRecord {
    token: CancellationToken,
    deadline: OnceLock<Deadline>,
    deadline_set: Notify,
    journal: Mutex<Journal>,
    object_set: Notify,
}

/// The data that author code has reported.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    /// Warnings and errors, in the order of their reports.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The private state, as author code has changed it.
    pub(crate) private: Private,
    /// The object that was recorded last.
    pub(crate) object: Option<Arc<Object>>,
    /// The object that `create` has returned. The rest of the call cannot return another one.
    pub(crate) created: Option<Created>,
    /// Texts that author code has hidden.
    pub(crate) hidden: Vec<String>,
    /// When an ephemeral object is to be renewed.
    pub(crate) renew_at: Option<SystemTime>,
    /// Why author code defers the call.
    pub(crate) deferred: Option<DeferredReason>,
}

/// An object that `create` has returned, while the call completes it.
#[derive(Debug, Clone)]
pub(crate) struct Created {
    pub(crate) object: Arc<Object>,
    /// The private state at that time.
    pub(crate) private: Private,
}

impl CallRecord {
    /// Creates the record of a call with a cancellation token.
    pub(crate) fn new(token: CancellationToken) -> Self {
        Self {
            token,
            deadline: OnceLock::new(),
            deadline_set: Notify::new(),
            journal: Mutex::default(),
            object_set: Notify::new(),
        }
    }

    /// Returns the cancellation token for author code.
    pub(crate) fn token(&self) -> &CancellationToken {
        &self.token
    }

    /// Returns the deadline, if it is set.
    pub(crate) fn deadline(&self) -> Option<&Deadline> {
        self.deadline.get()
    }

    /// Sets the deadline of the call, once.
    pub(crate) fn set_deadline(&self, deadline: Deadline) {
        if self.deadline.set(deadline).is_ok() {
            self.deadline_set.notify_one();
        }
    }

    /// Waits until the call has a deadline. There is one waiter at most.
    pub(crate) async fn wait_for_deadline(&self) -> &Deadline {
        loop {
            match self.deadline.get() {
                Some(deadline) => return deadline,
                None => self.deadline_set.notified().await,
            }
        }
    }

    /// Records the current object.
    pub(crate) fn set_object(&self, object: Arc<Object>) {
        self.journal(|journal| journal.object = Some(object));
        self.object_set.notify_one();
    }

    /// Records the object that `create` has returned.
    pub(crate) fn set_created(&self, object: Arc<Object>) {
        self.journal(|journal| {
            journal.created = Some(Created {
                object: Arc::clone(&object),
                private: journal.private.clone(),
            });
        });
        self.set_object(object);
    }

    /// Waits until an object is recorded. There is one waiter at most.
    pub(crate) async fn wait_for_object(&self) {
        while self.journal(|journal| journal.object.is_none()) {
            self.object_set.notified().await;
        }
    }

    /// Gives access to the reported data, which is locked meanwhile.
    pub(crate) fn journal<T>(&self, access: impl FnOnce(&mut Journal) -> T) -> T {
        access(&mut lock(&self.journal))
    }
}
