//! Addresses of providers and of their configurations.

use std::fmt;
use std::str::FromStr;

use terrane_value::Text;

use super::Module;

const DEFAULT_HOST: &str = "registry.terraform.io";
const DEFAULT_NAMESPACE: &str = "hashicorp";

/// The address of a provider: `registry.terraform.io/hashicorp/random`.
///
/// ```
/// use terrane_host::address::Provider;
///
/// let provider: Provider = "acme/zoo".parse()?;
/// assert_eq!(provider.to_string(), "registry.terraform.io/acme/zoo");
/// assert_eq!(Provider::implied("random").to_string(), "registry.terraform.io/hashicorp/random");
/// assert_eq!(Provider::implied("terraform"), Provider::built_in());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Provider {
    /// The registry's host, in lower case.
    pub host: Text,
    /// The namespace, in lower case.
    pub namespace: Text,
    /// The type, in lower case.
    pub type_name: Text,
}

impl Provider {
    /// Returns the provider that a local name means if no `required_providers` block says otherwise.
    pub fn implied(local_name: &str) -> Self {
        if local_name == "terraform" {
            return Self::built_in();
        }
        Self {
            host: Text::from_static(DEFAULT_HOST),
            namespace: Text::from_static(DEFAULT_NAMESPACE),
            type_name: local_name.to_lowercase().into(),
        }
    }

    /// Returns the provider that hosts contain: `terraform.io/builtin/terraform`.
    pub fn built_in() -> Self {
        Self {
            host: Text::from_static("terraform.io"),
            namespace: Text::from_static("builtin"),
            type_name: Text::from_static("terraform"),
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.host, self.namespace, self.type_name)
    }
}

impl FromStr for Provider {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('/').collect();
        let (host, namespace, type_name) = match parts.as_slice() {
            [type_name] => (DEFAULT_HOST, DEFAULT_NAMESPACE, *type_name),
            [namespace, type_name] => (DEFAULT_HOST, *namespace, *type_name),
            [host, namespace, type_name] => (*host, *namespace, *type_name),
            _ => {
                return Err(format!(
                    "the provider source \"{text}\" has more than three parts"
                ));
            }
        };
        for part in [namespace, type_name] {
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
            if part.is_empty() || !part.chars().all(is_name) {
                return Err(format!(
                    "\"{part}\" in the provider source \"{text}\" is no name of letters, digits and dashes"
                ));
            }
        }
        if host.is_empty() || host.contains(char::is_whitespace) {
            return Err(format!(
                "\"{host}\" in the provider source \"{text}\" is no host"
            ));
        }
        Ok(Self {
            host: host.to_lowercase().into(),
            namespace: namespace.to_lowercase().into(),
            type_name: type_name.to_lowercase().into(),
        })
    }
}

/// The address of a provider's configuration: its module, the provider and the alias.
///
/// ```
/// use terrane_host::address::ProviderConfig;
///
/// let text = "module.net.provider[\"registry.terraform.io/acme/zoo\"].west";
/// let config: ProviderConfig = text.parse()?;
/// assert_eq!(config.alias.as_deref(), Some("west"));
/// assert_eq!(config.to_string(), text);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProviderConfig {
    /// The module that contains the `provider` block.
    pub module: Module,
    /// The provider.
    pub provider: Provider,
    /// The alias, unless this is the default configuration.
    pub alias: Option<Text>,
}

impl fmt::Display for ProviderConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.module.0.is_empty() {
            write!(f, "{}.", self.module)?;
        }
        write!(f, "provider[\"{}\"]", self.provider)?;
        match &self.alias {
            Some(alias) => write!(f, ".{alias}"),
            None => Ok(()),
        }
    }
}

impl FromStr for ProviderConfig {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is no address of a provider configuration");
        let (module, rest) = text.split_once("provider[\"").ok_or_else(wrong)?;
        let (provider, rest) = rest.split_once("\"]").ok_or_else(wrong)?;
        let mut names = Vec::new();
        let mut parts = module.split_terminator('.');
        while let Some(part) = parts.next() {
            let name = parts
                .next()
                .filter(|name| part == "module" && !name.is_empty());
            names.push(name.ok_or_else(wrong)?.into());
        }
        let alias = match rest.strip_prefix('.') {
            Some(alias) if !alias.is_empty() => Some(alias.into()),
            None if rest.is_empty() => None,
            _ => return Err(wrong()),
        };
        Ok(Self {
            module: Module(names),
            provider: provider.parse()?,
            alias,
        })
    }
}
