//! The names of services and RPCs in both protocol versions.

use crate::provider::not_implemented;
use crate::{RpcError, Version};

/// The name of a service or an RPC in each protocol version. `None` means that the version does not have it.
pub(crate) struct Names {
    pub(crate) five: Option<&'static str>,
    pub(crate) six: Option<&'static str>,
}

impl Names {
    /// The name in this protocol version.
    pub(crate) const fn of(&self, version: Version) -> Option<&'static str> {
        match version {
            Version::V5 => self.five,
            Version::V6 => self.six,
        }
    }

    /// The path of an RPC that is about to be called.
    ///
    /// # Errors
    ///
    /// When this protocol version has no such RPC. The error is the one that a provider without the RPC returns.
    pub(crate) fn path(&self, version: Version) -> Result<&'static str, RpcError> {
        self.of(version).ok_or_else(|| {
            let path = self.six.or(self.five).unwrap_or_default();
            not_implemented(last(path))
        })
    }
}

/// The last part of a path, which is the RPC's own name.
pub(crate) fn last(path: &'static str) -> &'static str {
    path.rsplit('/').next().unwrap_or_default()
}
