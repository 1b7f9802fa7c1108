//! The kinds of hosts.

use std::fmt;

/// The project that a host belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// HashiCorp's `terraform`.
    Terraform,
    /// The OpenTofu project's `tofu`.
    OpenTofu,
}

impl Kind {
    /// Returns the default registry of source addresses without a host name, such as `registry.terraform.io`.
    #[must_use]
    pub fn registry(self) -> &'static str {
        match self {
            Self::Terraform => "registry.terraform.io",
            Self::OpenTofu => "registry.opentofu.org",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Terraform => "Terraform",
            Self::OpenTofu => "OpenTofu",
        })
    }
}
