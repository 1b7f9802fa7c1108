//! Network mirrors.

use std::collections::BTreeMap;
use std::path::Path;

use fs_err as fs;
use serde::{Deserialize, Serialize};

use super::filesystem::provider_folder;
use crate::{Address, Distribution, Error, file};

/// `index.json`: the versions of a provider.
#[derive(Default, Serialize, Deserialize)]
struct Index {
    versions: BTreeMap<String, Empty>,
}

#[derive(Default, Serialize, Deserialize)]
struct Empty {}

/// `VERSION.json`: the archives of a version by platform.
#[derive(Serialize)]
struct Archives {
    archives: BTreeMap<String, Package>,
}

#[derive(Serialize)]
struct Package {
    url: String,
    hashes: Vec<String>,
}

/// Adds a distribution to a network mirror: files that any web server can serve below the mirror's address.
///
/// The server must send `.json` files as `application/json`, and hosts accept only `https`.
///
/// # Errors
///
/// Fails if a file cannot be read or written, or exists with other contents.
pub fn network(mirror: &Path, address: &Address, distribution: &Distribution) -> Result<(), Error> {
    let folder = provider_folder(mirror, address);
    let mut archives = BTreeMap::new();
    for archive in distribution.archives() {
        let contents = fs::read(distribution.folder().join(&archive.file))?;
        // A host accepts an archive with any one of the hashes. The hash of the archive covers every byte, and the hash of its contents (`h1:`) does not.
        let hashes = vec![format!("zh:{}", archive.sha256)];
        file::write_once(&folder.join(&archive.file), &contents)?;
        archives.insert(
            archive.platform.to_string(),
            Package {
                url: archive.file,
                hashes,
            },
        );
    }
    let version = distribution.version().to_string();
    let document = file::json(&Archives { archives })?;
    file::write_once(&folder.join(format!("{version}.json")), &document)?;
    // The version appears last, when all of its files exist.
    let path = folder.join("index.json");
    let mut index: Index = file::read_json(&path)?;
    index.versions.insert(version, Empty {});
    file::replace(&path, &file::json(&index)?)
}
