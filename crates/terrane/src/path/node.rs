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

    /// The handle of the elements of a collection, at any depth of collections. For other handles, the handle itself.
    type Element: PathNode;

    /// Returns the handle of the elements, with the same path. Relations use it, whose paths have no positions and keys.
    fn into_element(self) -> Self::Element {
        PathNode::new(self.into_path())
    }
}

macro_rules! nodes {
    ($($(#[$doc:meta])* $name:ident<$($param:ident)?> of $element:ty;)*) => {$(
        $(#[$doc])*
        pub struct $name<$($param)?>(Path, PhantomData<fn() $(-> $param)?>);

        impl<$($param: PathNode)?> PathNode for $name<$($param)?> {
            type Element = $element;

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
    Leaf<> of Self;
    /// The path of a list, whose elements have a position.
    ListPath<P> of P::Element;
    /// The path of a map, whose elements have a key.
    MapPath<P> of P::Element;
    /// The path of a set. It is the last step, because elements of a set have no address.
    SetPath<P> of P::Element;
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
