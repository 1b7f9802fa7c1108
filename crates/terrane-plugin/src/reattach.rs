//! The address by which a host connects to a running plugin.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::handshake::{Address, HandshakeError};

/// A running plugin that a host may connect to instead of starting its own.
///
/// Hosts take a JSON object of these, by plugin, from a variable of theirs (Terraform: `TF_REATTACH_PROVIDERS`). Such a
/// connection has neither TLS nor broker multiplexing, and the host never ends the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reattach {
    /// Application protocol version that the plugin serves; hosts of old wrote none, which is 0.
    pub version: u32,
    /// Where it listens.
    pub address: Address,
    /// Its process.
    pub pid: u32,
    /// Whether the host must leave the process alone; always so for plugins under test or debugging.
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

    /// Reads such a JSON object, with any number of entries.
    ///
    /// # Errors
    ///
    /// Fails when the text is not such an object, or names an address or a protocol that cannot be used.
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

/// Why a reattach variable cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReattachError {
    /// The text is not the expected JSON.
    #[error("expected a JSON object of plugins to connect to")]
    Json(#[source] serde_json::Error),
    /// One entry cannot be connected to.
    #[error("cannot connect to {key:?}")]
    Entry {
        /// The entry's name.
        key: String,
        /// What is wrong with it.
        source: HandshakeError,
    },
}

/// One entry as Go's `encoding/json` writes it.
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
