//! Installations: builds in a mirror of the hosts of this machine.

use std::env;
use std::path::{Path, PathBuf};

use fs_err as fs;
use semver::Version;

use super::filesystem::{provider_folder, unpacked_folder};
use crate::distribution::program_name;
use crate::{Address, Error, Platform, Program, file};

/// Returns the implied mirror of the user's hosts, which they search without any configuration.
///
/// Hosts do not ask the registry for a provider that has any version in an implied mirror.
#[must_use]
pub fn implied_mirror() -> Option<PathBuf> {
    if cfg!(windows) {
        let data = env::var_os("APPDATA")?;
        return Some(Path::new(&data).join("terraform.d").join("plugins"));
    }
    Some(env::home_dir()?.join(".terraform.d").join("plugins"))
}

/// A build of a provider in a mirror.
#[derive(Debug)]
pub struct Installation {
    folder: PathBuf,
    provider: PathBuf,
}

impl Installation {
    /// Names the place of a version in a mirror.
    #[must_use]
    pub fn new(mirror: &Path, address: &Address, version: &Version, platform: Platform) -> Self {
        let provider = provider_folder(mirror, address);
        Self {
            folder: unpacked_folder(&provider, version, platform),
            provider,
        }
    }

    /// Returns the folder of the program.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Copies the program. A build of the same version is replaced, because it was never released.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be copied.
    pub fn install(
        &self,
        address: &Address,
        version: &Version,
        program: &Program,
    ) -> Result<PathBuf, Error> {
        let name = program_name(&address.type_name, version, program.platform);
        let path = self.folder.join(name);
        file::replace(&path, &fs::read(&program.path)?)?;
        fs::set_permissions(&path, fs::metadata(&program.path)?.permissions())?;
        Ok(path)
    }

    /// Removes the build, and the folders of the provider that are then empty. Returns whether there was a build.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be removed.
    pub fn remove(&self) -> Result<bool, Error> {
        if !self.folder.exists() {
            return Ok(false);
        }
        fs::remove_dir_all(&self.folder)?;
        let mut folder = self.folder.parent();
        while let Some(path) = folder.filter(|path| path.starts_with(&self.provider)) {
            if fs::read_dir(path)?.next().is_some() {
                break;
            }
            fs::remove_dir(path)?;
            folder = path.parent();
        }
        Ok(true)
    }
}
