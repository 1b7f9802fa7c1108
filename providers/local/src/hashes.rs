//! The hashes of a file's content.

use base16ct::lower::encode_string as hex;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use sha1::{Digest, Sha1};
use sha2::{Sha256, Sha512};
use terrane::prelude::*;

/// Returns the SHA-1 of the bytes, which is the id of a file.
pub(crate) fn sha1(bytes: &[u8]) -> String {
    hex(&Sha1::digest(bytes))
}

/// The hashes of the bytes of a file.
#[derive(Model)]
pub(crate) struct Hashes {
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

impl HashesComputed {
    /// Returns the hashes of the bytes.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let (sha256, sha512) = (Sha256::digest(bytes), Sha512::digest(bytes));
        Self {
            content_md5: hex(&Md5::digest(bytes)),
            content_sha1: sha1(bytes),
            content_sha256: hex(&sha256),
            content_base64sha256: STANDARD.encode(sha256),
            content_sha512: hex(&sha512),
            content_base64sha512: STANDARD.encode(sha512),
        }
    }
}
