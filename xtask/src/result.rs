//! The result of a task.

/// The result of a task. Its error is shown to the person at the terminal.
pub(crate) type Result<T = (), E = Box<dyn std::error::Error>> = std::result::Result<T, E>;
