//! The context of `configure`: facts about the host.

use super::ConfigureContext;

impl ConfigureContext {
    /// The version of the host, Terraform or OpenTofu, such as `1.14.0`.
    #[must_use]
    pub fn host_version(&self) -> &str {
        &self.host_version
    }
}
