//! The plugin's process. It is always reaped after its exit.

use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::process::{ChildStderr, ChildStdout};
use tokio::sync::watch;

use super::guard;
use super::launch::SocketFolder;
use terrane_plugin::peer;

/// How long dropping the handle waits for a killed process to exit, if the runtime that would reap the process has shut down.
const REAP_TIMEOUT: Duration = Duration::from_secs(1);

/// A process that this process has started. Dropping the handle kills the process.
#[derive(Debug)]
pub(crate) struct Child {
    pid: u32,
    process: Arc<Mutex<Process>>,
    exit: watch::Receiver<Option<ExitStatus>>,
}

/// The pipes on which a child writes.
#[derive(Debug)]
pub(crate) struct Pipes {
    pub(crate) stdout: ChildStdout,
    /// Missing if the child inherits this process's.
    pub(crate) stderr: Option<ChildStderr>,
}

/// How a child is started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How {
    pub(crate) guarded: bool,
    pub(crate) inherit_stderr: bool,
}

impl Child {
    /// Starts the command. `sockets` is the folder to remove once the process has exited.
    pub(crate) fn start(
        command: Command,
        sockets: SocketFolder,
        how: How,
    ) -> io::Result<(Self, Pipes)> {
        let guarded = how.guarded && peer::is_available();
        let stdio = |command: &mut tokio::process::Command| {
            command
                .stdout(Stdio::piped())
                .stderr(if how.inherit_stderr {
                    Stdio::inherit()
                } else {
                    Stdio::piped()
                });
        };
        let mut async_command = tokio::process::Command::from(command);
        let mut child = if guarded {
            guard::start(async_command, stdio)?
        } else {
            stdio(&mut async_command);
            async_command.spawn()?
        };
        let stderr = child.stderr.take();
        let (Some(pid), Some(stdout)) = (child.id(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let process = Arc::new(Mutex::new(Process {
            child,
            sockets: Some(sockets),
            #[cfg(all(unix, not(target_os = "linux")))]
            guarded,
        }));
        let (report, exit) = watch::channel(None);
        tokio::spawn(watch_over(process.clone(), report));
        let child = Self { pid, process, exit };
        Ok((child, Pipes { stdout, stderr }))
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    /// Returns a handle that does not kill the process when it is dropped.
    pub(crate) fn handle(&self) -> ChildHandle {
        ChildHandle {
            pid: self.pid,
            process: Arc::downgrade(&self.process),
            exit: self.exit.clone(),
        }
    }

    /// Waits until the process has exited and is reaped. `None` if its exit status is unknown.
    pub(crate) async fn exited(&self) -> Option<ExitStatus> {
        exited(&self.exit).await
    }

    /// Whether the process still exists.
    pub(crate) fn is_running(&self) -> bool {
        is_running(&self.exit)
    }

    /// Kills the process if it still exists.
    pub(crate) fn kill(&self) -> io::Result<()> {
        lock_process(&self.process).kill()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if let Err(error) = self.kill() {
            tracing::warn!(pid = self.pid, %error, "cannot kill the plugin");
        }
    }
}

/// A handle of a child that another value owns.
#[derive(Debug)]
pub(crate) struct ChildHandle {
    pid: u32,
    process: Weak<Mutex<Process>>,
    exit: watch::Receiver<Option<ExitStatus>>,
}

impl ChildHandle {
    /// Waits until the process has exited and is reaped.
    pub(crate) async fn exited(&self) {
        exited(&self.exit).await;
    }

    /// Whether the process still exists.
    pub(crate) fn is_running(&self) -> bool {
        is_running(&self.exit)
    }

    /// Kills the process if it still exists.
    pub(crate) fn kill(&self) {
        if let Some(process) = self.process.upgrade()
            && let Err(error) = lock_process(&process).kill()
        {
            tracing::warn!(pid = self.pid, %error, "cannot kill the plugin");
        }
    }

    /// Removes the folder of the process's sockets.
    pub(crate) fn remove_sockets(&self) {
        if let Some(process) = self.process.upgrade() {
            lock_process(&process).sockets.take();
        }
    }
}

async fn exited(exit: &watch::Receiver<Option<ExitStatus>>) -> Option<ExitStatus> {
    let mut exit_status = exit.clone();
    exit_status
        .wait_for(Option::is_some)
        .await
        .map_or(None, |status| *status)
}

fn is_running(exit: &watch::Receiver<Option<ExitStatus>>) -> bool {
    exit.borrow().is_none() && exit.has_changed().is_ok()
}

/// A process, and the folder of its sockets, which is removed when the process has exited.
#[derive(Debug)]
struct Process {
    child: tokio::process::Child,
    sockets: Option<SocketFolder>,
    /// Whether the process is a supervisor, whose group is to be killed.
    #[cfg(all(unix, not(target_os = "linux")))]
    guarded: bool,
}

impl Process {
    fn kill(&mut self) -> io::Result<()> {
        match self.child.id() {
            #[cfg(all(unix, not(target_os = "linux")))]
            Some(id) if self.guarded => {
                use rustix::process::{Pid, Signal, kill_process_group};
                let group = i32::try_from(id)
                    .ok()
                    .and_then(Pid::from_raw)
                    .ok_or(io::ErrorKind::InvalidInput)?;
                Ok(kill_process_group(group, Signal::KILL)?)
            }
            Some(_) => self.child.start_kill(),
            None => Ok(()),
        }
    }
}

impl Drop for Process {
    /// Kills and reaps a process that still runs after the runtime that would reap it has shut down.
    fn drop(&mut self) {
        let deadline = std::time::Instant::now() + REAP_TIMEOUT;
        while self.child.id().is_some()
            && self.kill().is_ok()
            && std::time::Instant::now() < deadline
        {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Reaps the process when it exits, then notifies the receiver.
async fn watch_over(process: Arc<Mutex<Process>>, report: watch::Sender<Option<ExitStatus>>) {
    let status = std::future::poll_fn(|context| {
        // The lock is held only for one poll, so that the process can be killed between polls.
        let mut locked = lock_process(&process);
        let wait = std::pin::pin!(locked.child.wait());
        wait.poll(context)
    })
    .await;
    lock_process(&process).sockets.take();
    match status {
        Ok(status) => {
            tracing::debug!(%status, "the plugin's process has ended");
            // Fails if the receiver has been dropped.
            let _ = report.send(Some(status));
        }
        Err(error) => tracing::warn!(%error, "cannot wait for the plugin"),
    }
}

fn lock_process(process: &Mutex<Process>) -> std::sync::MutexGuard<'_, Process> {
    process.lock().unwrap_or_else(PoisonError::into_inner)
}
