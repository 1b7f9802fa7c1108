//! Whether the provider is configured, and if not, why.

use std::sync::Arc;

use terrane_protocol::{ClientCapabilities, DeferredReason, Diagnostic};
use terrane_value::Path;

use crate::context::deferral;
use crate::dynamic::Configured;
use crate::messages;

/// The reason why the provider is not available.
#[derive(Clone)]
pub(crate) enum NotReady {
    NotConfigured,
    /// Configured with unknown settings (rule P5).
    Unknown(Arc<[Path]>),
    /// Deferred by the provider itself (rule G11).
    Deferred(DeferredReason),
}

/// The configured provider, if it is available.
pub(crate) type Configuration = Result<Configured, NotReady>;

impl NotReady {
    /// Defers the call until the settings are known, if the host supports deferral.
    pub(crate) fn deferred(&self, capabilities: &ClientCapabilities) -> Option<DeferredReason> {
        let reason = match self {
            Self::NotConfigured => return None,
            Self::Unknown(_) => DeferredReason::ProviderConfigUnknown,
            Self::Deferred(reason) => *reason,
        };
        capabilities.deferral_allowed.then(|| deferral(reason))
    }

    pub(crate) fn diagnostic(&self, doing: &str) -> Diagnostic {
        match self {
            Self::NotConfigured => {
                messages::host::not_configured(doing, "provider", "ConfigureProvider")
            }
            Self::Unknown(settings) => messages::configuration::unknown(doing, settings),
            Self::Deferred(_) => messages::configuration::deferred(doing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_are_not_known_are_all_named() {
        let error_for = |names: &[&str]| {
            let paths = names.iter().map(|name| Path::root().attribute(*name));
            NotReady::Unknown(paths.collect()).diagnostic("").detail
        };
        let one = error_for(&["url"]);
        assert!(one.contains("`url` depends on something"), "{one}");
        assert!(one.ends_with("set it to a known value."), "{one}");
        let two = error_for(&["url", "token"]);
        assert!(two.contains("`url`, `token` depend on something"), "{two}");
        assert!(two.ends_with("set them to known values."), "{two}");
    }
}
