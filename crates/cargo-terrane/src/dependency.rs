//! How a new package depends on Terrane.

use std::path::{Path, PathBuf};
use std::process::Command;

use fs_err as fs;
use semver::VersionReq;

use crate::error::Error;
use crate::program::output;

/// The source of Terrane's crates.
#[derive(Debug)]
pub(crate) enum Terrane {
    /// The folder that contains the folders of all crates.
    Folder(PathBuf),
    /// The released versions.
    Version(VersionReq),
}

impl Terrane {
    /// Returns the source that the user names: the folder of the crate `terrane`, its repository, or a version. Without a name, it is the folder from
    /// which this program was built.
    pub(crate) fn named(name: Option<&str>) -> Result<Self, Error> {
        let built_from = concat!(env!("CARGO_MANIFEST_DIR"), "/../terrane");
        let name = name.unwrap_or(built_from);
        for folder in [Path::new(name), &Path::new(name).join("crates/terrane")] {
            if folder.join("Cargo.toml").is_file() && folder.join("src/lib.rs").is_file() {
                let folder = fs::canonicalize(folder)?;
                return Ok(Self::Folder(folder.parent().unwrap_or(&folder).to_owned()));
            }
        }
        let version = VersionReq::parse(name);
        version
            .map(Self::Version)
            .map_err(|_| Error::Terrane(name.to_owned()))
    }

    /// Returns the value of a dependency in a manifest.
    pub(crate) fn value(&self, name: &str) -> String {
        match self {
            Self::Folder(folder) => {
                format!("{{ path = {:?} }}", folder.join(name).display().to_string())
            }
            Self::Version(version) => format!("{:?}", plain(version)),
        }
    }

    /// Returns the steps of a workflow that fetch the crates. Released versions need none.
    ///
    /// The manifest names a folder until Terrane is published, so the workflow clones the repository into a folder of this name.
    pub(crate) fn fetch(&self) -> String {
        let Self::Folder(folder) = self else {
            return String::new();
        };
        let root = folder.parent().unwrap_or(folder).display();
        let mut git = Command::new("git");
        git.args(["remote", "get-url", "origin"])
            .current_dir(folder);
        let repository = output(&mut git).map_or_else(
            // The author sets the variable of the repository.
            |_| "${{ vars.TERRANE_REPOSITORY }}".to_owned(),
            |address| address.trim().to_owned(),
        );
        format!(
            "      # Terrane is not published yet, and Cargo.toml names its folder. This is the address of its repository.\n      \
            - env:\n          \
              TERRANE_REPOSITORY: {repository}\n        \
              run: |\n          \
              sudo install -d -o \"$USER\" \"{root}\"\n          \
              git clone --depth 1 \"$TERRANE_REPOSITORY\" \"{root}\"\n"
        )
    }

    /// Returns the arguments by which cargo installs a crate.
    pub(crate) fn install(&self, name: &str) -> String {
        match self {
            Self::Folder(folder) => format!("--path {}", folder.join(name).display()),
            Self::Version(version) => format!("{name} --version {}", plain(version)),
        }
    }
}

/// Returns a version as manifests write it: without the caret that it means.
fn plain(version: &VersionReq) -> String {
    version.to_string().trim_start_matches('^').to_owned()
}
