//! What is said of plans in a model, as hosts see it in process.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod algebra;
mod align;
mod blocks;
mod computed_blocks;
mod counts;
mod deferred;
mod dynamic;
mod empty;
mod fields;
mod hook;
#[path = "../setup/lab.rs"]
mod lab;
mod merged;
mod modifiers;
mod replacement;
mod reread;
mod rig;
#[path = "../setup/mod.rs"]
mod setup;
mod siblings;
mod timeouts;
