//! Import ids: values with commas between them.

use terrane::{Error, Result};

/// Splits an id into its values. `None` for another number of values.
pub(crate) fn values<const N: usize>(id: &str) -> Option<[&str; N]> {
    id.split(',').collect::<Vec<_>>().try_into().ok()
}

/// Returns an error that describes the format of the id.
pub(crate) fn unexpected(id: &str, expected: &str) -> Error {
    let detail = format!("Unexpected format of ID ({id:?}), expected {expected}");
    Error::new("Unexpected Format of ID", detail)
}

/// Parses whole numbers, some of which may be empty.
pub(crate) fn numbers<const N: usize>(texts: [&str; N], summary: &str) -> Result<[Option<i64>; N]> {
    let mut numbers = [None; N];
    for (number, text) in numbers.iter_mut().zip(texts) {
        if !text.is_empty() {
            let parsed = text.parse().map_err(|error| {
                let detail = format!("Expected a whole number, found {text:?}: {error}.");
                Error::new(summary, detail)
            })?;
            *number = Some(parsed);
        }
    }
    Ok(numbers)
}
