//! The folders of a provider's documentation, and reading them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fs_err as fs;

use super::error::Error;

/// Where a provider has its documentation.
#[derive(Debug)]
pub(crate) struct Folders {
    /// The folder of the provider, which files in templates are relative to.
    pub(crate) provider: PathBuf,
    /// The pages.
    pub(crate) docs: PathBuf,
    pub(crate) examples: PathBuf,
    pub(crate) templates: PathBuf,
}

/// Returns all files below a folder, by their path relative to it with `/`. A folder that does not exist is empty.
pub(crate) fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let mut found = BTreeMap::new();
    if folder.is_dir() {
        collect_files(folder, "", &mut found)?;
    }
    Ok(found)
}

fn collect_files(
    folder: &Path,
    prefix: &str,
    found: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), Error> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let relative_name = format!("{prefix}{name}");
        if path.is_dir() {
            collect_files(&path, &format!("{relative_name}/"), found)?
        } else {
            found.insert(relative_name, fs::read(&path)?);
        }
    }
    Ok(())
}
