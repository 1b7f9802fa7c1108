//! The log of a program, and the secrets that it must not have.

use serde_json::Value as Json;
use terrane_plugin_client::Pipe;

use crate::options::Options;

/// The least length of a text that is searched for. Shorter texts appear in logs by accident.
const SHORTEST: usize = 8;

/// Parts of the names of variables whose values are secrets.
const SECRET_NAMES: [&str; 7] = [
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "CREDENTIAL",
    "KEY",
];

/// A line that a program has printed.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) pipe: Pipe,
    pub(crate) text: String,
    /// The request that was sent last before the line was read.
    pub(crate) request: Json,
}

/// A sensitive value that was sent to the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Secret {
    /// The attribute or the variable that has the value.
    pub(crate) name: String,
    /// The value, or the longest line of it, because logs escape the ends of lines.
    text: String,
}

impl Secret {
    /// Returns the secret of an attribute or variable, if its text is long enough to be found in logs.
    pub(crate) fn new(name: &str, text: &str) -> Option<Self> {
        let longest = text.lines().map(str::trim).max_by_key(|it| it.len())?;
        (longest.len() >= SHORTEST && longest != name).then(|| Self {
            name: name.to_owned(),
            text: longest.to_owned(),
        })
    }

    pub(crate) fn is_in(&self, text: &str) -> bool {
        text.contains(&self.text)
    }
}

/// Returns the secrets of the environment, by the names of their variables.
pub(crate) fn environment_secrets(options: &Options) -> Vec<Secret> {
    let variables = options.environment.iter();
    let secrets = variables.filter(|(name, _)| is_secret_name(name));
    secrets
        .filter_map(|(name, value)| Secret::new(name, value.to_str()?))
        .collect()
}

fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    // The id of a key is no secret, and a file is only where one is.
    let is_reference = ["_ID", "_FILE", "_PATH"]
        .iter()
        .any(|it| name.ends_with(it));
    !is_reference && SECRET_NAMES.iter().any(|it| name.contains(it))
}

/// Returns the level of a log line in the formats of hclog.
pub(crate) fn log_level(line: &str) -> Option<String> {
    const LEVELS: [&str; 5] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"];
    let upper = line.to_ascii_uppercase();
    let is_at = |level: &str| {
        upper.contains(&format!("[{level}]")) || upper.contains(&format!("\"@LEVEL\":\"{level}\""))
    };
    let found = LEVELS.into_iter().find(|it| is_at(it));
    found.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_of_the_environment_are_known_by_their_names_and_are_long_enough() {
        let options = Options::new("zoo")
            .variable("ZOO_TOKEN", "hunter2-hunter2")
            .variable("ZOO_PASSWORD", "short")
            .variable("ZOO_ENDPOINT", "https://zoo.example.com")
            .variable("ZOO_ACCESS_KEY_ID", "AKIAEXAMPLE");
        let found = environment_secrets(&options);
        let names: Vec<&str> = found.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["ZOO_TOKEN"]);
        assert!(found[0].is_in("the token hunter2-hunter2 is wrong"));
    }

    #[test]
    fn a_secret_of_several_lines_is_found_by_its_longest_line() {
        let secret = Secret::new("key", "-- BEGIN --\nMIIEpAIBAAKCAQEA\n-- END --").unwrap();
        assert!(secret.is_in(r"key=-- BEGIN --\nMIIEpAIBAAKCAQEA\n-- END --"));
    }

    #[test]
    fn levels_are_read_from_text_and_from_json() {
        assert_eq!(log_level("2026 [DEBUG] zoo: x").as_deref(), Some("DEBUG"));
        let json = r#"{"@level":"trace","@message":"x"}"#;
        assert_eq!(log_level(json).as_deref(), Some("TRACE"));
        assert_eq!(log_level("x"), None);
    }
}
