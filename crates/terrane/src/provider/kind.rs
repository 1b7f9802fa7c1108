//! What a provider has of one kind.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use terrane_protocol::Diagnostic;

/// Everything of one kind, by name.
///
/// What answers the RPCs of a kind is here, too, once something is registered: so it is in no program that has nothing of the kind.
pub(crate) struct Kind<T: ?Sized, H: 'static = ()> {
    names: Names,
    all: Vec<Arc<T>>,
    handlers: Option<&'static H>,
}

impl<T: ?Sized, H> Kind<T, H> {
    /// Nothing of a kind, which is called so, and its types are in the log under this key.
    pub(super) fn new(what: &'static str, key: &'static str) -> Self {
        Self {
            names: Names {
                what,
                key,
                places: HashMap::new(),
            },
            all: Vec::new(),
            handlers: None,
        }
    }

    /// Adds one, unless the name is taken.
    pub(super) fn add(
        &mut self,
        name: String,
        one: Arc<T>,
        mistakes: &mut Vec<(String, String)>,
    ) -> &mut Self {
        if self.names.place(name, self.all.len(), mistakes) {
            self.all.push(one);
        }
        self
    }

    /// Sets what answers its RPCs.
    pub(super) fn answered_by(&mut self, handlers: &'static H) {
        self.handlers = Some(handlers);
    }

    /// Leaves out those whose name is refused.
    pub(super) fn keep(&mut self, mut wanted: impl FnMut(&str) -> bool) {
        let refused = self.names.iter().filter(|name| !wanted(name));
        for name in refused.cloned().collect::<Vec<_>>() {
            self.names.places.remove(&name);
        }
    }

    /// What answers its RPCs, if there is anything of the kind.
    pub(crate) fn handlers(&self) -> Option<&'static H> {
        self.handlers
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<T>> {
        self.names.places.get(name).map(|place| &self.all[*place])
    }

    /// Finds the type that a request names; the request's span says which it is.
    pub(crate) fn find(&self, name: &str) -> Result<&Arc<T>, Diagnostic> {
        match self.get(name) {
            Some(found) => {
                self.names.seek(name);
                Ok(found)
            }
            None => Err(self.names.not_found(name)),
        }
    }

    /// All of them, in the order of their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &Arc<T>)> {
        let places = self.names.in_order();
        places.map(|(name, place)| (name, &self.all[place]))
    }

    pub(crate) fn names(&self) -> &Names {
        &self.names
    }
}

/// The names in a kind, and where what they name is.
pub(crate) struct Names {
    what: &'static str,
    key: &'static str,
    places: HashMap<String, usize>,
}

impl Names {
    /// Gives a name to a place, unless it is taken.
    fn place(&mut self, name: String, place: usize, mistakes: &mut Vec<(String, String)>) -> bool {
        match self.places.entry(name) {
            Entry::Vacant(free) => {
                free.insert(place);
                true
            }
            Entry::Occupied(taken) => {
                let (what, name) = (self.what.to_ascii_lowercase(), taken.key());
                mistakes.push((
                    format!("Duplicate {what}"),
                    format!(
                        "The provider registers two {what}s called `{name}`; the second is not used. This is a bug in the provider: rename one \
                         with `#[tf(name = \"..\")]`."
                    ),
                ));
                false
            }
        }
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &String> {
        self.in_order().map(|(name, _)| name)
    }

    /// The names in order, each with its place.
    fn in_order(&self) -> impl Iterator<Item = (&String, usize)> {
        let mut places: Vec<_> = self.places.iter().map(|(name, at)| (name, *at)).collect();
        places.sort_unstable();
        places.into_iter()
    }

    /// Says in the request's span which type the request names.
    fn seek(&self, name: &str) {
        tracing::Span::current().record(self.key, name);
    }

    /// What is wrong with a request that names a type which is not there; its span says which that is.
    pub(crate) fn not_found(&self, name: &str) -> Diagnostic {
        self.seek(name);
        let what = self.what;
        Diagnostic::error(
            format!("{what} Type Not Found"),
            format!(
                "The provider has no {} `{name}`. Check the name, and that the provider's version has it.",
                what.to_ascii_lowercase()
            ),
        )
    }
}
