//! The address by which configurations name a provider.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorKind};

/// The source address of a provider: the host of its registry, its namespace and its type.
///
/// ```
/// use terrane_release::Address;
///
/// let address: Address = "example/zoo".parse()?;
/// assert_eq!(address.to_string(), "registry.terraform.io/example/zoo");
/// # Ok::<(), terrane_release::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    /// The host of the registry, with a port if it is not 443.
    pub host: String,
    /// The organisation or the person that publishes the provider.
    pub namespace: String,
    /// The name of the provider, such as `zoo`.
    pub type_name: String,
}

/// The host of addresses that name none.
const DEFAULT_HOST: &str = "registry.terraform.io";

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let parts: Vec<&str> = text.split('/').collect();
        let (host, namespace, type_name) = match parts[..] {
            [namespace, type_name] => (DEFAULT_HOST, namespace, type_name),
            [host, namespace, type_name] => (host, namespace, type_name),
            _ => return Err(Error(ErrorKind::Address(text.to_owned()))),
        };
        if !is_host(host) || !is_name(namespace) || !is_name(type_name) {
            return Err(Error(ErrorKind::Address(text.to_owned())));
        }
        Ok(Self {
            host: host.to_owned(),
            namespace: namespace.to_owned(),
            type_name: type_name.to_owned(),
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.host, self.namespace, self.type_name)
    }
}

/// Hosts accept lower-case letters, digits and single dashes within a name. A name becomes a folder, so nothing else may pass.
fn is_name(part: &str) -> bool {
    !part.is_empty()
        && !part.starts_with('-')
        && !part.ends_with('-')
        && !part.contains("--")
        && part
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn is_host(part: &str) -> bool {
    let (name, port) = part.split_once(':').unwrap_or((part, "443"));
    port.parse::<u16>().is_ok() && !name.is_empty() && name.split('.').all(is_name)
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_with_host_and_port_are_read() {
        let address: Address = "localhost:8443/example/zoo".parse().unwrap();
        assert_eq!(address.host, "localhost:8443");
        assert_eq!(address.type_name, "zoo");
    }

    #[test]
    fn names_have_lower_case_letters_digits_and_single_dashes() {
        for text in [
            "a/zoo",
            "a-1/2-zoo",
            "0.example.com/a/zoo",
            "localhost:8443/a/zoo",
        ] {
            assert!(text.parse::<Address>().is_ok(), "{text:?}");
        }
        for text in [
            "a_b/zoo",
            "-a/zoo",
            "a-/zoo",
            "a--b/zoo",
            "a/-zoo",
            "-host/a/zoo",
            "host..com/a/zoo",
            ":80/a/zoo",
            "host:/a/zoo",
            "host:65536/a/zoo",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn texts_that_would_leave_the_folder_of_a_mirror_are_refused() {
        for text in [
            "zoo",
            "../zoo",
            "a/b/c/d",
            "a//zoo",
            "/a/zoo",
            "A/zoo",
            "a/../zoo",
            "host:x/a/zoo",
            "",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_address_without_a_host_is_that_of_terraforms_registry() {
        let address: Address = "example/zoo".parse().unwrap();
        assert_eq!(address.to_string(), "registry.terraform.io/example/zoo");
    }
}
