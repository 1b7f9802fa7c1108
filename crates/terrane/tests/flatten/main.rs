//! Models whose fields are attributes of another one, next to the same model written out.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod key;
mod models;
mod paths;
mod schema;
#[path = "../setup/mod.rs"]
mod setup;
mod state_only;
mod values;
mod wire;
