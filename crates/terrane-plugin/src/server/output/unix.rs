//! Standard output and standard error of a Unix process.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

use crate::Error;

/// The end of a pipe from which the server reads what is printed.
#[derive(Debug)]
pub(in crate::server) struct Pipe(OwnedFd);

impl Pipe {
    pub(in crate::server) fn into_file(self) -> File {
        self.0.into()
    }
}

/// Replaces standard output by a pipe. Returns the pipe, and the original.
pub(super) fn replace_stdout() -> io::Result<(Pipe, File)> {
    // A number beyond the three that have a meaning.
    let host = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    let (pipe, writer) = pipe()?;
    rustix::stdio::dup2_stdout(writer)?;
    Ok((pipe, host.into()))
}

/// Replaces standard error by a pipe, and returns the pipe.
pub(super) fn replace_stderr() -> io::Result<Pipe> {
    let (pipe, writer) = pipe()?;
    rustix::stdio::dup2_stderr(writer)?;
    Ok(pipe)
}

/// The number of descriptors that a plugin opens until its host has connected, and one for its log.
const NEEDED: usize = 17;

/// Checks that the system allows the plugin to open enough descriptors. Without this, a plugin would fail at a random place, in libraries also by a panic,
/// or its host would wait for a connection that cannot be accepted.
pub(super) fn check_descriptors() -> Result<(), Error> {
    let mut opened = Vec::with_capacity(NEEDED);
    while opened.len() < NEEDED {
        match rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3) {
            Ok(descriptor) => opened.push(descriptor),
            Err(error) => {
                let problem = format!(
                    "cannot open {NEEDED} descriptors for the plugin's process, which a limit of open files may prevent"
                );
                return Err(Error::caused(problem, io::Error::from(error)));
            }
        }
    }
    Ok(())
}

fn pipe() -> io::Result<(Pipe, OwnedFd)> {
    let (reader, writer) = rustix::pipe::pipe()?;
    rustix::io::fcntl_setfd(&reader, rustix::io::FdFlags::CLOEXEC)?;
    rustix::io::fcntl_setfd(&writer, rustix::io::FdFlags::CLOEXEC)?;
    Ok((Pipe(reader), writer))
}
