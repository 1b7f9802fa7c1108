//! Providers whose schemas are made at run time.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod dynamic;
mod run_time_schemas;
