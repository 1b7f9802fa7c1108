//! All items of one kind.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use terrane_protocol::Diagnostic;

use crate::messages;

/// The items of one kind, by name.
pub(crate) struct Kind<T: ?Sized> {
    names: Names,
    all: Vec<Arc<T>>,
}

impl<T: ?Sized> Kind<T> {
    /// Creates an empty kind. `what` names it in diagnostics, and `key` in the log.
    pub(super) fn new(what: &'static str, key: &'static str) -> Self {
        Self {
            names: Names {
                what,
                key,
                places: HashMap::new(),
            },
            all: Vec::new(),
        }
    }

    /// Adds an item, unless another item has the name.
    pub(crate) fn add(&mut self, name: String, one: Arc<T>, schema_errors: &mut Vec<Diagnostic>) {
        if self.names.place(name, self.all.len(), schema_errors) {
            self.all.push(one);
        }
    }

    /// Removes the items for which `wanted` returns `false`.
    pub(super) fn keep(&mut self, mut wanted: impl FnMut(&str, &T) -> bool) {
        let refused = self.iter().filter(|(name, item)| !wanted(name, item));
        for name in refused.map(|(name, _)| name.clone()).collect::<Vec<_>>() {
            self.names.places.remove(&name);
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<T>> {
        self.names.places.get(name).map(|place| &self.all[*place])
    }

    /// Finds the type of a request, and records its name in the request's span.
    pub(crate) fn find(&self, name: &str) -> Result<&Arc<T>, Diagnostic> {
        match self.get(name) {
            Some(found) => {
                self.names.seek(name);
                Ok(found)
            }
            None => Err(self.names.not_found(name)),
        }
    }

    /// Iterates over all items, sorted by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &Arc<T>)> {
        let places = self.names.in_order();
        places.map(|(name, place)| (name, &self.all[place]))
    }

    pub(crate) fn names(&self) -> &Names {
        &self.names
    }
}

/// The names of a kind, with the positions of the items.
pub(crate) struct Names {
    what: &'static str,
    key: &'static str,
    places: HashMap<String, usize>,
}

impl Names {
    /// Adds a name for a position, unless the name is taken.
    fn place(&mut self, name: String, place: usize, schema_errors: &mut Vec<Diagnostic>) -> bool {
        match self.places.entry(name) {
            Entry::Vacant(free) => {
                free.insert(place);
                true
            }
            Entry::Occupied(taken) => {
                let what = self.what.to_ascii_lowercase();
                schema_errors.push(messages::schema::duplicate(&what, taken.key()));
                false
            }
        }
    }

    /// Returns all names, sorted.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &String> {
        self.in_order().map(|(name, _)| name)
    }

    /// The sorted names, each with its position.
    fn in_order(&self) -> impl Iterator<Item = (&String, usize)> {
        let mut places: Vec<_> = self.places.iter().map(|(name, at)| (name, *at)).collect();
        places.sort_unstable();
        places.into_iter()
    }

    /// Records the type of a request in the request's span.
    fn seek(&self, name: &str) {
        tracing::Span::current().record(self.key, name);
    }

    /// Creates the error for a request of an unknown type, and records its name in the request's span.
    pub(crate) fn not_found(&self, name: &str) -> Diagnostic {
        self.seek(name);
        messages::schema::not_found(self.what, name)
    }
}
