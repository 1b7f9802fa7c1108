//! Tests of the provider.

mod fake;
mod faults;
mod hosts;
mod life;
mod real;
