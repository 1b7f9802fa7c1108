//! Standard output and standard error of a Unix process.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use tokio::net::unix::pipe::Receiver;

/// The end of a pipe from which the server reads what is printed.
#[derive(Debug)]
pub(in crate::server) struct Pipe(OwnedFd);

impl Pipe {
    /// Needs a runtime with I/O around it.
    pub(in crate::server) fn into_reader(self) -> io::Result<Receiver> {
        Receiver::from_owned_fd(self.0)
    }
}

/// Replaces standard output by a pipe. Returns the pipe, and the original.
pub(super) fn replace_stdout() -> io::Result<(Pipe, File)> {
    let host = duplicate(rustix::stdio::stdout())?;
    let (pipe, writer) = pipe()?;
    rustix::stdio::dup2_stdout(writer)?;
    Ok((pipe, host))
}

/// Replaces standard error by a pipe. Returns the pipe, and the original.
pub(super) fn replace_stderr() -> io::Result<(Pipe, File)> {
    let host = duplicate(rustix::stdio::stderr())?;
    let (pipe, writer) = pipe()?;
    rustix::stdio::dup2_stderr(writer)?;
    Ok((pipe, host))
}

/// Duplicates a descriptor, beyond the three numbers that have a meaning.
pub(super) fn duplicate(file: impl AsFd) -> io::Result<File> {
    Ok(rustix::io::fcntl_dupfd_cloexec(file, 3)?.into())
}

fn pipe() -> io::Result<(Pipe, OwnedFd)> {
    let (reader, writer) = rustix::pipe::pipe()?;
    rustix::io::fcntl_setfd(&reader, rustix::io::FdFlags::CLOEXEC)?;
    rustix::io::fcntl_setfd(&writer, rustix::io::FdFlags::CLOEXEC)?;
    Ok((Pipe(reader), writer))
}
