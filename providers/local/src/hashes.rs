//! What the provider tells of a file's bytes.

use sha1::{Digest, Sha1};

/// The SHA-1 of some bytes, by which a file is known.
pub(crate) fn sha1(bytes: &[u8]) -> String {
    hex(&Sha1::digest(bytes))
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Fills the computed attributes of a model from a file's bytes: all models name them alike.
macro_rules! hashed {
    ($computed:ident, $bytes:expr $(, $($rest:tt)*)?) => {{
        use ::base64::{Engine as _, engine::general_purpose::STANDARD};
        use ::sha2::Digest as _;
        use $crate::hashes::{hex, sha1};

        let bytes: &[u8] = $bytes;
        let (sha256, sha512) = (::sha2::Sha256::digest(bytes), ::sha2::Sha512::digest(bytes));
        $computed {
            id: sha1(bytes),
            content_md5: hex(&::md5::Md5::digest(bytes)),
            content_sha1: sha1(bytes),
            content_sha256: hex(&sha256),
            content_base64sha256: STANDARD.encode(sha256),
            content_sha512: hex(&sha512),
            content_base64sha512: STANDARD.encode(sha512),
            $($($rest)*)?
        }
    }};
}
pub(crate) use hashed;
