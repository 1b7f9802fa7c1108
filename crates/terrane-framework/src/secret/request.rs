//! The secrets of the current request.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use terrane_value::{Object, Value};

use super::collect::each_text;
use super::process;
use super::set::Secrets;
use crate::locks::lock;
use crate::schema::Block;

/// The secrets of one request. The request's task adds secrets, and the code that completes the answer hides them.
pub(crate) type OfRequest = Arc<Mutex<Secrets>>;

thread_local! {
    /// The secrets of the request that this thread works on.
    static REQUEST: RefCell<Option<OfRequest>> = const { RefCell::new(None) };
}

/// While this guard exists, secrets that this thread notes are added to a request's secrets.
pub(crate) struct Noting(Option<OfRequest>);

/// Adds the secrets that this thread notes to a request's secrets, until the guard is dropped.
pub(crate) fn noting(seen: &OfRequest) -> Noting {
    Noting(REQUEST.replace(Some(Arc::clone(seen))))
}

impl Drop for Noting {
    fn drop(&mut self) {
        REQUEST.set(self.0.take());
    }
}

/// Notes the secrets of an object.
pub fn note(block: &Block, object: &Object) {
    if block.has_secrets() {
        note_each(|found| block.each_secret(object, found));
    }
}

/// Notes the secrets of a stored state of an older version, before author code reads it.
pub(crate) fn note_stored(block: &Block, stored: &[u8]) {
    if !block.has_secrets() {
        return;
    }
    if let Ok(stored) = serde_json::from_slice(stored) {
        note_each(|found| block.each_stored_secret(&stored, found));
    }
}

/// Calls `found` with each secret of an object.
pub(crate) fn each(block: &Block, object: &Object, mut found: impl FnMut(&str)) {
    block.each_secret(object, &mut found);
}

/// Notes the values that the opening of an ephemeral resource produced: those that were null or unknown in the request. All of them count as secret,
/// whatever the schema states.
pub(crate) fn note_opened(prepared: &Object, opened: &Object) {
    note_each(|found| {
        for (known, value) in prepared.values().iter().zip(opened.values()) {
            if matches!(known, Value::Null | Value::Unknown(_)) {
                each_text(value, found);
            }
        }
    });
}

/// Notes a secret.
pub(crate) fn hide(text: &str) {
    note_each(|found| found(text));
}

/// Notes secrets for the request's answer and for the log of the process.
fn note_each(each: impl FnOnce(&mut dyn FnMut(&str))) {
    let request = REQUEST.with_borrow(Clone::clone);
    let request = request.as_ref().map(|request| move || lock(request));
    let mut new = Secrets::default();
    each(&mut |text| {
        // The values of a request mostly have the same secrets.
        if request
            .as_ref()
            .is_none_or(|request| !request().knows(text))
        {
            new.add(text);
        }
    });
    if !new.is_empty() {
        if let Some(request) = request {
            request().extend(&new);
        }
        process::add(&new);
    }
}
