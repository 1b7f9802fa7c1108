//! The environment variables that a host sets for its plugin, read once.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::Error;
use crate::handshake::parse_bool;
use crate::variable;

/// The environment variables that a plugin reads. As in Go, empty variables count as not set.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    pub(super) cookie: Option<String>,
    /// The protocol versions of the host, separated by commas.
    pub(super) versions: Option<String>,
    pub(super) client_cert: Option<String>,
    #[cfg_attr(windows, expect(dead_code, reason = "plugins on Windows use TCP"))]
    pub(super) socket_dir: Option<PathBuf>,
    #[cfg_attr(windows, expect(dead_code, reason = "plugins on Windows use TCP"))]
    pub(super) socket_group: Option<String>,
    min_port: Option<String>,
    max_port: Option<String>,
    multiplex: Option<String>,
}

impl Environment {
    /// Reads the variables of this process.
    pub(super) fn of_process(cookie: &str) -> Self {
        Self::read(cookie, |name| std::env::var_os(name))
    }

    /// Reads variables from any source.
    pub fn read(cookie: &str, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let value = |name| variable(name).filter(|value| !value.is_empty());
        let text = |name| value(name).map(|value| value.to_string_lossy().into_owned());
        Self {
            cookie: text(cookie),
            versions: text(variable::PROTOCOL_VERSIONS),
            client_cert: text(variable::CLIENT_CERT),
            socket_dir: value(variable::UNIX_SOCKET_DIR).map(PathBuf::from),
            socket_group: text(variable::UNIX_SOCKET_GROUP),
            min_port: text(variable::MIN_PORT),
            max_port: text(variable::MAX_PORT),
            multiplex: text(variable::MULTIPLEX_GRPC),
        }
    }

    /// Removes the host's certificate, because hosts that did not start the plugin connect in plain text.
    pub(super) fn in_plain_text(self) -> Self {
        Self {
            client_cert: None,
            ..self
        }
    }

    /// Returns the TCP ports that the host allows. Port 0 lets the system choose a port.
    pub fn ports(&self) -> Result<RangeInclusive<u16>, Error> {
        let port = |variable, value: &Option<String>| match value {
            None => Ok(0),
            Some(text) => text.parse().map_err(|_| {
                Error::new(format!(
                    "cannot read {text:?} in {variable}, expected a port number"
                ))
            }),
        };
        let min = port(variable::MIN_PORT, &self.min_port)?;
        let max = port(variable::MAX_PORT, &self.max_port)?;
        if min > max {
            return Err(Error::new(format!(
                "PLUGIN_MIN_PORT is {min}, which is above PLUGIN_MAX_PORT, which is {max}"
            )));
        }
        Ok(min..=max)
    }

    /// Whether the host understands the multiplexing field of the handshake.
    pub(super) fn knows_multiplexing(&self) -> bool {
        self.multiplex.is_some()
    }

    /// Whether all connections must share one socket.
    pub fn multiplexed(&self) -> bool {
        self.multiplex
            .as_deref()
            .and_then(parse_bool)
            .unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        Environment::read("COOKIE", |name| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.into())
        })
    }

    #[test]
    fn variables_are_read_and_empty_ones_are_absent() {
        let full = environment(&[
            ("COOKIE", "c"),
            (variable::PROTOCOL_VERSIONS, "5,6"),
            (variable::UNIX_SOCKET_DIR, "/d"),
        ]);
        assert_eq!(
            (full.cookie.as_deref(), full.versions.as_deref()),
            (Some("c"), Some("5,6"))
        );
        assert_eq!(full.socket_dir, Some("/d".into()));
        let empty = environment(&[
            ("COOKIE", ""),
            (variable::UNIX_SOCKET_DIR, ""),
            (variable::CLIENT_CERT, ""),
        ]);
        assert_eq!(
            (empty.cookie, empty.socket_dir, empty.client_cert),
            (None, None, None)
        );
    }

    #[test]
    fn ports_default_to_any() {
        assert_eq!(environment(&[]).ports().unwrap(), 0..=0);
        let both = environment(&[(variable::MIN_PORT, "10000"), (variable::MAX_PORT, "25000")]);
        assert_eq!(both.ports().unwrap(), 10000..=25000);
    }

    #[test]
    fn senseless_ports_are_refused() {
        let message = |variables| environment(variables).ports().unwrap_err().to_string();
        assert_eq!(
            message(&[(variable::MIN_PORT, "low")]),
            "cannot read \"low\" in PLUGIN_MIN_PORT, expected a port number"
        );
        assert_eq!(
            message(&[(variable::MAX_PORT, "65536")]),
            "cannot read \"65536\" in PLUGIN_MAX_PORT, expected a port number"
        );
        assert_eq!(
            message(&[(variable::MIN_PORT, "5")]),
            "PLUGIN_MIN_PORT is 5, which is above PLUGIN_MAX_PORT, which is 0"
        );
    }

    #[test]
    fn multiplexing_is_known_by_any_value_and_wanted_by_true() {
        for (value, known, wanted) in [
            ("true", true, true),
            ("1", true, true),
            ("0", true, false),
            ("yes", true, false),
            ("", false, false),
        ] {
            let environment = environment(&[(variable::MULTIPLEX_GRPC, value)]);
            assert_eq!(
                (environment.knows_multiplexing(), environment.multiplexed()),
                (known, wanted),
                "{value:?}"
            );
        }
    }
}
