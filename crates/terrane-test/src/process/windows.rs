//! Trees of processes on Windows.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::signal::Signal;

/// A process and all that it has started, named by the first.
#[derive(Debug)]
pub(super) struct Group(u32);

impl Group {
    /// Starts a command.
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        let child = command.spawn()?;
        let group = Self(child.id());
        Ok((child, group))
    }

    /// Ends the first process. Windows cannot interrupt a single process.
    pub(super) fn signal_leader(&self, signal: Signal) -> io::Result<()> {
        self.kill(signal, &[])
    }

    /// Ends all processes. Windows cannot interrupt processes without a console of their own.
    pub(super) fn signal(&self, signal: Signal) -> io::Result<()> {
        self.kill(signal, &["/T"])
    }

    /// Windows does not keep the tree of a process that has ended, so nothing is known to be left.
    #[expect(clippy::unused_self, reason = "the signature is that of other systems")]
    pub(super) fn lives(&self) -> bool {
        false
    }

    fn kill(&self, signal: Signal, options: &[&str]) -> io::Result<()> {
        if signal != Signal::Kill {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "on Windows, a test can only kill a host, not interrupt or terminate it",
            ));
        }
        let mut command = Command::new("taskkill");
        command.arg("/F").args(options);
        command.arg("/PID").arg(self.0.to_string());
        let status = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if status.success() {
            Ok(())
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }
}

/// No signal ends a process on Windows.
pub(super) fn died_of(_: ExitStatus) -> Option<i32> {
    None
}
