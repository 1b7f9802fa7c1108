//! Reads the handshake: the line in which a plugin tells its host where and how to connect.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use terrane_plugin::peer::parse_bool;
use terrane_plugin::{Address, Handshake};

use crate::printable;

/// The version of the handshake itself. No other version exists.
const CORE_VERSION: &str = "1";

/// The most characters of the line that an error shows.
const LONGEST_SHOWN: usize = 4096;

/// The shortest certificate. Old plugins write other data into the sixth field, which is shorter.
const SHORTEST_CERTIFICATE: usize = 50;

/// Reads the line that a plugin prints, in the same way as go-plugin's client.
///
/// # Examples
///
/// ```
/// use terrane_plugin::Address;
/// use terrane_plugin_client::read_handshake;
///
/// let handshake = read_handshake("1|6|unix|/tmp/plugin1|grpc|")?;
/// assert_eq!(handshake.version, 6);
/// assert_eq!(handshake.address, Address::Unix("/tmp/plugin1".into()));
/// # Ok::<(), terrane_plugin_client::HandshakeError>(())
/// ```
///
/// # Errors
///
/// Fails if the line is not a handshake, or if this crate cannot use the plugin.
pub fn read_handshake(line: &str) -> Result<Handshake, HandshakeError> {
    read_line(line).map_err(HandshakeError)
}

/// Reads the line of [`read_handshake`], with the kind of the error.
pub(crate) fn read_line(line: &str) -> Result<Handshake, HandshakeFault> {
    let line = line.trim();
    let fields: Vec<&str> = line.split('|').collect();
    let [core, version, network, address, rest @ ..] = fields.as_slice() else {
        let line = shown(line);
        return Err(HandshakeFault::Malformed(format!(
            "unrecognized remote plugin message: {line}"
        )));
    };
    if *core != CORE_VERSION {
        return Err(HandshakeFault::CoreVersion(shown(core)));
    }
    let version = version.parse().map_err(|_| {
        let version = shown(version);
        HandshakeFault::Malformed(format!(
            "cannot read the protocol version {version:?}, expected a number"
        ))
    })?;
    let address = read_address(network, address)?;
    match rest.first() {
        Some(&"grpc") => {}
        other => {
            return Err(HandshakeFault::Protocol(shown(other.unwrap_or(&"netrpc"))));
        }
    }
    let certificate = match rest.get(1) {
        Some(text) if text.len() > SHORTEST_CERTIFICATE => Some(
            STANDARD_NO_PAD
                .decode(text)
                .map_err(HandshakeFault::Certificate)?,
        ),
        _ => None,
    };
    let multiplex = match rest.get(2) {
        Some(text) => Some(parse_bool(text).ok_or_else(|| {
            let text = shown(text);
            HandshakeFault::Malformed(format!(
                "cannot read {text:?} as a boolean for broker multiplexing"
            ))
        })?),
        None => None,
    };
    Ok(Handshake {
        version,
        address,
        certificate,
        multiplex,
    })
}

/// Parses the network and the address that a plugin announced.
///
/// # Errors
///
/// Fails for networks other than `unix` and `tcp`, an empty path, and an address that is not `ip:port`.
pub(crate) fn read_address(network: &str, address: &str) -> Result<Address, HandshakeFault> {
    Address::parse(network, address).ok_or_else(|| {
        let (network, address) = (shown(network), shown(address));
        HandshakeFault::Malformed(format!(
            "unknown address {address:?} on network {network:?}, expected a path on unix or ip:port on tcp"
        ))
    })
}

/// Returns a part of the line for an error.
fn shown(part: &str) -> String {
    printable(part, LONGEST_SHOWN)
}

/// The error of a handshake line that cannot be used.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
pub struct HandshakeError(HandshakeFault);

/// The kind of a [`HandshakeError`].
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum HandshakeFault {
    /// The plugin uses another version of the handshake.
    #[error("incompatible core version {0:?}, expected 1")]
    CoreVersion(String),
    /// The plugin does not use gRPC.
    #[error("unsupported plugin protocol {0:?}, expected grpc")]
    Protocol(String),
    /// The certificate is not base64 without padding.
    #[error("cannot decode the plugin's certificate")]
    Certificate(#[source] base64::DecodeError),
    /// The line is not a handshake, as the text says. Plugins report startup problems with such a line.
    #[error("{0}")]
    Malformed(String),
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
            assert_eq!(read_line(&handshake.to_string()), Ok(handshake));
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
        let parsed = read_line("1|5|tcp|127.0.0.1:1234|grpc|{\"old\":\"extra\"}").unwrap();
        assert_eq!(parsed.certificate, None);
    }

    #[test]
    fn line_end_and_spaces_are_trimmed() {
        assert_eq!(
            read_line(" 1|6|unix|/tmp/plugin1|grpc|\r\n"),
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
            assert_eq!(read_line(line).unwrap_err().to_string(), message);
        }
        let padded = format!("1|6|unix|/s|grpc|{}=", "A".repeat(51));
        assert_eq!(
            read_line(&padded).unwrap_err().to_string(),
            "cannot decode the plugin's certificate"
        );
    }
}
