//! The handshake: the line on standard output in which a plugin tells its host where and how to connect.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// The version of the handshake itself. No other version exists.
const CORE_VERSION: &str = "1";

/// The address at which a plugin listens.
#[derive(Clone, Debug, PartialEq)]
pub enum Address {
    /// A Unix domain socket.
    Unix(PathBuf),
    /// A TCP socket, on the loopback interface.
    Tcp(SocketAddr),
}

impl Address {
    /// Returns Go's name of the network: `unix` or `tcp`.
    #[must_use]
    pub fn network(&self) -> &'static str {
        match self {
            Self::Unix(_) => "unix",
            Self::Tcp(_) => "tcp",
        }
    }

    /// Parses an address on a network, by Go's names. Returns `None` for networks other than `unix` and `tcp`, an empty path, and an address that
    /// is not `ip:port`.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_plugin::Address;
    ///
    /// assert_eq!(Address::parse("unix", "/tmp/plugin1"), Some(Address::Unix("/tmp/plugin1".into())));
    /// assert_eq!(Address::parse("udp", "127.0.0.1:80"), None);
    /// ```
    #[must_use]
    pub fn parse(network: &str, address: &str) -> Option<Self> {
        match network {
            "unix" if !address.is_empty() => Some(Self::Unix(address.into())),
            "tcp" => address.parse().ok().map(Self::Tcp),
            _ => None,
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
/// let address = Address::Unix("/tmp/plugin1".into());
/// let handshake = Handshake { version: 6, address, certificate: None, multiplex: None };
/// assert_eq!(handshake.to_string(), "1|6|unix|/tmp/plugin1|grpc|");
/// ```
#[derive(Debug, PartialEq)]
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

/// Parses a boolean in every spelling that Go's `strconv.ParseBool` accepts.
pub fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}
