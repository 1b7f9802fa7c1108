//! Which part of a provider's process speaks: the `@module` of a line, and the owner of a level.

/// A part of the process whose log has a level of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Module {
    /// The author's code and the libraries that it uses.
    Provider,
    /// Terrane's rules between the wire and the author.
    Framework,
    /// Terrane's codecs and services of the provider protocol.
    Proto,
    /// Several providers served as one.
    Mux,
    /// go-plugin: start, handshake, certificates, stop.
    Plugin,
    /// The libraries that move bytes for the plugin's server, and often for the author's API client as well.
    Transport,
}

impl Module {
    /// All of them, each at the index that it has as a number.
    pub(super) const ALL: [Self; 6] = [
        Self::Provider,
        Self::Framework,
        Self::Proto,
        Self::Mux,
        Self::Plugin,
        Self::Transport,
    ];

    /// Finds the module of an event or span by its target, which is a module path unless its author chose another.
    pub(super) fn of(target: &str) -> Self {
        let mut path = target.split("::");
        match (path.next().unwrap_or_default(), path.next()) {
            ("terrane" | "terrane_value", _) => Self::Framework,
            ("terrane_protocol", Some("mux")) => Self::Mux,
            ("terrane_protocol", _) => Self::Proto,
            ("terrane_plugin", _) => Self::Plugin,
            (
                "h2" | "hyper" | "hyper_util" | "mio" | "rustls" | "tokio" | "tokio_rustls"
                | "tokio_util" | "tonic" | "tower" | "want" | "yamux",
                _,
            ) => Self::Transport,
            _ => Self::Provider,
        }
    }

    /// Terrane's own name of it, in the words of Terraform's SDKs; `None` for the provider, whose name is the author's choice.
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

/// Takes the provider's name, as in modules and variables, from its address; `None` if the address has none.
pub(super) fn provider_name(address: &str) -> Option<String> {
    let name = address.rsplit('/').next()?;
    let of_a_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    (!name.is_empty() && name.chars().all(of_a_name)).then(|| name.replace('-', "_"))
}

/// Whether a target is another or below it, as a module is.
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
            ("terrane_protocol::mux", Module::Mux),
            ("terrane_protocol::mux::router", Module::Mux),
            ("terrane_protocol::muxer", Module::Proto),
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
