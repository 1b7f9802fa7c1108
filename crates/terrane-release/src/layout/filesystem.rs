//! Filesystem mirrors.

use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

use fs_err as fs;
use zip::ZipArchive;

use crate::error::{Error, ErrorKind};
use crate::{Address, Distribution, file};

/// How a filesystem mirror stores a package. Hosts accept both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// As archives.
    Packed,
    /// As folders that contain the program, which hosts link instead of copying.
    Unpacked,
}

/// Adds a distribution to a filesystem mirror.
///
/// # Errors
///
/// Fails if a file cannot be read or written, or exists with other contents.
pub fn filesystem(
    mirror: &Path,
    address: &Address,
    distribution: &Distribution,
    form: Form,
) -> Result<(), Error> {
    let folder = provider_folder(mirror, address);
    for archive in distribution.archives() {
        let contents = fs::read(distribution.folder().join(&archive.file))?;
        match form {
            Form::Packed => file::write_once(&folder.join(&archive.file), &contents)?,
            Form::Unpacked => {
                let folder = folder
                    .join(distribution.version().to_string())
                    .join(archive.platform.to_string());
                unpack(&archive.file, &contents, &folder)?;
            }
        }
    }
    Ok(())
}

/// Returns the folder of a provider in a mirror.
pub(super) fn provider_folder(mirror: &Path, address: &Address) -> PathBuf {
    mirror
        .join(&address.host)
        .join(&address.namespace)
        .join(&address.type_name)
}

fn unpack(name: &str, archive: &[u8], folder: &Path) -> Result<(), Error> {
    let failed = |source| ErrorKind::Archive {
        name: name.to_owned(),
        source,
    };
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(failed)?;
    for index in 0..archive.len() {
        let mut packed = archive.by_index(index).map_err(failed)?;
        // An archive that was made elsewhere may name a file outside of the folder.
        let Some(path) = packed.enclosed_name().filter(|_| packed.is_file()) else {
            continue;
        };
        let path = folder.join(path);
        let mut contents = Vec::new();
        packed.read_to_end(&mut contents)?;
        file::write_once(&path, &contents)?;
        set_mode(&path, packed.unix_mode())?;
    }
    Ok(())
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: Option<u32>) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt as _;
    if let Some(mode) = mode {
        fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o777))?;
    }
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the same signature as on Unix")]
fn set_mode(_: &Path, _: Option<u32>) -> Result<(), Error> {
    Ok(())
}
