//! The signals that a plugin treats in its own way.

use std::io;

/// A wish of a person or of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// Somebody pressed Ctrl+C.
    Interrupt,
    /// The process is to end.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no such signal here"))]
    Terminate,
}

/// Receives them; from its making on they no longer end the process.
pub(super) struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(not(unix))]
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(unix)]
impl Signals {
    /// Needs a runtime with I/O around it.
    pub(super) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    pub(super) async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Terminate,
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    /// Needs a runtime with I/O around it.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: tokio::signal::windows::ctrl_c()?,
        })
    }

    pub(super) async fn next(&mut self) -> Signal {
        let _ = self.interrupt.recv().await;
        Signal::Interrupt
    }
}
