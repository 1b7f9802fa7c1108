//! What holds for all types, values, numbers and paths, and for all bytes that someone may send.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod codecs;
mod conversion;
mod numbers;
mod parsers;
mod paths;
mod refinements;
mod sets;
mod strategy;
