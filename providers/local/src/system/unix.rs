//! Unix: permission bits, and commands without extensions.

use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, AtFlags, CWD, accessat};
use tokio::fs::{DirBuilder, OpenOptions};
use tokio::process::Command;

/// The characters that separate the parts of a path.
pub(crate) const SEPARATORS: &[char] = &['/'];

/// The name of the variable with the directories of commands, for messages.
pub(crate) const PATH_VARIABLE: &str = "$PATH";

/// Sets the permissions of a file that is created.
pub(crate) fn set_mode(options: &mut OpenOptions, bits: u32) {
    options.mode(bits);
}

/// Sets the permissions of directories that are created.
pub(crate) fn set_directory_mode(builder: &mut DirBuilder, bits: u32) {
    builder.mode(bits);
}

/// Removes a file.
pub(crate) async fn remove_file(path: &str) -> io::Result<()> {
    tokio::fs::remove_file(path).await
}

/// Sets the name of the command that the process sees, `argv[0]`.
pub(crate) fn set_own_name(command: &mut Command, name: &str) {
    command.arg0(name);
}

/// Returns whether a path names a command in a directory, and not in the directories of `PATH`.
pub(crate) fn is_path(command: &str) -> bool {
    command.contains('/')
}

/// Returns the candidate files for a command.
pub(crate) fn candidates(path: &Path) -> impl Iterator<Item = PathBuf> {
    std::iter::once(path.to_owned())
}

/// Checks that this user may execute a file, or enter a directory.
pub(crate) fn check_execution(path: &Path) -> io::Result<()> {
    Ok(accessat(CWD, path, Access::EXEC_OK, AtFlags::EACCESS)?)
}
