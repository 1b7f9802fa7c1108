//! Objects and plans as a host stores them.

use terrane_protocol::{DynamicValue, Opaque};
use terrane_value::{Object, Path};

/// An object as a host stores it.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) object: Object,
    pub(crate) private: Opaque,
    pub(crate) identity: Option<DynamicValue>,
}

/// A plan.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) planned: Option<Object>,
    pub(crate) replace: Vec<Path>,
    pub(crate) private: Opaque,
    pub(crate) identity: Option<DynamicValue>,
}

/// The outcome of a request for a change.
#[derive(Debug)]
pub(crate) enum Outcome<T> {
    Done(T),
    /// The provider reports errors, of which this is the first.
    Refused(String),
    /// There is no answer, or none that a host accepts. It was reported.
    Broken,
}

impl<T> Outcome<T> {
    pub(crate) fn done(self) -> Option<T> {
        match self {
            Self::Done(value) => Some(value),
            Self::Refused(_) | Self::Broken => None,
        }
    }
}
