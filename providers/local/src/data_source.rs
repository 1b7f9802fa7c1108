//! The `local_file` and `local_sensitive_file` data sources.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane::prelude::*;

use crate::hashes::{Hashes, HashesComputed, sha1};
use crate::os::{because, read, text};
use crate::provider::Local;

/// A file on this machine.
#[derive(Model)]
pub(crate) struct File {
    #[tf(flatten, computed)]
    found: Found,
    /// The content as text. Each byte that is not UTF-8 is replaced by U+FFFD.
    content: Computed<String>,
    /// The content in base64.
    content_base64: Computed<String>,
}

impl DataSource for File {
    type Provider = Local;

    async fn read(config: Self, _: &Local, _: &mut ReadDataContext) -> Result<Self> {
        let bytes = bytes(&config.found.filename).await?;
        Ok(config.with_computed(FileComputed {
            found: FoundComputed::of(&bytes),
            content: text(&bytes),
            content_base64: STANDARD.encode(&bytes),
        }))
    }
}

/// A file on this machine with secret content.
#[derive(Model)]
pub(crate) struct SensitiveFile {
    #[tf(flatten, computed)]
    found: Found,
    /// The content as text. Each byte that is not UTF-8 is replaced by U+FFFD.
    content: Computed<Sensitive<String>>,
    /// The content in base64.
    content_base64: Computed<Sensitive<String>>,
}

impl DataSource for SensitiveFile {
    type Provider = Local;

    async fn read(config: Self, _: &Local, _: &mut ReadDataContext) -> Result<Self> {
        let bytes = bytes(&config.found.filename).await?;
        Ok(config.with_computed(SensitiveFileComputed {
            found: FoundComputed::of(&bytes),
            content: text(&bytes).into(),
            content_base64: STANDARD.encode(&bytes).into(),
        }))
    }
}

/// The attributes of a file that are not secret.
#[derive(Model)]
struct Found {
    /// Path of the file to read.
    filename: String,
    /// SHA-1 of the content, in hexadecimal.
    id: Computed<String>,
    #[tf(flatten, computed)]
    hashes: Hashes,
}

impl FoundComputed {
    fn of(bytes: &[u8]) -> Self {
        let (id, hashes) = (sha1(bytes), HashesComputed::of(bytes));
        Self { id, hashes }
    }
}

async fn bytes(filename: &str) -> Result<Vec<u8>> {
    read(filename).await.map_err(|cause| {
        let detail = because("The file at given path cannot be read.", cause);
        Error::new("Read local file data source error", detail)
    })
}
