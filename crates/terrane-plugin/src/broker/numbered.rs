//! Values by the number of their service. A value may be put in before or after a task starts to wait for it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

#[derive(Debug)]
pub(super) struct Numbered<T> {
    values: Mutex<HashMap<u32, T>>,
    changed: Notify,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self {
            values: Mutex::default(),
            changed: Notify::new(),
        }
    }
}

impl<T> Numbered<T> {
    /// Puts in the value of a service, and removes the values that need not be kept.
    pub(super) fn put(&self, id: u32, value: T, keep: impl Fn(&T) -> bool) {
        let mut values = self.lock();
        values.retain(|_, value| keep(value));
        values.insert(id, value);
        self.changed.notify_waiters();
    }

    /// Waits until the values contain what is looked for.
    pub(super) async fn find<R>(&self, look: impl Fn(&mut HashMap<u32, T>) -> Option<R>) -> R {
        loop {
            let changed = self.changed.notified();
            let found = look(&mut self.lock());
            match found {
                Some(found) => return found,
                None => changed.await,
            }
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<u32, T>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
