//! The process's standard output and standard error: kept for the server, and replaced for everybody else.
//!
//! The host reads one line from the real standard output and log lines from the real standard error. Whatever else is
//! printed to standard output, by the author, a library or a child process, must not get in between: it goes into a pipe that
//! ends in the stdio service. Standard error is replaced only on request, because what a dying process prints there should
//! reach the host without anybody's help.

use std::fs::File;
use std::io::{self, Write};
use std::sync::OnceLock;

#[cfg(unix)]
use std::os::fd::OwnedFd;

/// The host's end of standard error, once the process's own has been replaced.
static HOST_STDERR: OnceLock<File> = OnceLock::new();

/// Gives a writer to the standard error that the host reads, for logs.
///
/// It is the process's standard error unless [`Plugin::capture_stderr`] has replaced that.
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

/// What the server keeps for itself.
#[derive(Debug)]
pub(super) struct HostOutput {
    /// The standard output that the host reads.
    #[cfg(unix)]
    stdout: File,
    /// Ends of the pipes into which everybody else prints now.
    #[cfg(unix)]
    pub(super) printed: Printed,
}

/// Ends of the pipes into which everybody else prints.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct Printed {
    pub(super) stdout: OwnedFd,
    pub(super) stderr: Option<OwnedFd>,
}

#[cfg(unix)]
impl HostOutput {
    /// Replaces the process's standard output, and standard error if asked to.
    pub(super) fn take(stderr_too: bool) -> io::Result<Self> {
        let stdout = duplicate(rustix::stdio::stdout())?;
        let (printed_stdout, writer) = pipe()?;
        let printed_stderr = if stderr_too {
            let host = duplicate(rustix::stdio::stderr())?;
            let (printed, writer) = pipe()?;
            rustix::stdio::dup2_stderr(writer)?;
            // A second plugin in one process would replace a replaced one; the first file stays the host's.
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

    /// Further handles on what the host reads, to watch them.
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
    // Beyond the three numbers that have a meaning.
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
    /// Takes the standard output as it is: there is no safe way to replace it on this system.
    pub(super) fn take(_stderr_too: bool) -> io::Result<Self> {
        Ok(Self {})
    }

    fn stdout(&mut self) -> impl Write {
        io::stdout()
    }
}

impl HostOutput {
    /// Writes the one line that the host waits for.
    pub(super) fn print(&mut self, line: &str) -> io::Result<()> {
        let mut stdout = self.stdout();
        stdout.write_all(format!("{line}\n").as_bytes())?;
        stdout.flush()
    }
}
