//! The hosts on this machine: the installed Terraforms and OpenTofus, and the features of each.

mod discover;
mod feature;
mod product;

use std::fmt;
use std::path::{Path, PathBuf};

pub use feature::Feature;
pub use product::Product;
use semver::Version;

/// A real host: a program that runs providers.
#[derive(Debug, Clone, PartialEq)]
pub struct Host {
    name: String,
    program: PathBuf,
    product: Product,
    version: Version,
}

impl Host {
    /// Returns every installed host, oldest first. The search runs once in a process.
    ///
    /// It searches, in this order:
    /// - `TERRANE_HOSTS`: like `PATH`, a list; each entry is a program, or a folder with one folder for each host. Without
    ///   it, the `target/hosts` of the package's folder or of one above it.
    /// - `terraform` and `tofu` on the `PATH`.
    ///
    /// A program that does not report its version is skipped, with a line on the standard output.
    #[must_use]
    pub fn installed() -> &'static [Host] {
        discover::find()
    }

    /// Returns the name by which [`Host::installed`] knows the host: `terraform` or `tofu` for the one on the `PATH`, else its
    /// folder's, such as `terraform-1.6`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the program's path.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
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
        feature
            .since(self.product)
            .is_some_and(|(major, minor)| self.is_at_least(major, minor))
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.product, self.version)
    }
}

/// Creates hosts that cannot run, for tests that need only the names of hosts.
#[cfg(test)]
pub(crate) fn fake(names: &[&str]) -> Vec<Host> {
    let host = |name: &&str| Host {
        name: (*name).to_owned(),
        program: PathBuf::new(),
        product: if name.starts_with("tofu") {
            Product::OpenTofu
        } else {
            Product::Terraform
        },
        version: Version::new(1, 6, 0),
    };
    names.iter().map(host).collect()
}
