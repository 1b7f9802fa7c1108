//! The hashes that hosts record when they install a provider.

use fs_err as fs;

use crate::error::{Error, ErrorKind};
use crate::{Distribution, Platform, package_hash};

/// The kind of source that a host installs from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LockSource {
    /// A registry, whose signature covers the checksums of all files.
    Registry,
    /// A filesystem mirror of either form, or a network mirror. Nothing signs their checksums, so hosts record only the hash of what they installed.
    Mirror,
}

/// Returns the sorted hashes that a host on a platform writes to `.terraform.lock.hcl` after an installation.
///
/// Publish them with a release, so that users can compare.
///
/// # Errors
///
/// Fails if an archive cannot be read, or if there is none for the platform.
pub fn lock_hashes(
    distribution: &Distribution,
    source: LockSource,
    platform: Platform,
) -> Result<Vec<String>, Error> {
    let archives = distribution.archives();
    let Some(archive) = archives.iter().find(|archive| archive.platform == platform) else {
        return Err(ErrorKind::Content(
            distribution.checksums_path(),
            format!("it lists no archive for {platform}"),
        )
        .into());
    };
    let contents = fs::read(distribution.folder().join(&archive.file))?;
    let mut hashes = vec![package_hash(&archive.file, &contents)?];
    match source {
        LockSource::Registry => hashes.extend(
            distribution
                .checksums()
                .iter()
                .map(|entry| format!("zh:{}", entry.sha256)),
        ),
        LockSource::Mirror => {}
    }
    hashes.sort();
    Ok(hashes)
}
