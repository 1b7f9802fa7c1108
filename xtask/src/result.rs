//! The result of a task.

/// What a task returns: its error is shown to the person at the terminal.
pub(crate) type Result<T = (), E = Box<dyn std::error::Error>> = std::result::Result<T, E>;
