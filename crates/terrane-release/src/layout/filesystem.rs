//! Filesystem mirrors.

use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

use fs_err as fs;
use semver::Version;
use zip::ZipArchive;

use crate::error::{Error, ErrorKind};
use crate::{Address, Distribution, Platform, file};

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
                let platform_folder =
                    unpacked_folder(&folder, distribution.version(), archive.platform);
                unpack_archive(&archive.file, &contents, &platform_folder)?;
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

/// Returns the folder of an unpacked program in the folder of its provider.
pub(super) fn unpacked_folder(provider: &Path, version: &Version, platform: Platform) -> PathBuf {
    provider
        .join(version.to_string())
        .join(platform.to_string())
}

fn unpack_archive(name: &str, archive: &[u8], folder: &Path) -> Result<(), Error> {
    let failed = |source| ErrorKind::Archive {
        name: name.to_owned(),
        source,
    };
    let mut zip = ZipArchive::new(Cursor::new(archive)).map_err(failed)?;
    for index in 0..zip.len() {
        let mut packed = zip.by_index(index).map_err(failed)?;
        // An archive that was made elsewhere may name a file outside of the folder.
        let Some(path) = packed.enclosed_name().filter(|_| packed.is_file()) else {
            continue;
        };
        let target = folder.join(path);
        let mut contents = Vec::new();
        packed.read_to_end(&mut contents)?;
        file::write_once(&target, &contents)?;
        set_mode(&target, packed.unix_mode())?;
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
