//! The provider of the benchmark: what hosts ask of providers, in sizes that show how the toolkit's costs grow.
//!
//! It reaches nothing outside its process. Its schema is that of the Go provider in `go/bench`, to the letter, so nothing here has
//! a description.

mod concat;
mod echo;
mod growing;
mod nested;
mod provider;
mod small;
mod untyped;
mod wide;

pub use self::growing::Growing;
pub use self::provider::{Bench, Settings};
