//! Types, values and their codecs: properties, messages made to do harm, and the results of go-cty.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod hostile;
mod properties;
mod vectors;
