//! Paths that the compiler checks.

use std::fmt;
use std::marker::PhantomData;

use terrane_value::{Path, Text, Value};

use crate::model::Model;

/// A handle of a path below which the compiler knows what there is.
pub trait PathNode: Sized {
    /// Makes the handle of a path.
    fn new(path: Path) -> Self;

    /// Takes the path.
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
    /// The path of a set: it goes no further, because its elements have no address.
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

/// Writes a path into a model; a name that does not exist does not compile.
///
/// Attributes follow each other with dots, a list's position or a map's key stands in brackets. A path into a set ends at the set,
/// because a host cannot point at one of its elements.
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

/// Finds the attribute of a model at a JSON pointer (RFC 6901) into what an API got, for errors that name a place in their request.
///
/// Names are compared without regard to case and separators, so `maxItems` finds `max_items`, and `#[tf(name = "..")]` counts. What the
/// model does not have, and what hosts cannot point at, such as an element of a set, is left away: then the path is that of the last
/// attribute on the way, and the root where nothing fits. A pointer in a URI's fragment (`#/name`), as in RFC 9457, will do.
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

/// What [`known!`](crate::known!) looks into: a value, or the draft of a flattened model, which is always there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a part of a draft",
    label = "neither a value nor a flattened model's draft",
    note = "`known!` reads a draft, such as the `&Draft<Self>` of `validate`"
)]
pub trait Known {
    /// What may be known.
    type Inside;

    /// Returns what is known.
    fn known(&self) -> Option<&Self::Inside>;
}

impl<T> Known for Value<T> {
    type Inside = T;

    fn known(&self) -> Option<&T> {
        Value::known(self)
    }
}
