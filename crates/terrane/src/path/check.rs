//! Paths that the compiler checks, and paths for the errors of an API.

use terrane_value::Path;

use crate::model::Model;

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
/// #[derive(Model)]
/// struct Pet {
///     /// What it eats.
///     meals: Vec<Meal>,
/// }
///
/// /// One meal.
/// #[derive(Model)]
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
        $crate::__path!(<<$model as $crate::generated::Attr>::Paths as $crate::generated::PathNode>::new($crate::Path::root()); . $($rest)+)
    };
}

/// The steps of [`path!`].
#[doc(hidden)]
#[macro_export]
macro_rules! __path {
    ($node:expr;) => { $crate::generated::PathNode::into_path($node) };
    ($node:expr; . $name:ident $($rest:tt)*) => { $crate::__path!($node.$name(); $($rest)*) };
    ($node:expr; [$at:expr] $($rest:tt)*) => { $crate::__path!($node.at($at); $($rest)*) };
}

/// Finds the attribute for a JSON pointer (RFC 6901) into the request of an API, for API errors that name a place in the request.
///
/// Names are compared without regard to case and separators, so `maxItems` finds `max_items`. Names from `#[tf(name = "..")]` count. The path ends
/// before a step that the model does not have or that hosts cannot address, such as an element of a set. The root is returned if no step is found. A
/// pointer in the fragment of a URI (`#/name`), as in RFC 9457, is accepted.
///
/// # Examples
///
/// ```
/// use terrane::pointer;
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Model)]
/// struct Pet {
///     /// What it eats.
///     diet: Diet,
/// }
///
/// /// What a pet eats.
/// #[derive(Model)]
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
///     Error::new("The API refuses the pet", refusal.message).at(pointer::<Pet>(&refusal.pointer))
/// }
///
/// assert_eq!(pointer::<Pet>("/diet/maxKcal"), path!(Pet, diet.max_kcal));
/// assert_eq!(pointer::<Pet>("/diet/protein/0"), path!(Pet, diet));
/// ```
#[must_use]
pub fn pointer<M: Model>(pointer: &str) -> Path {
    M::block().pointer(pointer)
}
