//! Files: the sources of their contents, and how they are written, compared and removed.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use terrane::Sensitive;
use tokio::fs;
use tokio::io::AsyncWriteExt as _;

use crate::hashes::sha1;
use crate::mode::bits;
use crate::os::{because, describe, directory, read};
use crate::system::{remove_file, set_directory_mode, set_mode};

/// Padded base64 that ignores trailing bits.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

/// The source of a file's contents.
pub(crate) enum Source<'a> {
    Text(Sensitive<String>),
    Base64(Sensitive<String>),
    File(&'a str),
}

impl<'a> Source<'a> {
    /// Returns the source that is set. Without a source, the contents are an empty text.
    pub(crate) fn of(
        text: Option<impl Into<Sensitive<String>>>,
        base64: Option<impl Into<Sensitive<String>>>,
        file: Option<&'a str>,
    ) -> Self {
        match (base64, file, text) {
            (Some(base64), ..) => Self::Base64(base64.into()),
            (_, Some(path), _) => Self::File(path),
            (.., text) => Self::Text(text.map_or_else(Sensitive::default, Into::into)),
        }
    }

    async fn bytes(self) -> Result<Vec<u8>, String> {
        match self {
            Self::Text(text) => Ok(text.into_exposed().into_bytes()),
            Self::Base64(text) => BASE64
                .decode(text.expose().replace(['\r', '\n'], ""))
                .map_err(|error| error.to_string()),
            Self::File(path) => read(path).await,
        }
    }
}

/// A file to be written.
pub(crate) struct Target<'a> {
    pub(crate) filename: &'a str,
    pub(crate) file_permission: &'a str,
    pub(crate) directory_permission: &'a str,
}

impl Target<'_> {
    /// Writes the file, creates missing directories, and returns the bytes of the file.
    pub(crate) async fn write(&self, source: Source<'_>) -> Result<Vec<u8>, String> {
        let bytes = source
            .bytes()
            .await
            .map_err(|cause| because("Parsing the content failed.", cause))?;
        let made = self.make_directory().await;
        made.map_err(|cause| because("Creating the directory of the file failed.", cause))?;
        let filled = self.fill(&bytes).await;
        filled.map_err(|cause| because("Writing the file failed.", cause))?;
        Ok(bytes)
    }

    /// Creates the directory and its parents. Existing directories keep their permissions.
    async fn make_directory(&self) -> Result<(), String> {
        let directory = directory(self.filename);
        if fs::metadata(&directory).await.is_ok() {
            return Ok(());
        }
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        set_directory_mode(&mut builder, bits(self.directory_permission)?);
        let made = builder.create(&directory).await;
        made.map_err(|error| describe("mkdir", &directory, &error))
    }

    /// Writes the bytes to the file. An existing file is overwritten in place and keeps its permissions.
    async fn fill(&self, bytes: &[u8]) -> Result<(), String> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        set_mode(&mut options, bits(self.file_permission)?);
        let mut file = options
            .open(self.filename)
            .await
            .map_err(|error| describe("open", self.filename, &error))?;
        let written = async {
            file.write_all(bytes).await?;
            file.flush().await
        };
        written
            .await
            .map_err(|error| describe("write", self.filename, &error))
    }
}

/// Whether the file exists and its contents have the hash in the state.
pub(crate) async fn is_unchanged(filename: &str, id: &str) -> Result<bool, String> {
    if let Ok(false) = fs::try_exists(filename).await {
        return Ok(false);
    }
    let bytes = read(filename)
        .await
        .map_err(|cause| because("The file cannot be read.", cause))?;
    Ok(sha1(&bytes) == id)
}

/// Removes the file, or an empty directory at its path. A failure is ignored.
pub(crate) async fn remove(filename: &str) {
    if remove_file(filename).await.is_err() {
        drop(fs::remove_dir(filename).await);
    }
}
