//! The test client, the check of imports, and builds within a test.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod cargo;
mod client;
mod imports;
