//! The packages of a filesystem mirror.

use std::env::consts;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::address::Provider;
use crate::version::Version;

/// A package in a filesystem mirror.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) version: Version,
    /// A folder with the files of the package, or an archive of them.
    pub(super) path: PathBuf,
    pub(super) is_archive: bool,
}

/// Returns the name of this machine's platform in Terraform's terms, such as `linux_amd64`.
pub(super) fn platform() -> String {
    let system = match consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let processor = match consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "x86" => "386",
        other => other,
    };
    format!("{system}_{processor}")
}

/// Returns the folder of a provider in a mirror.
pub(super) fn folder(mirror: &Path, provider: &Provider) -> PathBuf {
    let folder = mirror.join(provider.host.as_str());
    folder
        .join(provider.namespace.as_str())
        .join(provider.type_name.as_str())
}

/// Returns the packages of a provider for this machine. A missing folder has none.
pub(super) fn packages(mirror: &Path, provider: &Provider) -> io::Result<Vec<Package>> {
    let folder = folder(mirror, provider);
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let platform = platform();
    let prefix = format!("terraform-provider-{}_", provider.type_name);
    let suffix = format!("_{platform}.zip");
    let mut packages = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let Some(name) = name.to_str() else { continue };
        let archive = name.strip_prefix(&prefix);
        let archive = archive.and_then(|rest| rest.strip_suffix(&suffix));
        let (version, path) = match archive {
            Some(version) => (version, folder.join(name)),
            None => (name, folder.join(name).join(&platform)),
        };
        let Ok(version) = version.parse() else {
            continue;
        };
        let is_archive = archive.is_some();
        let Ok(metadata) = fs::metadata(&path) else {
            continue;
        };
        if metadata.is_dir() != is_archive {
            packages.push(Package {
                version,
                path,
                is_archive,
            });
        }
    }
    // Unpacked packages come first, because they need no work.
    packages.sort_by_key(|package| (package.is_archive, package.path.clone()));
    Ok(packages)
}

/// Finds the program of a provider in the folder of a package.
pub(super) fn program(folder: &Path, provider: &Provider) -> io::Result<Option<PathBuf>> {
    let prefix = format!("terraform-provider-{}", provider.type_name);
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let rest = name.strip_prefix(&prefix);
        let rest = rest.and_then(|rest| rest.strip_suffix(consts::EXE_SUFFIX));
        let is_program = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'));
        if is_program && fs::metadata(&path)?.is_file() {
            programs.push(path);
        }
    }
    programs.sort();
    Ok(programs.into_iter().next())
}
