//! Notations of values, and files, for comparisons.

pub(crate) mod console;
pub(crate) mod files;
pub(crate) mod generator;
pub(crate) mod go;
mod quote;
pub(crate) mod texts;
