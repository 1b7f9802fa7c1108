//! Files: where their bytes come from, and how they are written, read and removed.

use std::io::{self, ErrorKind};
use std::path::Path;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use terrane::Sensitive;
use tokio::fs;
use tokio::io::AsyncWriteExt as _;

use crate::hashes::sha1;
use crate::mode::bits;

/// Padded base64 that forgives bits after the end, as Go's does.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

/// Where a file's bytes come from.
pub(crate) enum Source<'a> {
    Text(Sensitive<String>),
    Base64(Sensitive<String>),
    File(&'a str),
}

impl<'a> Source<'a> {
    /// The source that is set; nothing at all is an empty text.
    pub(crate) fn of(
        text: Option<impl Into<Sensitive<String>>>,
        base64: Option<impl Into<Sensitive<String>>>,
        file: Option<&'a String>,
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
            Self::File(path) => fs::read(path)
                .await
                .map_err(|error| told("open", path, &error)),
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
    /// Writes the file and returns its bytes. One that is there already is overwritten in place and keeps its permissions.
    pub(crate) async fn write(&self, source: Source<'_>) -> Result<Vec<u8>, String> {
        let bytes = source
            .bytes()
            .await
            .map_err(|cause| because("The content of the file cannot be had.", &cause))?;
        let file_mode = bits(self.file_permission)?;
        let directory_mode = bits(self.directory_permission)?;
        let parent = Path::new(self.filename).parent();
        if let Some(parent) = parent.filter(|path| !path.as_os_str().is_empty())
            && fs::metadata(parent).await.is_err()
        {
            let mut builder = fs::DirBuilder::new();
            let made = builder.recursive(true).mode(directory_mode).create(parent);
            made.await.map_err(|error| {
                let cause = told("mkdir", &parent.display().to_string(), &error);
                because("The directory of the file cannot be created.", &cause)
            })?;
        }
        let mut options = fs::OpenOptions::new();
        options
            .write(true)
            .create(true)
            .truncate(true)
            .mode(file_mode);
        let written = async {
            let mut file = options.open(self.filename).await?;
            file.write_all(&bytes).await?;
            file.flush().await
        };
        written.await.map_err(|error| {
            let cause = told("open", self.filename, &error);
            because("The file cannot be written.", &cause)
        })?;
        Ok(bytes)
    }
}

/// Whether the file still has the bytes by which it is known, or is gone or changed.
pub(crate) async fn is_unchanged(filename: &str, id: &str) -> Result<bool, String> {
    match fs::read(filename).await {
        Ok(bytes) => Ok(sha1(&bytes) == id),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => {
            let cause = told("open", filename, &error);
            Err(because("The file cannot be read.", &cause))
        }
    }
}

/// Removes the file, or the empty directory that stands there by now. What cannot be removed stays: that is no error.
pub(crate) async fn remove(filename: &str) {
    if fs::remove_file(filename).await.is_err() {
        drop(fs::remove_dir(filename).await);
    }
}

/// Says what could not be done, and why.
pub(crate) fn because(what: &str, cause: &str) -> String {
    format!("{what}\n\nOriginal Error: {cause}")
}

/// Says which system call failed on which file, as the operating system's own tools do.
pub(crate) fn told(call: &str, path: &str, error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    format!("{call} {path}: {}{rest}", first.to_lowercase())
}
