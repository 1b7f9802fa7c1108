//! What becomes of an object when a call breaks off: at each step of its life, in each way.
//!
//! `raft` is the provider, whose code fails at a chosen step; `host` talks to it; `table` goes through the steps and the ways, `past` through
//! what reads older states, and `connection` through hosts that go away.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod connection;
mod host;
mod past;
mod raft;
#[path = "../setup/mod.rs"]
mod setup;
mod table;
