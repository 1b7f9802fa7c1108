//! OCI layouts, for OpenTofu.

use std::collections::BTreeMap;
use std::path::Path;

use fs_err as fs;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::checksums::sha256;
use crate::error::{Error, ErrorKind};
use crate::{Distribution, file};

const INDEX: &str = "application/vnd.oci.image.index.v1+json";
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const EMPTY: &str = "application/vnd.oci.empty.v1+json";
const PROVIDER: &str = "application/vnd.opentofu.provider";
const PROVIDER_TARGET: &str = "application/vnd.opentofu.provider-target";
const ARCHIVE: &str = "archive/zip";
/// The annotation that holds the tag of a manifest.
const TAG: &str = "org.opencontainers.image.ref.name";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Layout {
    image_layout_version: &'static str,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    media_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact_type: Option<String>,
    digest: String,
    size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    platform: Option<Platform>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    annotations: BTreeMap<String, String>,
    /// Members that other tools have written.
    #[serde(flatten)]
    others: Map<String, Value>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Platform {
    architecture: String,
    os: String,
    /// Members that other tools have written.
    #[serde(flatten)]
    others: Map<String, Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Index {
    schema_version: u32,
    /// Optional in the specification: other tools write no media type.
    #[serde(skip_serializing_if = "Option::is_none")]
    media_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact_type: Option<String>,
    manifests: Vec<Descriptor>,
    /// Members that other tools have written, such as annotations.
    #[serde(flatten)]
    others: Map<String, Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    schema_version: u32,
    media_type: &'static str,
    artifact_type: &'static str,
    config: Descriptor,
    layers: [Descriptor; 1],
}

impl Default for Index {
    fn default() -> Self {
        Self {
            schema_version: 2,
            media_type: Some(INDEX.to_owned()),
            artifact_type: None,
            manifests: Vec::new(),
            others: Map::new(),
        }
    }
}

/// Adds a distribution to an OCI layout, under its version as the tag, in the form that OpenTofu installs from.
///
/// A tool such as `oras cp --from-oci-layout` copies it into a registry of containers.
///
/// # Errors
///
/// Fails if a file cannot be read or written.
pub fn oci(layout: &Path, distribution: &Distribution) -> Result<(), Error> {
    let version = Layout {
        image_layout_version: "1.0.0",
    };
    check_layout(&layout.join("oci-layout"), &version)?;
    let mut manifests = Vec::new();
    for archive in distribution.archives() {
        let contents = fs::read(distribution.folder().join(&archive.file))?;
        let manifest = Manifest {
            schema_version: 2,
            media_type: MANIFEST,
            artifact_type: PROVIDER_TARGET,
            config: write_blob(layout, EMPTY, b"{}")?,
            layers: [write_blob(layout, ARCHIVE, &contents)?],
        };
        let mut descriptor = write_blob(layout, MANIFEST, &file::json(&manifest)?)?;
        descriptor.artifact_type = Some(PROVIDER_TARGET.to_owned());
        descriptor.platform = Some(Platform {
            architecture: archive.platform.arch.to_owned(),
            os: archive.platform.os.to_owned(),
            others: Map::new(),
        });
        manifests.push(descriptor);
    }
    let version = Index {
        artifact_type: Some(PROVIDER.to_owned()),
        manifests,
        ..Index::default()
    };
    let mut descriptor = write_blob(layout, INDEX, &file::json(&version)?)?;
    descriptor.artifact_type = Some(PROVIDER.to_owned());
    // A tag must not contain `+`, which versions with build metadata do.
    let tag = distribution.version().to_string().replace('+', "_");
    descriptor.annotations.insert(TAG.to_owned(), tag.clone());

    let path = layout.join("index.json");
    let mut index: Index = file::read_json(&path)?;
    match index
        .manifests
        .iter()
        .find(|other| other.annotations.get(TAG) == Some(&tag))
    {
        Some(other) if other.digest == descriptor.digest => return Ok(()),
        Some(_) => return Err(ErrorKind::Released(path).into()),
        None => index.manifests.push(descriptor),
    }
    file::replace(&path, &file::json(&index)?)
}

/// Writes the file that marks an OCI layout. An existing one, which another tool may have formatted differently, must have the same version.
fn check_layout(path: &Path, version: &Layout) -> Result<(), Error> {
    if !path.exists() {
        return file::write_once(path, &file::json(version)?);
    }
    let found: Value = file::read_json(path)?;
    match &found["imageLayoutVersion"] {
        Value::String(found) if found == version.image_layout_version => Ok(()),
        found => Err(ErrorKind::Content(
            path.to_owned(),
            format!(
                "expected the layout version {:?}, found {found}",
                version.image_layout_version
            ),
        )
        .into()),
    }
}

/// Stores contents under their digest.
fn write_blob(layout: &Path, media_type: &str, contents: &[u8]) -> Result<Descriptor, Error> {
    let hash = sha256(contents);
    file::write_once(&layout.join("blobs").join("sha256").join(&hash), contents)?;
    Ok(Descriptor {
        media_type: media_type.to_owned(),
        artifact_type: None,
        digest: format!("sha256:{hash}"),
        size: contents.len() as u64,
        platform: None,
        annotations: BTreeMap::new(),
        others: Map::new(),
    })
}
