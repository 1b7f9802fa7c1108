//! The registered items of one kind.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::Arc;

use terrane_protocol::Diagnostic;

use crate::messages;

/// The items of one kind, by name.
pub(crate) struct Items<T: ?Sized> {
    /// The kind in diagnostics.
    what: &'static str,
    /// The key of the item's name in the log.
    key: &'static str,
    items: BTreeMap<String, Arc<T>>,
}

impl<T: ?Sized> Items<T> {
    /// Creates an empty collection. `what` names the kind in diagnostics, and `key` in the log.
    pub(super) fn new(what: &'static str, key: &'static str) -> Self {
        Self {
            what,
            key,
            items: BTreeMap::new(),
        }
    }

    /// Adds an item, unless another item has the name.
    pub(crate) fn add(&mut self, name: String, item: Arc<T>, schema_errors: &mut Vec<Diagnostic>) {
        match self.items.entry(name) {
            Entry::Vacant(free) => {
                free.insert(item);
            }
            Entry::Occupied(taken) => {
                let what = self.what.to_ascii_lowercase();
                schema_errors.push(messages::schema::duplicate(&what, taken.key()));
            }
        }
    }

    /// Removes the items for which `wanted` returns `false`.
    pub(super) fn keep(&mut self, mut wanted: impl FnMut(&str, &T) -> bool) {
        self.items.retain(|name, item| wanted(name, item));
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<T>> {
        self.items.get(name)
    }

    /// Finds the item of a request, and records its name in the request's span.
    pub(crate) fn find(&self, name: &str) -> Result<&Arc<T>, Diagnostic> {
        tracing::Span::current().record(self.key, name);
        self.get(name).ok_or_else(|| self.not_found(name))
    }

    /// Returns the error for a request of an unknown item.
    pub(crate) fn not_found(&self, name: &str) -> Diagnostic {
        messages::schema::not_found(self.what, name)
    }

    /// Iterates over all items, sorted by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &Arc<T>)> {
        self.items.iter()
    }

    /// Returns all names, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        self.items.keys().cloned().collect()
    }
}

impl<T: ?Sized> fmt::Debug for Items<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items.keys()).finish()
    }
}
