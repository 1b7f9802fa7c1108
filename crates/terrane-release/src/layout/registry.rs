//! A registry of static files.

use std::path::Path;

use fs_err as fs;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind};
use crate::{Address, Distribution, PublicKey, file};

/// `versions`: all versions of a provider.
#[derive(Default, Serialize, Deserialize)]
struct Versions {
    versions: Vec<Version>,
}

#[derive(Serialize, Deserialize)]
struct Version {
    version: String,
    protocols: Vec<String>,
    platforms: Vec<Platform>,
}

#[derive(Serialize, Deserialize)]
struct Platform {
    os: String,
    arch: String,
}

/// `VERSION/download/OS/ARCH`: where one archive is, and what verifies it.
#[derive(Serialize)]
struct Download<'a> {
    protocols: &'a [String],
    os: &'a str,
    arch: &'a str,
    filename: &'a str,
    download_url: String,
    shasums_url: String,
    shasums_signature_url: String,
    shasum: &'a str,
    signing_keys: SigningKeys<'a>,
}

#[derive(Serialize)]
struct SigningKeys<'a> {
    gpg_public_keys: [GpgPublicKey<'a>; 1],
}

#[derive(Serialize)]
struct GpgPublicKey<'a> {
    key_id: String,
    ascii_armor: &'a str,
    trust_signature: &'a str,
    source: &'a str,
    source_url: &'a str,
}

/// The registry of providers, as the discovery document names it.
const SERVICE: &str = "providers.v1";

/// Where the documents of providers are, below the root of the web server.
const PROVIDERS: &str = "/v1/providers/";

/// Adds a signed distribution to a registry: files that any web server or bucket can serve at the root of the address's host.
///
/// The server must send `.well-known/terraform.json` as `application/json`, over TLS. Other services that this file names, such as a registry of modules,
/// stay. The other documents have no ending, because hosts ask for them by these names.
///
/// # Errors
///
/// Fails if the distribution is not signed by the key, if the host has its registry of providers at another path, or if a file cannot be read or written,
/// or exists with other contents.
pub fn registry(
    root: &Path,
    address: &Address,
    distribution: &Distribution,
    key: &PublicKey,
) -> Result<(), Error> {
    let (sums, signature) = (distribution.checksums_path(), distribution.signature_path());
    key.verify(&fs::read(&sums)?, &fs::read(&signature)?)?;
    announce_registry(&root.join(".well-known").join("terraform.json"))?;

    let provider = root
        .join("v1")
        .join("providers")
        .join(&address.namespace)
        .join(&address.type_name);
    let version = distribution.version().to_string();
    let folder = provider.join(&version);
    let protocols = &distribution.manifest().metadata.protocol_versions;
    let archives = distribution.archives();
    let mut names: Vec<String> = archives
        .iter()
        .map(|archive| archive.file.clone())
        .collect();
    for path in [&sums, &signature] {
        names.push(file_name(path));
    }
    for name in &names {
        let contents = fs::read(distribution.folder().join(name))?;
        file::write_once(&folder.join(name), &contents)?;
    }
    // Addresses are relative to the document, so the files can move to another server.
    let relative = |name: &str| format!("../../{name}");
    for archive in &archives {
        let document = Download {
            protocols,
            os: archive.platform.os,
            arch: archive.platform.arch,
            filename: &archive.file,
            download_url: relative(&archive.file),
            shasums_url: relative(&file_name(&sums)),
            shasums_signature_url: relative(&file_name(&signature)),
            shasum: &archive.sha256,
            signing_keys: SigningKeys {
                gpg_public_keys: [GpgPublicKey {
                    key_id: key.key_id(),
                    ascii_armor: key.armor(),
                    trust_signature: "",
                    source: "",
                    source_url: "",
                }],
            },
        };
        let path = folder
            .join("download")
            .join(archive.platform.os)
            .join(archive.platform.arch);
        file::write_once(&path, &file::json(&document)?)?;
    }

    // The version appears last, when all of its files exist.
    let path = provider.join("versions");
    let mut versions: Versions = file::read_json(&path)?;
    versions.versions.retain(|other| other.version != version);
    versions.versions.push(Version {
        version,
        protocols: protocols.clone(),
        platforms: archives
            .iter()
            .map(|archive| Platform {
                os: archive.platform.os.to_owned(),
                arch: archive.platform.arch.to_owned(),
            })
            .collect(),
    });
    file::replace(&path, &file::json(&versions)?)
}

/// Adds the registry to the document by which hosts find the services of a web server.
fn announce_registry(path: &Path) -> Result<(), Error> {
    let mut services: Map<String, Value> = file::read_json(path)?;
    match services.get(SERVICE) {
        None => {
            services.insert(SERVICE.to_owned(), PROVIDERS.into());
            file::replace(path, &file::json(&services)?)
        }
        Some(found) if found == PROVIDERS => Ok(()),
        Some(found) => Err(ErrorKind::Content(
            path.to_owned(),
            format!("expected the service `{SERVICE}` at {PROVIDERS:?}, found {found}"),
        )
        .into()),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
