//! The machine-readable output of a host.

use serde_json::Value;

/// Reads the lines that are JSON objects.
pub(super) fn read(stdout: &str) -> impl Iterator<Item = Value> {
    stdout
        .lines()
        .filter(|line| line.starts_with('{'))
        .filter_map(|line| serde_json::from_str(line).ok())
}
