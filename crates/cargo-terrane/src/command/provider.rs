//! The provider that is packed: a cargo package, or programs that were built elsewhere.

use std::path::PathBuf;

use semver::Version;
use terrane_release::{Package, licences};

use crate::cli;
use crate::error::Error;
use crate::output::Output;
use crate::source;

/// A provider that is packed.
#[derive(Debug)]
pub(crate) struct Provider {
    /// The name of the provider, such as `zoo`.
    pub(crate) type_name: String,
    pub(crate) version: Version,
    /// The folder with the licence and the changelog.
    pub(crate) folder: PathBuf,
    /// The package. `None` if all programs were built elsewhere.
    pub(crate) package: Option<Package>,
}

impl Provider {
    /// Reads the provider of the arguments.
    pub(crate) fn read(contents: &cli::Contents, output: &Output) -> Result<Self, Error> {
        let source = &contents.source;
        let Some(version) = &contents.version else {
            let step = output.step("reading the package");
            let package = Package::read(&source.folder, source.package.as_deref())?;
            drop(step);
            return Ok(Self {
                type_name: package.type_name().to_owned(),
                version: package.version.clone(),
                folder: package.folder.clone(),
                package: Some(package),
            });
        };
        let named = contents.address.as_ref().map(|it| it.type_name.clone());
        let programs = contents.include.iter();
        let mut names = programs.filter_map(|(_, path)| source::provider_name(path));
        let type_name = named.or_else(|| names.next()).ok_or(Error::NoName)?;
        Ok(Self {
            type_name,
            version: version.clone(),
            folder: source.folder.clone(),
            package: None,
        })
    }

    /// Returns the name of the program.
    pub(crate) fn program(&self) -> String {
        format!("terraform-provider-{}", self.type_name)
    }

    /// Returns the folder of the archives.
    pub(crate) fn dist(&self, contents: &cli::Contents) -> PathBuf {
        let default = || self.folder.join("dist");
        contents.dist.clone().unwrap_or_else(default)
    }

    /// Returns the licence files, which belong into every archive.
    pub(crate) fn licences(&self) -> Result<Vec<PathBuf>, Error> {
        Ok(match &self.package {
            Some(package) => package.licences()?,
            None => licences(&self.folder)?,
        })
    }

    /// Returns the changelog, if there is one.
    pub(crate) fn changelog(&self) -> Option<PathBuf> {
        match &self.package {
            Some(package) => package.changelog(),
            None => {
                let path = self.folder.join("CHANGELOG.md");
                path.is_file().then_some(path)
            }
        }
    }

    /// Returns the text of the file `terraform-registry-manifest.json`, if there is one.
    pub(crate) fn registry_manifest(&self) -> Result<Option<String>, Error> {
        let path = self.folder.join("terraform-registry-manifest.json");
        if path.exists() {
            Ok(Some(fs_err::read_to_string(path)?))
        } else {
            Ok(None)
        }
    }
}
