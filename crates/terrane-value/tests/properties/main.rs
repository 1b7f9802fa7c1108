//! Properties of all types, values, numbers and paths, and of arbitrary bytes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod codecs;
mod conversion;
mod numbers;
mod parsers;
mod paths;
mod refinements;
mod sets;
mod strategy;
