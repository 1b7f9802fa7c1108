//! A running plugin process that this process did not start.

use std::io;
use std::time::Duration;

#[cfg(windows)]
use winsafe::{
    HPROCESS,
    co::{ERROR, PROCESS, WAIT},
};

/// How often a process that is not a child of this process is polled. The system does not report the exit of such a process.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A process that is not a child of this process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foreign {
    pid: u32,
    leave_alone: bool,
}

impl Foreign {
    pub(crate) fn new(pid: u32, leave_alone: bool) -> Self {
        Self { pid, leave_alone }
    }

    pub(crate) fn pid(self) -> u32 {
        self.pid
    }

    /// Whether the process must not be ended by its host.
    pub(crate) fn is_left_alone(self) -> bool {
        self.leave_alone
    }

    /// Waits until the process is gone.
    pub(crate) async fn exited(self) {
        while self.is_running() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Whether the process exists, or cannot be inspected.
    #[cfg(unix)]
    pub(crate) fn is_running(self) -> bool {
        self.raw().is_some_and(|pid| {
            rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH)
        })
    }

    /// Kills the process if it still exists.
    #[cfg(unix)]
    pub(crate) fn kill(self) -> io::Result<()> {
        let pid = self.raw().ok_or(io::ErrorKind::InvalidInput)?;
        match rustix::process::kill_process(pid, rustix::process::Signal::KILL) {
            Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    #[cfg(unix)]
    fn raw(self) -> Option<rustix::process::Pid> {
        i32::try_from(self.pid)
            .ok()
            .and_then(rustix::process::Pid::from_raw)
    }

    /// Whether the process exists, or cannot be inspected.
    #[cfg(windows)]
    pub(crate) fn is_running(self) -> bool {
        match HPROCESS::OpenProcess(PROCESS::SYNCHRONIZE, false, self.pid) {
            Ok(process) => process.WaitForSingleObject(Some(0)) == Ok(WAIT::TIMEOUT),
            // It exists, and belongs to somebody else.
            Err(error) => error == ERROR::ACCESS_DENIED,
        }
    }

    #[cfg(windows)]
    pub(crate) fn kill(self) -> io::Result<()> {
        match HPROCESS::OpenProcess(PROCESS::TERMINATE, false, self.pid) {
            Ok(process) => process.TerminateProcess(1).map_err(io::Error::other),
            // No process has this number.
            Err(ERROR::INVALID_PARAMETER) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_process_runs_and_impossible_ones_do_not() {
        assert!(Foreign::new(std::process::id(), false).is_running());
        assert!(!Foreign::new(0, false).is_running());
        assert!(!Foreign::new(u32::MAX, false).is_running());
        assert!(Foreign::new(0, false).kill().is_err());
    }

    #[tokio::test]
    async fn killed_process_is_seen_to_be_gone() {
        let mut child = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .unwrap();
        let foreign = Foreign::new(child.id(), false);
        assert!(foreign.is_running());
        foreign.kill().unwrap();
        child.wait().unwrap();
        foreign.exited().await;
        foreign.kill().unwrap();
    }
}
