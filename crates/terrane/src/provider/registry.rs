//! The registry of a provider's items.

use std::fmt;
use std::marker::PhantomData;

use terrane_framework::server;

/// The registry of a provider's items.
///
/// Only items of the provider `P` can be registered: a resource of another provider does not compile. Each kind can also be registered in its
/// [dynamic form](crate::dynamic), with a schema that is made at run time.
pub struct Registry<P> {
    pub(super) items: server::Registry,
    of: PhantomData<fn() -> P>,
}

impl<P> Registry<P> {
    pub(super) fn new(items: server::Registry) -> Self {
        Self {
            items,
            of: PhantomData,
        }
    }

    pub(super) fn into_dynamic(self) -> server::Registry {
        self.items
    }
}

impl<P> fmt::Debug for Registry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}
