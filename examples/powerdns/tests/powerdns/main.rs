//! Tests of the provider.

#![expect(clippy::unwrap_used, reason = "a helper of tests panics as they do")]

mod fake;
mod faults;
mod hosts;
mod life;
mod real;
