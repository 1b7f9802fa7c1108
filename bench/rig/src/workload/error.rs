//! The error of the workload.

/// An error of the workload: its text is for the person who runs the benchmark.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
