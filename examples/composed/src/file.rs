//! Files that may be missing.

use std::io::ErrorKind::NotFound;
use std::path::Path;

use fs_err::tokio as fs;
use terrane::prelude::*;

/// Reads a file. `None` if it does not exist.
pub(crate) async fn read_if_exists(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path).await {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Removes a file. A missing file is no error.
pub(crate) async fn remove_if_exists(path: &Path) -> Result<()> {
    match fs::remove_file(path).await {
        Err(error) if error.kind() != NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
