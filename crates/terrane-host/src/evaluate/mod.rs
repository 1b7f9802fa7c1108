//! Evaluation of a configuration's expressions: what an expression refers to, and with which values.

mod environment;
mod scope;
mod values;
mod variables;

pub use variables::Variables;

pub(crate) use variables::Given;

pub(crate) use environment::Machine;
pub(crate) use scope::{Needs, Place};
pub(crate) use values::{Expansion, Values};
