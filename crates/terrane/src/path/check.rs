//! Paths that the compiler checks, and paths for the errors of an API.

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
