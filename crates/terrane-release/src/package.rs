//! The cargo package of a provider.

use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand, TargetKind};
use fs_err as fs;
use semver::Version;

use crate::error::{Error, ErrorKind};

/// The cargo package of a provider, with the name and version of the provider.
#[derive(Clone, Debug)]
pub struct Package {
    /// The name of the package.
    pub name: String,
    /// The name of the program: `terraform-provider-TYPE`.
    pub program: String,
    /// The version of the package, which is that of the provider.
    pub version: Version,
    /// The folder of the package.
    pub folder: PathBuf,
    /// The folder of its workspace.
    pub workspace: PathBuf,
    /// Whether cargo must use `Cargo.lock` unchanged.
    pub(crate) is_locked: bool,
    pub(crate) metadata: Metadata,
}

impl Package {
    /// Returns the folder itself, or the nearest folder above it, that has a `Cargo.toml`. Cargo finds packages in the same way.
    #[must_use]
    pub fn find_folder(folder: &Path) -> Option<PathBuf> {
        if folder.join("Cargo.toml").is_file() {
            return Some(folder.to_owned());
        }
        let own = fs::canonicalize(folder).ok()?;
        let mut above = own.ancestors().skip(1);
        above
            .find(|folder| folder.join("Cargo.toml").is_file())
            .map(Path::to_owned)
    }

    /// Reads the package in a folder or in the nearest folder above it, or the package with this name in the folder of a workspace.
    ///
    /// Cargo uses `Cargo.lock` unchanged, now and when a [`Builder`](crate::Builder) builds the package, so everybody builds a release from the same
    /// dependencies.
    ///
    /// # Errors
    ///
    /// Fails if cargo cannot read the folder, if `Cargo.lock` is missing or out of date, or if there is not exactly one program whose name begins with
    /// `terraform-provider-`.
    pub fn read(folder: &Path, name: Option<&str>) -> Result<Self, Error> {
        let read = Self::with_metadata(folder, name, true);
        match read {
            // Cargo's message is about the option `--locked`, which the user of this crate has not written.
            Err(Error(ErrorKind::Metadata(error))) if error.to_string().contains("--locked") => {
                Err(ErrorKind::Lock(folder.to_owned()).into())
            }
            read => read,
        }
    }

    /// Reads the package as [`read`](Self::read) does, and lets cargo write or update `Cargo.lock`, as `cargo build` does.
    ///
    /// Commands of the development need this: a new package has no `Cargo.lock`, and a new dependency makes the file out of date.
    ///
    /// # Errors
    ///
    /// Fails if cargo cannot read the folder, or if there is not exactly one program whose name begins with `terraform-provider-`.
    pub fn read_unlocked(folder: &Path, name: Option<&str>) -> Result<Self, Error> {
        Self::with_metadata(folder, name, false)
    }

    fn with_metadata(folder: &Path, name: Option<&str>, is_locked: bool) -> Result<Self, Error> {
        let Some(folder) = &Self::find_folder(folder) else {
            return Err(ErrorKind::Package(format!(
                "neither `{0}` nor a folder above it has a `Cargo.toml`; run the command in the package of a provider, or name its folder",
                folder.display()
            )).into());
        };
        let mut command = MetadataCommand::new();
        command.manifest_path(folder.join("Cargo.toml"));
        if is_locked {
            command.other_options(["--locked".to_owned()]);
        }
        let metadata = command.exec()?;
        let own = fs::canonicalize(folder)?;
        let candidates: Vec<(&cargo_metadata::Package, &str)> = metadata
            .workspace_packages()
            .into_iter()
            .filter(|package| match name {
                Some(name) => package.name.as_str() == name,
                None => package.manifest_path.parent().is_some_and(|parent| {
                    own == parent.as_std_path() || !is_package(&metadata, &own)
                }),
            })
            .flat_map(|package| {
                package
                    .targets
                    .iter()
                    .filter(|target| target.kind.contains(&TargetKind::Bin))
                    .filter(|target| target.name.starts_with("terraform-provider-"))
                    .map(move |target| (package, target.name.as_str()))
            })
            .collect();
        let [(package, program)] = candidates[..] else {
            let found = match candidates.len() {
                0 => "no program".to_owned(),
                count => format!("{count} programs"),
            };
            return Err(ErrorKind::Package(format!(
                "`{}` has {found} with a name such as `terraform-provider-zoo`; expected one, or the name of its package",
                folder.display()
            )).into());
        };
        Ok(Self {
            name: package.name.to_string(),
            program: program.to_owned(),
            version: package.version.clone(),
            folder: package
                .manifest_path
                .parent()
                .map_or_else(PathBuf::new, |parent| parent.as_std_path().to_owned()),
            workspace: metadata.workspace_root.as_std_path().to_owned(),
            is_locked,
            metadata,
        })
    }

    /// Returns the name of the provider, such as `zoo`.
    #[must_use]
    pub fn type_name(&self) -> &str {
        self.program
            .strip_prefix("terraform-provider-")
            .unwrap_or(&self.program)
    }

    /// Returns the table `[package.metadata.terrane]` of the package, in which the commands of `cargo terrane` are configured. Null without one.
    #[must_use]
    pub fn settings(&self) -> &serde_json::Value {
        let packages = self.metadata.workspace_packages().into_iter();
        let mut own = packages.filter(|package| package.name.as_str() == self.name);
        own.next().map_or(
            &serde_json::Value::Null,
            |package| &package.metadata["terrane"],
        )
    }

    /// Returns cargo's target folder.
    #[must_use]
    pub fn target_folder(&self) -> &Path {
        self.metadata.target_directory.as_std_path()
    }

    /// Returns the folders of the packages that come from no registry and no other repository.
    pub fn local_folders(&self) -> impl Iterator<Item = &Path> {
        self.local_manifests().filter_map(Path::parent)
    }

    /// Returns the manifests of the packages that come from no registry and no other repository.
    pub(crate) fn local_manifests(&self) -> impl Iterator<Item = &Path> {
        let local = self.metadata.packages.iter();
        let local_packages = local.filter(|package| package.source.is_none());
        local_packages.map(|package| package.manifest_path.as_std_path())
    }

    /// Returns the licence files of the package or of its workspace, which belong into every archive.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be read.
    pub fn licences(&self) -> Result<Vec<PathBuf>, Error> {
        for folder in [&self.folder, &self.workspace] {
            let found = licences(folder)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Returns the changelog of the package or of its workspace, if there is one.
    #[must_use]
    pub fn changelog(&self) -> Option<PathBuf> {
        [&self.folder, &self.workspace]
            .into_iter()
            .map(|folder| folder.join("CHANGELOG.md"))
            .find(|path| path.is_file())
    }

    /// Returns the text of the package's `terraform-registry-manifest.json`, if it has one.
    ///
    /// # Errors
    ///
    /// Fails if the file exists and cannot be read.
    pub fn registry_manifest(&self) -> Result<Option<String>, Error> {
        let path = self.folder.join("terraform-registry-manifest.json");
        if path.exists() {
            Ok(Some(fs::read_to_string(path)?))
        } else {
            Ok(None)
        }
    }

    /// Returns whether all dependencies with a path are within the workspace, so that a copy of the workspace builds elsewhere.
    #[must_use]
    pub fn is_self_contained(&self) -> bool {
        self.metadata
            .packages
            .iter()
            .filter(|package| package.source.is_none())
            .all(|package| {
                package
                    .manifest_path
                    .starts_with(&self.metadata.workspace_root)
            })
    }
}

/// Returns the licence files in a folder.
///
/// # Errors
///
/// Fails if the folder cannot be read.
pub fn licences(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_file() && (name.starts_with("LICENSE") || name.starts_with("LICENCE")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn is_package(metadata: &Metadata, folder: &Path) -> bool {
    metadata.workspace_packages().into_iter().any(|package| {
        package
            .manifest_path
            .parent()
            .is_some_and(|parent| parent.as_std_path() == folder)
    })
}
