//! Notations of values and syntax trees, and files, for comparisons.

pub(crate) mod console;
pub(crate) mod files;
pub(crate) mod generator;
pub(crate) mod go;
pub(crate) mod other;
mod quote;
pub(crate) mod shape;
pub(crate) mod texts;
mod words;
