//! The manifest by which registries learn the protocols of a provider.

use serde::{Deserialize, Serialize};

/// The contents of `terraform-registry-manifest.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format: 1.
    version: u32,
    pub(crate) metadata: Metadata,
}

/// The metadata of a manifest.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Metadata {
    /// The protocols that the provider serves, such as `6.0`.
    pub(crate) protocol_versions: Vec<String>,
}

impl Manifest {
    /// Creates the manifest of a provider that serves these protocols, such as `6.0`.
    #[must_use]
    pub fn new<T: Into<String>>(protocol_versions: impl IntoIterator<Item = T>) -> Self {
        Self {
            version: 1,
            metadata: Metadata {
                protocol_versions: protocol_versions.into_iter().map(Into::into).collect(),
            },
        }
    }
}
