//! Paths that the compiler checks.

use std::fmt;
use std::marker::PhantomData;

use terrane_value::{Path, Text, Value};

use crate::model::Model;

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

/// Builds a path into a model. A name that does not exist does not compile.
///
/// Dots separate attributes, and brackets contain the position in a list or the key of a map. A path into a set ends at the set,
/// because a host cannot address its elements.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Schema)]
/// struct Pet {
///     /// What it eats.
///     meals: Vec<Meal>,
/// }
///
/// /// One meal.
/// #[derive(Schema)]
/// struct Meal {
///     /// Energy in kilocalories.
///     kcal: i64,
/// }
///
/// assert_eq!(path!(Pet, meals[1].kcal).to_string(), "meals[1].kcal");
/// ```
#[macro_export]
macro_rules! path {
    ($model:ty, $($rest:tt)+) => {
        $crate::__path!(<<$model as $crate::attr::Attr>::Paths as $crate::path::PathNode>::new($crate::Path::root()); . $($rest)+)
    };
}

/// The steps of [`path!`].
#[doc(hidden)]
#[macro_export]
macro_rules! __path {
    ($node:expr;) => { $crate::path::PathNode::into_path($node) };
    ($node:expr; . $name:ident $($rest:tt)*) => { $crate::__path!($node.$name(); $($rest)*) };
    ($node:expr; [$at:expr] $($rest:tt)*) => { $crate::__path!($node.at($at); $($rest)*) };
}

/// Finds the attribute for a JSON pointer (RFC 6901) into the request of an API, for API errors that name a place in the request.
///
/// Names are compared without regard to case and separators, so `maxItems` finds `max_items`, and `#[tf(name = "..")]` counts. What the
/// model does not have, and places that hosts cannot address, such as elements of a set, are left out. Then the path is that of the last
/// attribute found, or the root if none is found. A pointer in the fragment of a URI (`#/name`), as in RFC 9457, is accepted.
///
/// # Examples
///
/// ```
/// use terrane::path;
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Schema)]
/// struct Pet {
///     /// What it eats.
///     diet: Diet,
/// }
///
/// /// What a pet eats.
/// #[derive(Schema)]
/// struct Diet {
///     /// Energy in kilocalories.
///     max_kcal: i64,
/// }
///
/// /// What the API answers to a bad request.
/// struct Refusal {
///     pointer: String,
///     message: String,
/// }
///
/// fn error(refusal: Refusal) -> Error {
///     Error::new("The API refuses the pet", refusal.message).at(path::pointer::<Pet>(&refusal.pointer))
/// }
///
/// assert_eq!(path::pointer::<Pet>("/diet/maxKcal"), path!(Pet, diet.max_kcal));
/// assert_eq!(path::pointer::<Pet>("/diet/protein/0"), path!(Pet, diet));
/// ```
#[must_use]
pub fn pointer<M: Model>(pointer: &str) -> Path {
    M::block().pointer(pointer)
}

/// Reads several values of a draft, if all of them are known and not null.
///
/// A path may go through nested models; every step must be known.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Schema)]
/// struct Pet {
///     /// How many legs it has.
///     legs: i64,
///     /// What it eats.
///     diet: Diet,
/// }
///
/// /// What a pet eats.
/// #[derive(Schema)]
/// struct Diet {
///     /// Energy in kilocalories.
///     kcal: i64,
/// }
///
/// let mut draft = PetDraft { legs: Value::Known(4), diet: Value::Known(DietDraft { kcal: Value::Known(300) }) };
/// assert_eq!(known!(draft; legs, diet.kcal), Some((&4, &300)));
/// draft.legs = Value::Null;
/// assert_eq!(known!(draft; legs, diet.kcal), None);
/// ```
#[macro_export]
macro_rules! known {
    ($draft:expr; $first:ident $(. $rest:ident)* $(,)?) => {
        $crate::path::Known::known(&$draft.$first)$(.and_then(|inside| $crate::path::Known::known(&inside.$rest)))*
    };
    ($draft:expr; $($first:ident $(. $rest:ident)*),+ $(,)?) => {
        (|| ::std::option::Option::Some(($($crate::known!($draft; $first $(. $rest)*)?),+)))()
    };
}

/// A part of a draft that [`known!`](crate::known!) reads: a value, or the draft of a flattened model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a part of a draft",
    label = "neither a value nor a flattened model's draft",
    note = "`known!` reads a draft, such as the `&Draft<Self>` of `validate`"
)]
pub trait Known {
    /// The type of the known value.
    type Known;

    /// Returns the known value.
    fn known(&self) -> Option<&Self::Known>;
}

impl<T> Known for Value<T> {
    type Known = T;

    fn known(&self) -> Option<&T> {
        Value::known(self)
    }
}
