//! The address by which a host connects to a running plugin.

use serde::Serialize;

use crate::handshake::Address;

/// A running plugin that a host may connect to instead of starting its own.
///
/// Hosts read a JSON object with an entry for each running plugin from an environment variable (Terraform: `TF_REATTACH_PROVIDERS`). Such a
/// connection has neither TLS nor broker multiplexing, and the host never stops the process.
#[derive(Clone, Debug, PartialEq)]
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
    /// assert!(reattach.to_json("example.com/zoo/zoo").starts_with(r#"{"example.com/zoo/zoo":"#));
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
}

/// An entry in the format of Go's `encoding/json`.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Entry {
    protocol: String,
    protocol_version: u32,
    pid: u32,
    test: bool,
    addr: Addr,
}

#[derive(Serialize)]
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
}
