//! Paths that the compiler checks.

mod check;
mod known;
mod node;

pub use self::known::Known;
pub use self::node::{Leaf, ListPath, MapPath, PathNode, SetPath};
