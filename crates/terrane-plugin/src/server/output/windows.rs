//! Standard output and standard error of a Windows process.

use std::fs::File;
use std::io;

use filedescriptor::{FileDescriptor, StdioDescriptor};

use crate::Error;

/// The end of a pipe from which the server reads what is printed.
#[derive(Debug)]
pub(in crate::server) struct Pipe(File);

impl Pipe {
    pub(in crate::server) fn into_file(self) -> File {
        self.0
    }
}

/// Replaces standard output by a pipe. Returns the pipe, and the original.
pub(super) fn replace_stdout() -> io::Result<(Pipe, File)> {
    replace(StdioDescriptor::Stdout)
}

/// Replaces standard error by a pipe, and returns the pipe.
pub(super) fn replace_stderr() -> io::Result<Pipe> {
    let (pipe, _) = replace(StdioDescriptor::Stderr)?;
    Ok(pipe)
}

/// Windows has no low limit of handles.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the signature is that of other systems"
)]
pub(super) fn check_descriptors() -> Result<(), Error> {
    Ok(())
}

fn replace(stream: StdioDescriptor) -> io::Result<(Pipe, File)> {
    let pipe = filedescriptor::Pipe::new().map_err(io::Error::other)?;
    let host = FileDescriptor::redirect_stdio(&pipe.write, stream).map_err(io::Error::other)?;
    let reader = pipe.read.as_file().map_err(io::Error::other)?;
    Ok((Pipe(reader), host.as_file().map_err(io::Error::other)?))
}
