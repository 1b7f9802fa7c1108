//! The hosts on this machine: the installed Terraforms and OpenTofus, and the features of each.

mod discover;
mod feature;
mod product;

use std::fmt;
use std::path::{Path, PathBuf};

pub use feature::Feature;
pub use product::Product;
use semver::Version;
use terrane_host::TERRAFORM_VERSION;

/// A real host: a program that runs providers.
#[derive(Debug, Clone, PartialEq)]
pub struct Host {
    name: String,
    /// Nothing for the embedded host.
    program: Option<PathBuf>,
    product: Product,
    version: Version,
}

impl Host {
    /// Returns the name by which [`Host::installed`] knows the host: `terraform` or `tofu` for the one on the `PATH`, else its
    /// folder's, such as `terraform-1.6`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the host in this process, `terrane-host`. It needs no program, and a command takes milliseconds.
    #[must_use]
    pub fn embedded() -> Self {
        Self {
            name: "embedded".to_owned(),
            program: None,
            product: Product::Terraform,
            version: Version::parse(TERRAFORM_VERSION).unwrap_or(Version::new(1, 0, 0)),
        }
    }

    /// Returns whether this is the host in this process.
    #[must_use]
    pub(crate) fn is_embedded(&self) -> bool {
        self.program.is_none()
    }

    /// Returns the program's path, which is empty for the embedded host.
    #[must_use]
    pub fn program(&self) -> &Path {
        self.program.as_deref().unwrap_or(Path::new(""))
    }

    /// Returns the project that the host belongs to.
    #[must_use]
    pub fn product(&self) -> Product {
        self.product
    }

    /// Returns the version that the program reports.
    #[must_use]
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// Returns whether the version is the given one or newer; a pre-release counts as its release.
    #[must_use]
    pub fn is_at_least(&self, major: u64, minor: u64) -> bool {
        (self.version.major, self.version.minor) >= (major, minor)
    }

    /// Returns whether the host has a feature.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        if self.is_embedded() && feature::NOT_EMBEDDED.contains(&feature) {
            return false;
        }
        feature
            .since(self.product)
            .is_some_and(|(major, minor)| self.is_at_least(major, minor))
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_embedded() {
            return f.write_str("embedded host");
        }
        write!(f, "{} {}", self.product, self.version)
    }
}

/// Creates hosts that cannot run, for tests that need only the names of hosts.
#[cfg(test)]
pub(crate) fn fake(names: &[&str]) -> Vec<Host> {
    let host = |name: &&str| Host {
        name: (*name).to_owned(),
        program: Some(PathBuf::new()),
        product: if name.starts_with("tofu") {
            Product::OpenTofu
        } else {
            Product::Terraform
        },
        version: Version::new(1, 6, 0),
    };
    names.iter().map(host).collect()
}
