//! What providers made with the toolkit answer, in process and as programs.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod answers;
mod consistency;
mod crate_path;
mod derive_function;
mod derive_large;
mod derive_schema;
mod derive_types;
mod derive_values;
mod dropped;
mod encoding;
mod equality;
mod flatten;
mod garbage;
mod kinds;
mod lab;
mod lost;
mod objects;
mod over_time;
mod path_of_a_plan;
mod planning;
mod relations;
mod served;
mod settle;
mod setup;
mod state_only;
mod states;
mod sums;
mod validation;
mod write_only;
