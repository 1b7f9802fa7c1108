//! The handshake: the line on standard output in which a plugin tells its host where and how to connect.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use crate::printable;

/// The version of the handshake itself. No other version exists.
const CORE_VERSION: &str = "1";

/// The most characters of the line that an error shows.
const LONGEST_SHOWN: usize = 4096;

/// The shortest certificate. Old plugins write other data into the sixth field, which is shorter.
const SHORTEST_CERTIFICATE: usize = 50;

/// The address at which a plugin listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A Unix domain socket.
    Unix(PathBuf),
    /// A TCP socket, on the loopback interface.
    Tcp(SocketAddr),
}

impl Address {
    /// Parses the network and the address that the other side announced.
    ///
    /// # Errors
    ///
    /// Fails for networks other than `unix` and `tcp`, an empty path, and an address that is not `ip:port`.
    pub fn parse(network: &str, address: &str) -> Result<Self, HandshakeError> {
        match network {
            "unix" if !address.is_empty() => Ok(Self::Unix(address.into())),
            "tcp" => match address.parse() {
                Ok(address) => Ok(Self::Tcp(address)),
                Err(_) => Err(HandshakeError::address(network, address)),
            },
            _ => Err(HandshakeError::address(network, address)),
        }
    }

    /// Returns Go's name of the network: `unix` or `tcp`.
    #[must_use]
    pub fn network(&self) -> &'static str {
        match self {
            Self::Unix(_) => "unix",
            Self::Tcp(_) => "tcp",
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => path.display().fmt(f),
            Self::Tcp(address) => address.fmt(f),
        }
    }
}

/// The line that a plugin prints to its standard output once it listens.
///
/// # Examples
///
/// ```
/// use terrane_plugin::{Address, Handshake};
///
/// let handshake: Handshake = "1|6|unix|/tmp/plugin1|grpc|".parse()?;
/// assert_eq!(handshake.version, 6);
/// assert_eq!(handshake.address, Address::Unix("/tmp/plugin1".into()));
/// assert_eq!(handshake.to_string(), "1|6|unix|/tmp/plugin1|grpc|");
/// # Ok::<(), terrane_plugin::HandshakeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// The application protocol version that the plugin serves.
    pub version: u32,
    /// The address at which the plugin listens.
    pub address: Address,
    /// The plugin's certificate in DER form. `None` means plain text.
    pub certificate: Option<Vec<u8>>,
    /// Whether brokered connections can share the main socket. `None` if the host did not ask, or if the plugin is too old to support it.
    pub multiplex: Option<bool>,
}

impl fmt::Display for Handshake {
    /// Writes the line without a line ending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            version,
            address,
            certificate,
            multiplex,
        } = self;
        write!(
            f,
            "{CORE_VERSION}|{version}|{}|{address}|grpc|",
            address.network()
        )?;
        if let Some(certificate) = certificate {
            f.write_str(&STANDARD_NO_PAD.encode(certificate))?;
        }
        match multiplex {
            Some(supported) => write!(f, "|{supported}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Handshake {
    type Err = HandshakeError;

    /// Parses a line in the same way as go-plugin's client.
    fn from_str(line: &str) -> Result<Self, HandshakeError> {
        let line = line.trim();
        let fields: Vec<&str> = line.split('|').collect();
        let [core, version, network, address, rest @ ..] = fields.as_slice() else {
            return Err(HandshakeError::Unrecognized(shown(line)));
        };
        if *core != CORE_VERSION {
            return Err(HandshakeError::CoreVersion(shown(core)));
        }
        let version = version
            .parse()
            .map_err(|_| HandshakeError::Version(shown(version)))?;
        let address = Address::parse(network, address)?;
        match rest.first() {
            Some(&"grpc") => {}
            other => {
                return Err(HandshakeError::Protocol(shown(other.unwrap_or(&"netrpc"))));
            }
        }
        let certificate = match rest.get(1) {
            Some(text) if text.len() > SHORTEST_CERTIFICATE => Some(
                STANDARD_NO_PAD
                    .decode(text)
                    .map_err(HandshakeError::Certificate)?,
            ),
            _ => None,
        };
        let multiplex = match rest.get(2) {
            Some(text) => {
                Some(parse_bool(text).ok_or_else(|| HandshakeError::Multiplex(shown(text)))?)
            }
            None => None,
        };
        Ok(Self {
            version,
            address,
            certificate,
            multiplex,
        })
    }
}

/// Returns a part of the line for an error.
fn shown(part: &str) -> String {
    printable(part, LONGEST_SHOWN)
}

/// Parses a boolean in every spelling that Go's `strconv.ParseBool` accepts.
pub(crate) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// The error of a handshake line that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HandshakeError {
    /// The line is not a handshake. Plugins report startup problems with such a line.
    #[error("unrecognized remote plugin message: {0}")]
    Unrecognized(String),
    /// The plugin uses another version of the handshake.
    #[error("incompatible core version {0:?}, expected 1")]
    CoreVersion(String),
    /// The application protocol version is not a number.
    #[error("cannot read the protocol version {0:?}, expected a number")]
    Version(String),
    /// The address cannot be connected to.
    #[error(
        "unknown address {address:?} on network {network:?}, expected a path on unix or ip:port on tcp"
    )]
    Address {
        /// The network, as announced by the plugin.
        network: String,
        /// The address, as announced by the plugin.
        address: String,
    },
    /// The plugin does not use gRPC.
    #[error("unsupported plugin protocol {0:?}, expected grpc")]
    Protocol(String),
    /// The certificate is not base64 without padding.
    #[error("cannot decode the plugin's certificate")]
    Certificate(#[source] base64::DecodeError),
    /// The multiplexing field is not a boolean.
    #[error("cannot read {0:?} as a boolean for broker multiplexing")]
    Multiplex(String),
}

impl HandshakeError {
    fn address(network: &str, address: &str) -> Self {
        Self::Address {
            network: shown(network),
            address: shown(address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unix(certificate: Option<Vec<u8>>, multiplex: Option<bool>) -> Handshake {
        Handshake {
            version: 6,
            address: Address::Unix("/tmp/plugin1".into()),
            certificate,
            multiplex,
        }
    }

    #[test]
    fn every_form_survives_a_round_trip() {
        for handshake in [
            unix(None, None),
            unix(Some(vec![251; 200]), None),
            unix(Some(vec![7; 199]), Some(true)),
            unix(None, Some(false)),
            Handshake {
                address: Address::Tcp(([127, 0, 0, 1], 10000).into()),
                ..unix(None, None)
            },
        ] {
            assert_eq!(handshake.to_string().parse(), Ok(handshake));
        }
    }

    #[test]
    fn certificate_is_standard_base64_without_padding() {
        let line = unix(Some(vec![0xfb; 40]), None).to_string();
        assert!(
            line.starts_with("1|6|unix|/tmp/plugin1|grpc|+/v7+"),
            "{line}"
        );
        assert!(!line.contains('='), "{line}");
    }

    #[test]
    fn short_sixth_field_is_not_a_certificate() {
        let parsed: Handshake = "1|5|tcp|127.0.0.1:1234|grpc|{\"old\":\"extra\"}"
            .parse()
            .unwrap();
        assert_eq!(parsed.certificate, None);
    }

    #[test]
    fn line_end_and_spaces_are_trimmed() {
        assert_eq!(
            " 1|6|unix|/tmp/plugin1|grpc|\r\n".parse(),
            Ok(unix(None, None))
        );
    }

    #[test]
    fn refusals_name_the_expectation() {
        let cases = [
            (
                "Cannot bind: disk full",
                "unrecognized remote plugin message: Cannot bind: disk full",
            ),
            ("", "unrecognized remote plugin message: "),
            (
                "2|6|unix|/s|grpc",
                "incompatible core version \"2\", expected 1",
            ),
            (
                "1|six|unix|/s|grpc",
                "cannot read the protocol version \"six\", expected a number",
            ),
            (
                "1|6|udp|/s|grpc",
                "unknown address \"/s\" on network \"udp\", expected a path on unix or ip:port on tcp",
            ),
            (
                "1|6|tcp|nowhere|grpc",
                "unknown address \"nowhere\" on network \"tcp\", expected a path on unix or ip:port on tcp",
            ),
            (
                "1|6|unix||grpc",
                "unknown address \"\" on network \"unix\", expected a path on unix or ip:port on tcp",
            ),
            (
                "1|6|unix|/s",
                "unsupported plugin protocol \"netrpc\", expected grpc",
            ),
            (
                "1|6|unix|/s|netrpc",
                "unsupported plugin protocol \"netrpc\", expected grpc",
            ),
            (
                "1|6|unix|/s|grpc||maybe",
                "cannot read \"maybe\" as a boolean for broker multiplexing",
            ),
        ];
        for (line, message) in cases {
            assert_eq!(line.parse::<Handshake>().unwrap_err().to_string(), message);
        }
        let padded = format!("1|6|unix|/s|grpc|{}=", "A".repeat(51));
        assert_eq!(
            padded.parse::<Handshake>().unwrap_err().to_string(),
            "cannot decode the plugin's certificate"
        );
    }
}
