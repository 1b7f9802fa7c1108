//! The program: its commands, their output and exit codes, and the code that it generates.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod check;
mod choice;
mod cli;
mod conform;
mod development;
mod docs;
mod everyday;
mod formats;
mod generate;
mod new;
mod proxy;
