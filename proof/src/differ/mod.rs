//! Sends the same random requests to two providers of one schema, and classifies the differences between their answers.

mod classes;
mod pair;
mod requests;
mod verdicts;

pub use classes::Classes;
pub use pair::{Pair, Peer};
pub use verdicts::Verdicts;
