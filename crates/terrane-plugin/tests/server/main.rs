//! The server with its hosts: raw connections, go-plugin, and the process around it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod go;
mod memory;
mod orphan;
mod peers;
mod process;
#[path = "../go/programs.rs"]
mod programs;
#[path = "../raw_host/mod.rs"]
mod raw_host;
mod security;
mod start;
