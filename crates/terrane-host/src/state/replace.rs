//! Durable replacement of files.

use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Replaces a file, so that it has either the old or the new content after a crash. The caller syncs the folder.
///
/// `prepare` gets the new file before it takes the name. Returns the new file.
pub(super) fn replace(
    path: &Path,
    content: &[u8],
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<File> {
    let folder = folder_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".terraform.tfstate.");
    let permissions = match fs::metadata(path) {
        Ok(metadata) => Some(metadata.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(new) = permissions.clone().or_else(default_permissions) {
        builder.permissions(new);
    }
    let mut file = builder.tempfile_in(&folder)?;
    file.write_all(content)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    prepare(file.as_file())?;
    file.as_file().sync_all()?;
    let (file, name) = file.into_parts();
    // On Windows this replaces an open file as well, which `persist` does not. Dropping the old name finds nothing to remove.
    fs::rename(&name, path)?;
    Ok(file)
}

/// Replaces a file durably.
pub(super) fn replace_and_sync(path: &Path, content: &[u8]) -> io::Result<()> {
    replace(path, content, |_| Ok(()))?;
    sync_folder(&folder_of(path))
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Returns the permissions of a new file, from which the system takes those that the user masks.
#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "other systems have no such permissions"
)]
fn default_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn default_permissions() -> Option<Permissions> {
    None
}

/// Syncs the entries of a folder, so that a rename survives a crash. Only Unix needs and allows this.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
