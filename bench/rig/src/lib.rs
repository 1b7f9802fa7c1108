//! The requests of the benchmark to a provider, and the correct answers.

pub mod workload;
