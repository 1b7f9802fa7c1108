//! The provider with a real etcd.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod faults;
mod items;
mod lines;
mod overtaken;
mod server;
