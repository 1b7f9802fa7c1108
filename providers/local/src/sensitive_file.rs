//! The `local_sensitive_file` resource.

use terrane::prelude::*;

use crate::content::{Source, State, Target, exactly_one, remove, unchanged};
use crate::hashes::hashed;
use crate::mode::mode;
use crate::provider::Local;

/// A file on this machine, whose content is a secret.
#[derive(Schema)]
pub(crate) struct SensitiveFile {
    /// The content, as text in UTF-8.
    #[tf(replace)]
    content: Option<Sensitive<String>>,
    /// The content in base64: for bytes that are not text.
    #[tf(replace)]
    content_base64: Option<Sensitive<String>>,
    /// Path of the file to copy.
    #[tf(replace)]
    source: Option<String>,
    /// Path of the file to create. Directories that are missing are created too.
    #[tf(replace, identity)]
    filename: String,
    /// Permissions of the file, in octal, before the umask.
    #[tf(replace, default = "0700", validate(mode))]
    file_permission: String,
    /// Permissions of directories that are created, in octal, before the umask.
    #[tf(replace, default = "0700", validate(mode))]
    directory_permission: String,
    /// SHA-1 of the content, in hexadecimal.
    #[tf(identity)]
    id: Computed<String>,
    /// MD5 of the content, in hexadecimal.
    content_md5: Computed<String>,
    /// SHA-1 of the content, in hexadecimal.
    content_sha1: Computed<String>,
    /// SHA-256 of the content, in hexadecimal.
    content_sha256: Computed<String>,
    /// SHA-256 of the content, in base64.
    content_base64sha256: Computed<String>,
    /// SHA-512 of the content, in hexadecimal.
    content_sha512: Computed<String>,
    /// SHA-512 of the content, in base64.
    content_base64sha512: Computed<String>,
}

impl SensitiveFile {
    fn source(&self) -> Source<'_> {
        if let Some(base64) = &self.content_base64 {
            return Source::Base64(base64.expose());
        }
        match (&self.source, &self.content) {
            (Some(path), _) => Source::File(path),
            (None, content) => {
                Source::Text(content.as_ref().map_or("", |content| content.expose()))
            }
        }
    }
}

impl Resource for SensitiveFile {
    type Provider = Local;

    fn validate(config: &Draft<Self>, cx: &mut Validate<Self>) -> Result<()> {
        let sources = [
            ("content", path!(Self, content), State::of(&config.content)),
            (
                "content_base64",
                path!(Self, content_base64),
                State::of(&config.content_base64),
            ),
            ("source", path!(Self, source), State::of(&config.source)),
        ];
        exactly_one(cx, &sources);
        Ok(())
    }

    async fn create(plan: Self, _: &Local, _: &mut Create<Self>) -> Result<Self> {
        let target = Target {
            filename: &plan.filename,
            file_permission: &plan.file_permission,
            directory_permission: &plan.directory_permission,
        };
        let bytes = target
            .write(&plan.source(), "Create local sensitive file error")
            .await?;
        Ok(plan.with_computed(hashed!(SensitiveFileComputed, &bytes)))
    }

    async fn read(
        key: Key<Self>,
        prior: Option<Self>,
        _: &Local,
        cx: &mut Read<Self>,
    ) -> Result<Option<Self>> {
        match unchanged(&key.filename, &key.id, "Read local sensitive file error").await? {
            Some(()) => {
                cx.keep_state();
                Ok(prior)
            }
            None => Ok(None),
        }
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Local, _: &mut Update<Self>) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(
        key: Key<Self>,
        _: Option<Self>,
        _: &Local,
        _: &mut Delete<Self>,
    ) -> Result<()> {
        remove(&key.filename).await;
        Ok(())
    }
}
