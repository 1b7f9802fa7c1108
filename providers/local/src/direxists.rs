//! The `direxists` function.

use std::io::ErrorKind;
use std::path::{Component, PathBuf};

use terrane::prelude::*;
use tokio::fs;

use crate::file::told;

/// Determines whether a directory exists at a path.
#[function]
pub(crate) async fn direxists(
    /// Path to check; a relative one starts in the provider's working directory.
    path: String,
) -> Result<bool> {
    let absolute = absolute(&path)?;
    match fs::metadata(&absolute).await {
        Ok(found) if found.is_dir() => Ok(true),
        Ok(_) => Err(Error::argument(
            0,
            format!("Invalid file mode detected: {path:?} was found, but is not a directory"),
        )),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => {
            let cause = told("stat", &absolute.display().to_string(), &error);
            Err(Error::argument(
                0,
                format!("Error checking for directory: {cause}"),
            ))
        }
    }
}

/// The path from the root, without `.` and `..`: names are taken away, links are not followed.
fn absolute(path: &str) -> Result<PathBuf> {
    let mut absolute = PathBuf::new();
    for component in std::env::current_dir()?.join(path).components() {
        match component {
            Component::ParentDir => {
                absolute.pop();
            }
            Component::CurDir => {}
            other => absolute.push(other),
        }
    }
    Ok(absolute)
}
