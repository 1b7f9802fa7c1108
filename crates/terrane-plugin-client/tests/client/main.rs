//! The client with plugins in Rust and in Go, and with scripts that behave like broken ones.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

mod drive;
mod ends;
mod go;
mod guard;
mod handshake;
mod own;
mod peers;
#[path = "../../../terrane-plugin/tests/raw_host/mod.rs"]
mod raw_host;
mod start;
