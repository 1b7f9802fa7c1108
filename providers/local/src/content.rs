//! Files: where their bytes come from, and how they are written, read and removed.

use std::io;
use std::path::Path as FilePath;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use terrane::prelude::*;
use tokio::fs;
use tokio::io::AsyncWriteExt as _;

use crate::hashes::sha1;
use crate::mode::bits;

/// Padded standard base64 that forgives bits after the end, as Go's does.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

/// What should stand in a file.
pub(crate) enum Source<'a> {
    Text(&'a str),
    Base64(&'a str),
    File(&'a str),
}

impl Source<'_> {
    async fn bytes(&self) -> Result<Vec<u8>, String> {
        match self {
            Source::Text(text) => Ok(text.as_bytes().to_vec()),
            Source::Base64(text) => {
                let text: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
                BASE64.decode(text).map_err(|error| error.to_string())
            }
            Source::File(path) => fs::read(path)
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
    pub(crate) async fn write(&self, source: &Source<'_>, summary: &str) -> Result<Vec<u8>> {
        let failed = |what: &str, cause: &str| {
            Error::new(summary, format!("{what}\n\nOriginal Error: {cause}"))
        };
        let bytes = source
            .bytes()
            .await
            .map_err(|cause| failed("The content cannot be read.", &cause))?;
        let (file_mode, directory_mode) = (
            permission(self.file_permission)?,
            permission(self.directory_permission)?,
        );
        let parent = FilePath::new(self.filename)
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        if let Some(parent) = parent {
            if fs::metadata(parent).await.is_err() {
                fs::DirBuilder::new()
                    .recursive(true)
                    .mode(directory_mode)
                    .create(parent)
                    .await
                    .map_err(|error| {
                        failed(
                            "The directory cannot be created.",
                            &told("mkdir", &parent.display().to_string(), &error),
                        )
                    })?;
            }
        }
        let written = async {
            let mut options = fs::OpenOptions::new();
            let mut file = options
                .write(true)
                .create(true)
                .truncate(true)
                .mode(file_mode)
                .open(self.filename)
                .await?;
            file.write_all(&bytes).await?;
            file.flush().await
        };
        written.await.map_err(|error| {
            failed(
                "The file cannot be written.",
                &told("open", self.filename, &error),
            )
        })?;
        Ok(bytes)
    }
}

/// Whether the file still has the bytes by which it is known; `None` means that it is gone or has changed.
pub(crate) async fn unchanged(filename: &str, id: &str, summary: &str) -> Result<Option<()>> {
    let failed = |error: &io::Error| {
        Error::new(
            summary,
            format!(
                "The file cannot be read.\n\nOriginal Error: {}",
                told("open", filename, error)
            ),
        )
    };
    match fs::metadata(filename).await {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        _ => {}
    }
    let bytes = fs::read(filename).await.map_err(|error| failed(&error))?;
    Ok((sha1(&bytes) == id).then_some(()))
}

/// Removes the file, or the empty directory that stands there by now. One that cannot be removed stays: that is no error.
pub(crate) async fn remove(filename: &str) {
    if fs::remove_file(filename).await.is_err() {
        let _ = fs::remove_dir(filename).await;
    }
}

/// Says which system call failed on which file, as the operating system's own tools do.
pub(crate) fn told(call: &str, path: &str, error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase()).into_iter();
    format!("{call} {path}: {}", first.chain(chars).collect::<String>())
}

fn permission(text: &str) -> Result<u32> {
    bits(text)
        .map_err(|violation| Error::new("Invalid File Permission String Value", violation.detail()))
}

/// Where the content may come from, and whether each is set: exactly one must be (an empty string counts).
pub(crate) fn exactly_one<T>(cx: &mut Validate<T>, sources: &[(&str, terrane::Path, State)]) {
    if sources.iter().any(|(_, _, state)| *state == State::Unknown) {
        return;
    }
    let set = sources
        .iter()
        .filter(|(_, _, state)| *state == State::Set)
        .count();
    if set == 1 {
        return;
    }
    let specified = if set == 0 {
        "No attribute".to_owned()
    } else {
        format!("{set} attributes")
    };
    for (name, path, _) in sources {
        let others: Vec<&str> = sources
            .iter()
            .map(|(other, ..)| *other)
            .filter(|other| other != name)
            .collect();
        let others = others.join(",");
        cx.error_with(
            path.clone(),
            "Invalid Attribute Combination",
            format!("{specified} specified when one (and only one) of [{others}] is required"),
        );
    }
}

/// Whether an attribute is set in a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Set,
    Unset,
    Unknown,
}

impl State {
    pub(crate) fn of<T>(value: &Value<T>) -> Self {
        match value {
            Value::Null => State::Unset,
            Value::Unknown(_) => State::Unknown,
            Value::Known(_) => State::Set,
        }
    }
}
