//! The `local_file` and `local_sensitive_file` data sources.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane::prelude::*;

use crate::hashes::hashed;
use crate::os::{because, read, text};
use crate::provider::Local;

/// Declares a data source: the two differ in whether the content is a secret.
macro_rules! file {
    ($(#[$doc:meta])* $name:ident, $computed:ident, $content:ty) => {
        $(#[$doc])*
        #[derive(Schema)]
        pub(crate) struct $name {
            /// Path of the file to read.
            filename: String,
            /// The content as text; bytes that are not UTF-8 become U+FFFD, one each.
            content: Computed<$content>,
            /// The content in base64.
            content_base64: Computed<$content>,
            /// SHA-1 of the content, in hexadecimal.
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

        impl DataSource for $name {
            type Provider = Local;

            async fn read(config: Self, _: &Local, _: &mut ReadData) -> Result<Self> {
                let bytes = bytes(&config.filename).await?;
                let content = text(&bytes).into();
                let content_base64 = STANDARD.encode(&bytes).into();
                Ok(config.with_computed(hashed!($computed, &bytes, content, content_base64)))
            }
        }
    };
}

file! {
    /// A file on this machine.
    File, FileComputed, String
}

file! {
    /// A file on this machine, whose content is a secret.
    SensitiveFile, SensitiveFileComputed, Sensitive<String>
}

async fn bytes(filename: &str) -> Result<Vec<u8>> {
    read(filename).await.map_err(|cause| {
        let detail = because("The file at given path cannot be read.", cause);
        Error::new("Read local file data source error", detail)
    })
}
