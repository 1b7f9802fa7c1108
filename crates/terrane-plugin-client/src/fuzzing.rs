//! What the fuzz targets share with the host, and their entry point to a private parser. They are not part of the public API.

use crate::hclog::{Record, plain_level};
pub use crate::launch::certificate_pem;

/// Parses a line of a plugin's log and returns the name of its kind.
#[must_use]
pub fn log_line(line: &str) -> String {
    match Record::parse(line) {
        Some(record) => format!("{} {}", record.level, record.fields.len().min(9)),
        None => plain_level(line).to_string(),
    }
}
