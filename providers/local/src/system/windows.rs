//! Windows: the read-only attribute, and commands with one of the extensions in `PATHEXT`.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use tokio::fs::{DirBuilder, OpenOptions};
use tokio::process::Command;

/// The characters that separate the parts of a path.
pub(crate) const SEPARATORS: &[char] = &['/', '\\', ':'];

/// The name of the variable with the directories of commands, for messages.
pub(crate) const PATH_VARIABLE: &str = "%PATH%";

/// The attribute of a read-only file.
const FILE_ATTRIBUTE_READONLY: u32 = 1;

/// Sets the permissions of a file that is created: it is read-only if the owner may not write it. Windows has no counterpart of the other bits.
pub(crate) fn set_mode(options: &mut OpenOptions, bits: u32) {
    if bits & 0o200 == 0 {
        options.attributes(FILE_ATTRIBUTE_READONLY);
    }
}

/// Does nothing: Windows has no such bits for directories.
pub(crate) fn set_directory_mode(_: &mut DirBuilder, _: u32) {}

/// Removes a file, also a read-only one, which Windows protects.
#[expect(
    clippy::permissions_set_readonly_false,
    reason = "the lint is about other systems, where it makes a file writable for everybody"
)]
pub(crate) async fn remove_file(path: &str) -> io::Result<()> {
    let Err(error) = tokio::fs::remove_file(path).await else {
        return Ok(());
    };
    let mut permissions = tokio::fs::metadata(path).await?.permissions();
    if error.kind() != io::ErrorKind::PermissionDenied || !permissions.readonly() {
        return Err(error);
    }
    permissions.set_readonly(false);
    tokio::fs::set_permissions(path, permissions).await?;
    tokio::fs::remove_file(path).await
}

/// Does nothing: Windows passes the command line unchanged.
pub(crate) fn set_own_name(_: &mut Command, _: &str) {}

/// Returns whether a path names a command in a directory, and not in the directories of `PATH`.
pub(crate) fn is_path(command: &str) -> bool {
    command.contains(SEPARATORS)
}

/// Returns the candidate files for a command: the file itself if it has an extension, and the file with each extension of commands.
pub(crate) fn candidates(path: &Path) -> impl Iterator<Item = PathBuf> {
    let configured = env::var_os("PATHEXT").unwrap_or_default();
    let extensions = if configured.is_empty() {
        ".com;.exe;.bat;.cmd".to_owned()
    } else {
        configured.to_string_lossy().to_lowercase()
    };
    let extended: Vec<PathBuf> = extensions
        .split(';')
        .filter(|extension| !extension.is_empty())
        .map(|extension| {
            let mut name = path.as_os_str().to_owned();
            name.push(extension);
            name.into()
        })
        .collect();
    let itself = path.extension().map(|_| path.to_owned());
    itself.into_iter().chain(extended)
}

/// Accepts every path: Windows decides when the command starts.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the signature is that of other systems"
)]
pub(crate) fn check_execution(_: &Path) -> io::Result<()> {
    Ok(())
}
