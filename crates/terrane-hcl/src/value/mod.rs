//! Values of the language: typed, possibly null, unknown and marked, with numbers of 512 bits.

mod compare;
mod convert;
mod defaults;
mod exchange;
mod from;
mod hash;
mod marks;
mod number;
mod range;
mod set;
mod size;
mod tree;
mod unify;

pub use defaults::TypeConstraint;
pub use marks::{Mark, Marks};
pub(crate) use number::NotANumber;
pub use number::Number;
pub use tree::Value;
pub use unify::unify;

pub(crate) use convert::{check_argument, number_text, without_optional};
pub(crate) use defaults::Defaults;
pub(crate) use size::{ELEMENT, text_steps};
pub(crate) use unify::unify_lossy;
