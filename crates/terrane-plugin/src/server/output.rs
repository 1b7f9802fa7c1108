//! The process's standard output and standard error. The server keeps the originals, and replaces them for all other code.
//!
//! The host reads one line from the real standard output, and log lines from the real standard error. All other output to standard output, by the
//! author's code, a library or a child process, goes into a pipe, and the stdio service sends it to the host. Standard error is replaced only on
//! request, because the last messages of a dying process should reach the host directly.

use std::fs::File;
use std::io::{self, Write};
use std::sync::OnceLock;

#[cfg(unix)]
use std::os::fd::OwnedFd;

/// The standard error that the host reads, once the process's standard error has been replaced.
static HOST_STDERR: OnceLock<File> = OnceLock::new();

/// Returns a writer to the standard error that the host reads, for logs.
///
/// This is the process's standard error, unless [`Plugin::capture_stderr`] has replaced it.
///
/// [`Plugin::capture_stderr`]: crate::Plugin::capture_stderr
#[must_use]
pub fn host_stderr() -> HostStderr {
    HostStderr { _private: () }
}

/// A writer to the standard error that the host reads; see [`host_stderr`].
#[derive(Clone, Copy, Debug)]
pub struct HostStderr {
    _private: (),
}

impl Write for HostStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match HOST_STDERR.get() {
            Some(mut file) => file.write(bytes),
            None => io::stderr().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match HOST_STDERR.get() {
            Some(mut file) => file.flush(),
            None => io::stderr().flush(),
        }
    }
}

/// The output streams of the server.
#[derive(Debug)]
pub(super) struct HostOutput {
    /// The standard output that the host reads.
    #[cfg(unix)]
    stdout: File,
    /// The read ends of the pipes into which all other code prints.
    #[cfg(unix)]
    pub(super) printed: Printed,
}

/// The read ends of the pipes into which all code except the server prints.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct Printed {
    pub(super) stdout: OwnedFd,
    pub(super) stderr: Option<OwnedFd>,
}

#[cfg(unix)]
impl HostOutput {
    /// Replaces the process's standard output, and also its standard error if `stderr_too` is set.
    pub(super) fn take(stderr_too: bool) -> io::Result<Self> {
        let stdout = duplicate(rustix::stdio::stdout())?;
        let (printed_stdout, writer) = pipe()?;
        let printed_stderr = if stderr_too {
            let host = duplicate(rustix::stdio::stderr())?;
            let (printed, writer) = pipe()?;
            rustix::stdio::dup2_stderr(writer)?;
            // With a second plugin in one process, standard error is already replaced. Then the first file remains the host's.
            let _ = HOST_STDERR.set(host);
            Some(printed)
        } else {
            None
        };
        rustix::stdio::dup2_stdout(writer)?;
        Ok(Self {
            stdout,
            printed: Printed {
                stdout: printed_stdout,
                stderr: printed_stderr,
            },
        })
    }

    /// Returns duplicate handles of the streams that the host reads, so that their hang-up can be detected.
    pub(super) fn watched(&self) -> io::Result<[OwnedFd; 2]> {
        let stderr = match HOST_STDERR.get() {
            Some(file) => duplicate(file)?,
            None => duplicate(rustix::stdio::stderr())?,
        };
        Ok([self.stdout.try_clone()?.into(), stderr.into()])
    }

    fn stdout(&mut self) -> impl Write {
        &self.stdout
    }
}

#[cfg(unix)]
fn duplicate(file: impl std::os::fd::AsFd) -> io::Result<File> {
    // The duplicate gets a number from 3 on, because 0 to 2 are the standard streams.
    Ok(rustix::io::fcntl_dupfd_cloexec(file, 3)?.into())
}

#[cfg(unix)]
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = rustix::pipe::pipe()?;
    rustix::io::fcntl_setfd(&reader, rustix::io::FdFlags::CLOEXEC)?;
    rustix::io::fcntl_setfd(&writer, rustix::io::FdFlags::CLOEXEC)?;
    Ok((reader, writer))
}

#[cfg(not(unix))]
impl HostOutput {
    /// Uses the standard output unchanged, because safe code cannot replace it on this system.
    pub(super) fn take(_stderr_too: bool) -> io::Result<Self> {
        Ok(Self {})
    }

    fn stdout(&mut self) -> impl Write {
        io::stdout()
    }
}

impl HostOutput {
    /// Writes the line for which the host waits.
    pub(super) fn print(&mut self, line: &str) -> io::Result<()> {
        let mut stdout = self.stdout();
        stdout.write_all(format!("{line}\n").as_bytes())?;
        stdout.flush()
    }
}
