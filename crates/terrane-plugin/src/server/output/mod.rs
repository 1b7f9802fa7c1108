//! The process's standard output and standard error. The server keeps the originals, and replaces them for all other code.
//!
//! The host reads one line from the real standard output, and log lines from the real standard error. All other output to standard output, by the
//! author's code, a library or a child process, goes into a pipe, and the stdio service sends it to the host. Standard error is replaced only on
//! request, because the last messages of a dying process should reach the host directly.

use std::fs::File;
use std::io::{self, Write};

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use self::unix as system;
#[cfg(windows)]
use self::windows as system;

pub(super) use self::system::Pipe;
use crate::Error;
use crate::log;

/// The output streams of the server.
#[derive(Debug)]
pub(super) struct HostOutput {
    /// The standard output that the host reads.
    stdout: File,
    /// The read ends of the pipes into which all other code prints.
    pub(super) printed: Printed,
}

/// The read ends of the pipes into which all code except the server prints.
#[derive(Debug)]
pub(super) struct Printed {
    pub(super) stdout: Pipe,
    pub(super) stderr: Option<Pipe>,
}

impl HostOutput {
    /// Replaces the process's standard output, and also its standard error if `stderr_too` is set.
    pub(super) fn take(stderr_too: bool) -> Result<Self, Error> {
        system::check_descriptors()?;
        let stderr = if stderr_too {
            // Duplicates the original before it is replaced: the log writes to the duplicate.
            log::host_file();
            Some(system::replace_stderr()?)
        } else {
            None
        };
        let (printed, stdout) = system::replace_stdout()?;
        Ok(Self {
            stdout,
            printed: Printed {
                stdout: printed,
                stderr,
            },
        })
    }

    /// Writes the line for which the host waits.
    pub(super) fn print(&mut self, line: &str) -> io::Result<()> {
        self.stdout.write_all(format!("{line}\n").as_bytes())?;
        self.stdout.flush()
    }

    /// Returns duplicate handles of the streams that the host reads, so that their hang-up can be detected.
    #[cfg(unix)]
    pub(super) fn watched(&self) -> io::Result<Vec<File>> {
        let streams = [Some(&self.stdout), log::host_file()];
        streams.into_iter().flatten().map(File::try_clone).collect()
    }
}
