//! The life of an animal: without faults, under each of them, in recorded answers and under hosts.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod api;
mod cassette;
mod faults;
mod guide;
mod hosts;
mod life;
