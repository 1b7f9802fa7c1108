//! The address by which a host connects to a running plugin.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::handshake::{Address, HandshakeError};

/// A running plugin that a host may connect to instead of starting its own.
///
/// Hosts read a JSON object with an entry for each running plugin from an environment variable (Terraform: `TF_REATTACH_PROVIDERS`). Such a
/// connection has neither TLS nor broker multiplexing, and the host never stops the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reattach {
    /// The application protocol version that the plugin serves. It is 0 if the JSON has no version, as in old versions of the format.
    pub version: u32,
    /// The address at which the plugin listens.
    pub address: Address,
    /// The id of the plugin's process.
    pub pid: u32,
    /// Whether the host must not stop the process. This is always true for plugins under test or in a debugger.
    pub test: bool,
}

impl Reattach {
    /// Writes the JSON object that hosts expect: one entry named `key`.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_plugin::{Address, Reattach};
    ///
    /// let reattach = Reattach { version: 6, address: Address::Unix("/tmp/s".into()), pid: 7, test: true };
    /// let json = reattach.to_json("example.com/zoo/zoo");
    /// assert_eq!(Reattach::from_json(&json)?["example.com/zoo/zoo"], reattach);
    /// # Ok::<(), terrane_plugin::ReattachError>(())
    /// ```
    #[must_use]
    pub fn to_json(&self, key: &str) -> String {
        let entry = Entry {
            protocol: "grpc".into(),
            protocol_version: self.version,
            pid: self.pid,
            test: self.test,
            addr: Addr {
                network: self.address.network().into(),
                string: self.address.to_string(),
            },
        };
        serde_json::json!({ key: entry }).to_string()
    }

    /// Parses the JSON object that hosts expect, with any number of entries.
    ///
    /// # Errors
    ///
    /// Fails when the text is not such an object, or when it contains an address or a protocol that cannot be used.
    pub fn from_json(json: &str) -> Result<BTreeMap<String, Self>, ReattachError> {
        let entries: BTreeMap<String, Entry> =
            serde_json::from_str(json).map_err(ReattachError::Json)?;
        let read = |entry: Entry| {
            if entry.protocol != "grpc" {
                return Err(HandshakeError::Protocol(entry.protocol));
            }
            let address = Address::parse(&entry.addr.network, &entry.addr.string)?;
            Ok(Self {
                version: entry.protocol_version,
                address,
                pid: entry.pid,
                test: entry.test,
            })
        };
        entries
            .into_iter()
            .map(|(key, entry)| match read(entry) {
                Ok(reattach) => Ok((key, reattach)),
                Err(source) => Err(ReattachError::Entry { key, source }),
            })
            .collect()
    }
}

/// The error of a reattach variable that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReattachError {
    /// The text is not the expected JSON.
    #[error("expected a JSON object of plugins to connect to")]
    Json(#[source] serde_json::Error),
    /// The address or the protocol of an entry cannot be used.
    #[error("cannot connect to {key:?}")]
    Entry {
        /// The entry's name.
        key: String,
        /// The problem of the entry.
        source: HandshakeError,
    },
}

/// An entry in the format of Go's `encoding/json`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Entry {
    protocol: String,
    #[serde(default)]
    protocol_version: u32,
    #[serde(default)]
    pid: u32,
    #[serde(default)]
    test: bool,
    addr: Addr,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Addr {
    network: String,
    string: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_keys_that_go_reads() {
        let reattach = Reattach {
            version: 6,
            address: Address::Tcp(([127, 0, 0, 1], 80).into()),
            pid: 7,
            test: true,
        };
        let json: serde_json::Value = serde_json::from_str(&reattach.to_json("a/b")).unwrap();
        let expected = serde_json::json!({"a/b": {
            "Protocol": "grpc", "ProtocolVersion": 6, "Pid": 7, "Test": true,
            "Addr": {"Network": "tcp", "String": "127.0.0.1:80"},
        }});
        assert_eq!(json, expected);
    }

    #[test]
    fn missing_version_is_zero() {
        let json = r#"{"a":{"Protocol":"grpc","Pid":1,"Test":true,"Addr":{"Network":"unix","String":"/s"}}}"#;
        assert_eq!(Reattach::from_json(json).unwrap()["a"].version, 0);
    }

    #[test]
    fn refusals_name_the_entry() {
        let json = r#"{"a":{"Protocol":"netrpc","Addr":{"Network":"unix","String":"/s"}}}"#;
        assert_eq!(
            Reattach::from_json(json).unwrap_err().to_string(),
            "cannot connect to \"a\""
        );
        assert!(matches!(
            Reattach::from_json("[]"),
            Err(ReattachError::Json(_))
        ));
    }
}
