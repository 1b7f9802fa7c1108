//! What a client sends to an API, and what becomes of its answers and faults.
//!
//! `fake` replaces the network, on paused time. `server` is a server on the loopback.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod coalesced;
mod created;
mod credentials;
mod errors;
mod fake;
mod network;
mod paged;
mod rated;
mod recognised;
mod reconciled;
mod requests;
mod retried;
mod server;
mod stopped;
mod waited;
