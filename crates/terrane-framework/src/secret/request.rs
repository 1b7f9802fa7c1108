//! The secrets of the current request.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use terrane_value::{Object, Value};

use super::collect::each_text;
use super::{Secrets, process};
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
        let mut fresh = Vec::new();
        block.each_secret(object, &mut |text| collect(text, &mut fresh));
        process::add(fresh.iter().map(String::as_str));
    }
}

/// Notes the secrets of a stored state of an older version, before author code reads it.
pub(crate) fn note_stored(block: &Block, stored: &[u8]) {
    if !block.has_secrets() {
        return;
    }
    if let Ok(stored) = serde_json::from_slice(stored) {
        let mut fresh = Vec::new();
        block.each_stored_secret(&stored, &mut |text| collect(text, &mut fresh));
        process::add(fresh.iter().map(String::as_str));
    }
}

/// Calls `found` with each secret of an object.
pub(crate) fn each(block: &Block, object: &Object, mut found: impl FnMut(&str)) {
    block.each_secret(object, &mut found);
}

/// Notes the values that the opening of an ephemeral resource produced: those that were null or unknown in the request. All of them count as secret,
/// whatever the schema states.
pub(crate) fn note_opened(prepared: &Object, opened: &Object) {
    let mut fresh = Vec::new();
    for (known, value) in prepared.values().iter().zip(opened.values()) {
        if matches!(known, Value::Null | Value::Unknown(_)) {
            each_text(value, &mut |text| collect(text, &mut fresh));
        }
    }
    process::add(fresh.iter().map(String::as_str));
}

/// Notes a secret.
pub(crate) fn hide(text: &str) {
    let mut fresh = Vec::new();
    collect(text, &mut fresh);
    process::add(fresh.iter().map(String::as_str));
}

/// Notes a secret for the request's answer. A secret that is new to the request is added to `fresh`, because it may be new to the process too.
fn collect(text: &str, fresh: &mut Vec<String>) {
    let noted = REQUEST.with_borrow(|request| {
        let mut seen = request
            .as_ref()?
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Some(seen.add(text))
    });
    if noted.unwrap_or(true) {
        fresh.push(text.to_owned());
    }
}
