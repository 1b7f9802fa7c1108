//! The provider of the benchmark: the calls that hosts make, in sizes that show how the toolkit's costs grow.
//!
//! It accesses nothing outside its process. Its schema is identical to that of the Go provider in `go/bench`, so no item has a description.

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
