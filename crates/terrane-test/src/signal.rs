//! Signals to hosts, which every system sends in its own way.

/// A request to end a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl+C in a terminal.
    Interrupt,
    /// A request of the system to terminate.
    Terminate,
    /// The end of the terminal.
    HangUp,
    /// Ctrl+\\ in a terminal.
    Quit,
    /// The end of the process, without its doing.
    Kill,
}
