//! Releases without a host: their files, and builds that give equal ones.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod release;
mod reproducible;
