//! Handles of paths.

use std::fmt;
use std::marker::PhantomData;

use terrane_value::{Path, Text};

/// A handle of a path whose steps the compiler checks.
pub trait PathNode: Sized {
    /// Creates the handle of a path.
    fn new(path: Path) -> Self;

    /// Returns the path.
    fn into_path(self) -> Path;
}

macro_rules! nodes {
    ($($(#[$doc:meta])* $name:ident<$($param:ident)?>;)*) => {$(
        $(#[$doc])*
        pub struct $name<$($param)?>(Path, PhantomData<fn() $(-> $param)?>);

        impl<$($param)?> PathNode for $name<$($param)?> {
            fn new(path: Path) -> Self {
                Self(path, PhantomData)
            }

            fn into_path(self) -> Path {
                self.0
            }
        }

        impl<$($param)?> From<$name<$($param)?>> for Path {
            fn from(node: $name<$($param)?>) -> Self {
                node.0
            }
        }

        impl<$($param)?> fmt::Debug for $name<$($param)?> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    )*};
}

nodes! {
    /// The path of an attribute that holds a scalar.
    Leaf<>;
    /// The path of a list, whose elements have a position.
    ListPath<P>;
    /// The path of a map, whose elements have a key.
    MapPath<P>;
    /// The path of a set. It is the last step, because elements of a set have no address.
    SetPath<>;
}

impl<P: PathNode> ListPath<P> {
    /// The path of the element at a position, counted from 0.
    #[must_use]
    pub fn at(self, index: usize) -> P {
        P::new(self.0.index(index))
    }
}

impl<P: PathNode> MapPath<P> {
    /// The path of the element with a key.
    #[must_use]
    pub fn at(self, key: impl Into<Text>) -> P {
        P::new(self.0.key(key))
    }
}
