//! The modules of a provider's process: each has a level, and is the `@module` of its lines.

/// A part of the process with its own log level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Module {
    /// The author's code and the libraries that it uses.
    Provider,
    /// Terrane's framework between the protocol and the author's code.
    Framework,
    /// Terrane's codecs and services of the provider protocol.
    Proto,
    /// Several providers served as one.
    Mux,
    /// go-plugin: start, handshake, certificates, stop.
    Plugin,
    /// The libraries for HTTP and TLS, which the plugin server uses and often the author's API client as well.
    Transport,
}

impl Module {
    /// All modules. The index of each is its discriminant.
    pub(super) const ALL: [Self; 6] = [
        Self::Provider,
        Self::Framework,
        Self::Proto,
        Self::Mux,
        Self::Plugin,
        Self::Transport,
    ];

    /// Finds the module of an event or span by its target. A target is a module path unless the event sets another.
    pub(super) fn of(target: &str) -> Self {
        let mut path = target.split("::");
        match (path.next().unwrap_or_default(), path.next()) {
            ("terrane" | "terrane_value", _) => Self::Framework,
            ("terrane_composition", Some("mux")) => Self::Mux,
            ("terrane_composition" | "terrane_protocol", _) => Self::Proto,
            ("terrane_plugin", _) => Self::Plugin,
            (
                "h2" | "hyper" | "hyper_util" | "mio" | "rustls" | "tokio" | "tokio_rustls"
                | "tokio_util" | "tonic" | "tower" | "want" | "yamux",
                _,
            ) => Self::Transport,
            _ => Self::Provider,
        }
    }

    /// Returns the name that Terraform's SDKs use for the module. `None` for the provider, which has its own name.
    pub(super) const fn sdk_name(self) -> Option<&'static str> {
        match self {
            Self::Provider => None,
            Self::Framework => Some("sdk.framework"),
            Self::Proto => Some("sdk.proto"),
            Self::Mux => Some("sdk.mux"),
            Self::Plugin => Some("sdk.plugin"),
            Self::Transport => Some("sdk.transport"),
        }
    }
}

/// Returns the provider's name for modules and variables, from its address. `None` if the address does not end with a valid name.
pub(super) fn provider_name(address: &str) -> Option<String> {
    let name = address.rsplit('/').next()?;
    let of_a_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    (!name.is_empty() && name.chars().all(of_a_name)).then(|| name.replace('-', "_"))
}

/// Returns whether a target equals `outer`, or is a module path below it.
pub(super) fn is_below(outer: &str, target: &str) -> bool {
    let rest = target.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_belong_to_modules() {
        let cases = [
            ("terrane", Module::Framework),
            ("terrane::server::plan", Module::Framework),
            ("terrane_protocol", Module::Proto),
            ("terrane_protocol::v6::server", Module::Proto),
            ("terrane_composition::mux", Module::Mux),
            ("terrane_composition::mux::router", Module::Mux),
            ("terrane_composition::muxer", Module::Proto),
            ("terrane_plugin::server", Module::Plugin),
            ("h2::codec", Module::Transport),
            ("hyper_util::client", Module::Transport),
            ("terraform_provider_zoo::pet", Module::Provider),
            ("terrane_of_mine", Module::Provider),
            ("h2o", Module::Provider),
            ("", Module::Provider),
            ("::", Module::Provider),
        ];
        for (target, module) in cases {
            assert_eq!(Module::of(target), module, "{target}");
        }
    }

    #[test]
    fn numbers_are_indices() {
        for (index, module) in Module::ALL.into_iter().enumerate() {
            assert_eq!(module as usize, index);
        }
    }

    #[test]
    fn name_is_the_last_part_of_the_address() {
        let cases = [
            ("registry.terraform.io/example/zoo", Some("zoo")),
            ("example/google-beta", Some("google_beta")),
            ("zoo", Some("zoo")),
            ("", None),
            ("example/", None),
            ("a/b/c d", None),
        ];
        for (address, name) in cases {
            assert_eq!(provider_name(address).as_deref(), name, "{address}");
        }
    }
}
