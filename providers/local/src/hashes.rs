//! What the provider tells of a file's bytes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

/// The hashes of some bytes, in the forms of the attributes.
pub(crate) struct Hashes {
    pub(crate) md5: String,
    pub(crate) sha1: String,
    pub(crate) sha256: String,
    pub(crate) base64sha256: String,
    pub(crate) sha512: String,
    pub(crate) base64sha512: String,
}

impl Hashes {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let (sha256, sha512) = (Sha256::digest(bytes), Sha512::digest(bytes));
        Self {
            md5: hex(&Md5::digest(bytes)),
            sha1: sha1(bytes),
            sha256: hex(&sha256),
            base64sha256: STANDARD.encode(sha256),
            sha512: hex(&sha512),
            base64sha512: STANDARD.encode(sha512),
        }
    }
}

/// The SHA-1 of some bytes, by which a file is known.
pub(crate) fn sha1(bytes: &[u8]) -> String {
    hex(&Sha1::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// Fills the computed attributes of a model from a file's bytes: all models name them alike.
macro_rules! hashed {
    ($computed:ident, $bytes:expr $(, $($rest:tt)*)?) => {{
        let hashes = $crate::hashes::Hashes::of($bytes);
        $computed {
            id: hashes.sha1.clone(),
            content_md5: hashes.md5,
            content_sha1: hashes.sha1,
            content_sha256: hashes.sha256,
            content_base64sha256: hashes.base64sha256,
            content_sha512: hashes.sha512,
            content_base64sha512: hashes.base64sha512,
            $($($rest)*)?
        }
    }};
}
pub(crate) use hashed;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hashes_of_hello() {
        let hashes = Hashes::of(b"hello");
        assert_eq!(hashes.sha1, "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d");
        assert_eq!(hashes.md5, "5d41402abc4b2a76b9719d911017c592");
        assert_eq!(
            hashes.sha256,
            "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        );
        assert_eq!(
            hashes.base64sha256,
            "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="
        );
    }
}
