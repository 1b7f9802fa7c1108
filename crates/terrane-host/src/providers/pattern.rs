//! The patterns of providers in the configuration of a mirror.

use std::fmt;
use std::str::FromStr;

use terrane_value::Text;

use crate::address::Provider;

/// A pattern of providers, as the arguments `include` and `exclude` of a mirror have it: `*/*/*`, `example.com/*/*`, `acme/*` or `acme/zoo`.
///
/// A pattern without a host is about the public registry of Terraform. A part can only be a wildcard if all parts after it are wildcards.
///
/// ```
/// use terrane_host::providers::ProviderPattern;
///
/// let pattern: ProviderPattern = "acme/*".parse()?;
/// assert!(pattern.matches(&"acme/zoo".parse()?));
/// assert!(!pattern.matches(&"example.com/acme/zoo".parse()?));
/// assert!("*/zoo".parse::<ProviderPattern>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderPattern {
    /// All providers.
    All,
    /// All providers of a registry.
    Host(Text),
    /// All providers in a namespace of a registry: the host and the namespace.
    Namespace(Text, Text),
    /// One provider.
    Provider(Provider),
}

impl ProviderPattern {
    /// Returns whether a provider matches the pattern.
    pub fn matches(&self, provider: &Provider) -> bool {
        match self {
            Self::All => true,
            Self::Host(host) => provider.host == *host,
            Self::Namespace(host, namespace) => {
                provider.host == *host && provider.namespace == *namespace
            }
            Self::Provider(only) => provider == only,
        }
    }
}

impl fmt::Display for ProviderPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("*/*/*"),
            Self::Host(host) => write!(f, "{host}/*/*"),
            Self::Namespace(host, namespace) => write!(f, "{host}/{namespace}/*"),
            Self::Provider(provider) => provider.fmt(f),
        }
    }
}

impl FromStr for ProviderPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = |reason: String| format!("invalid provider pattern \"{text}\": {reason}");
        let parts: Vec<&str> = text.split('/').collect();
        if !matches!(parts.len(), 2 | 3) {
            return Err(invalid(
                "expected two or three parts between slashes".into(),
            ));
        }
        if parts
            .windows(2)
            .any(|pair| pair[0] == "*" && pair[1] != "*")
        {
            let rule = "a part can be a wildcard only if all parts after it are wildcards";
            return Err(invalid(rule.into()));
        }
        // A valid name in place of each wildcard: the address of a provider then has the parts in their normal form.
        let named: Vec<&str> = parts
            .iter()
            .map(|&part| if part == "*" { "any" } else { part })
            .collect();
        let provider: Provider = named.join("/").parse().map_err(invalid)?;
        let wildcards = parts.iter().filter(|&&part| part == "*").count();
        Ok(match wildcards {
            0 => Self::Provider(provider),
            1 => Self::Namespace(provider.host, provider.namespace),
            2 => Self::Host(provider.host),
            _ => Self::All,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_is_shown_with_its_host() {
        for (text, shown) in [
            ("*/*/*", "*/*/*"),
            ("*/*", "registry.terraform.io/*/*"),
            ("Example.com/*/*", "example.com/*/*"),
            ("Acme/*", "registry.terraform.io/acme/*"),
            ("acme/ZOO", "registry.terraform.io/acme/zoo"),
        ] {
            let pattern: ProviderPattern = text.parse().unwrap();
            assert_eq!(pattern.to_string(), shown);
            assert_eq!(shown.parse(), Ok(pattern), "{shown}");
        }
    }
}
