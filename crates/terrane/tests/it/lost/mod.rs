//! Objects after aborted calls: each operation is aborted in each way.
//!
//! `raft` is the provider, whose code fails at a chosen step, and `host` is its host. `table` tests each operation with each failure, `past` tests
//! validation, imports, moves and upgrades, and `connection` tests hosts that disconnect.

mod connection;
mod host;
mod past;
mod raft;
mod table;
