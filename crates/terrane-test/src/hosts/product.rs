//! The products that are hosts.

use std::fmt;

/// The project that a host belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Product {
    /// HashiCorp's `terraform`.
    Terraform,
    /// The OpenTofu project's `tofu`.
    OpenTofu,
}

impl Product {
    /// Returns the default registry of source addresses without a host name, such as `registry.terraform.io`.
    #[must_use]
    pub(crate) fn registry(self) -> &'static str {
        match self {
            Self::Terraform => "registry.terraform.io",
            Self::OpenTofu => "registry.opentofu.org",
        }
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Terraform => "Terraform",
            Self::OpenTofu => "OpenTofu",
        })
    }
}
