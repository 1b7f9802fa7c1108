//! Reads the addresses of running plugins.

use std::collections::BTreeMap;

use serde::Deserialize;
use terrane_plugin::Reattach;

use crate::error::ReattachError;
use crate::handshake::{HandshakeFault, read_address};

/// Reads the JSON object that lists running plugins, with any number of entries; see [`Reattach::to_json`].
///
/// # Errors
///
/// Fails when the text is not such an object, or when it contains an address or a protocol that cannot be used.
pub fn read_reattach(json: &str) -> Result<BTreeMap<String, Reattach>, ReattachError> {
    let entries: BTreeMap<String, Entry> = serde_json::from_str(json).map_err(|error| {
        let problem = "expected a JSON object of plugins to connect to".to_owned();
        let source = Box::new(error);
        ReattachError { problem, source }
    })?;
    let read = |entry: Entry| {
        if entry.protocol != "grpc" {
            return Err(HandshakeFault::Protocol(entry.protocol));
        }
        Ok(Reattach {
            version: entry.protocol_version,
            address: read_address(&entry.addr.network, &entry.addr.string)?,
            pid: entry.pid,
            test: entry.test,
        })
    };
    let entries = entries.into_iter().map(|(key, entry)| match read(entry) {
        Ok(reattach) => Ok((key, reattach)),
        Err(error) => Err(ReattachError {
            problem: format!("cannot connect to {key:?}"),
            source: Box::new(error),
        }),
    });
    entries.collect()
}

/// An entry in the format of Go's `encoding/json`.
#[derive(Deserialize)]
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

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Addr {
    network: String,
    string: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_version_is_zero() {
        let json = r#"{"a":{"Protocol":"grpc","Pid":1,"Test":true,"Addr":{"Network":"unix","String":"/s"}}}"#;
        assert_eq!(read_reattach(json).unwrap()["a"].version, 0);
    }

    #[test]
    fn refusals_name_the_entry() {
        let json = r#"{"a":{"Protocol":"netrpc","Addr":{"Network":"unix","String":"/s"}}}"#;
        assert_eq!(
            read_reattach(json).unwrap_err().to_string(),
            "cannot connect to \"a\""
        );
        assert_eq!(
            read_reattach("[]").unwrap_err().to_string(),
            "expected a JSON object of plugins to connect to"
        );
    }
}
