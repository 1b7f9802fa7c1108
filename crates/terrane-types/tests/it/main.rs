//! The types compared with those of Go.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod types;
