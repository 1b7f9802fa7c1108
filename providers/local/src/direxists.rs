//! The `direxists` function.

use std::env::current_dir;
use std::io::ErrorKind;

use terrane::prelude::*;
use tokio::fs;

use crate::os::{clean, describe};

/// Determines whether a directory exists at a path.
#[function]
pub(crate) async fn direxists(
    /// The path to check. A relative path starts in the working directory of the provider.
    path: String,
) -> Result<bool> {
    let here = current_dir()
        .map_err(|error| describe("getwd", ".", &error))
        .map_err(|cause| Error::argument(0, cause))?;
    let absolute = clean(here.join(&path));
    let problem = match fs::metadata(&absolute).await {
        Ok(found) if found.is_dir() => return Ok(true),
        Ok(_) => format!("Invalid file mode detected: {path:?} was found, but is not a directory"),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => format!(
            "Error checking for directory: {}",
            describe("stat", &absolute, &error)
        ),
    };
    Err(Error::argument(0, problem))
}
