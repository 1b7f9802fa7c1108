//! What the benchmark asks of a provider, and what a right answer is.

pub mod workload;
