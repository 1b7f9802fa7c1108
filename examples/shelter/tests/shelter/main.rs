//! The life of an animal, without faults and under each of them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod api;
mod faults;
mod life;
