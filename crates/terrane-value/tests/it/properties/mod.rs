//! Properties of all types, values, numbers and paths, and of arbitrary bytes.

mod codecs;
mod conversion;
mod numbers;
mod parsers;
mod paths;
mod refinements;
mod sets;
mod strategy;
