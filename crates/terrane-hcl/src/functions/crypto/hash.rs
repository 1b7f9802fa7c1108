//! Hashes of strings and files.

use base16ct::lower::encode_string as hexadecimal;
use sha2::Digest as _;

use crate::functions::encoding::encode_base64;
use crate::functions::signature::{ArgumentType, Function, Returns, string};

/// A hash with the form in which it is written.
#[derive(Clone, Copy)]
pub(in crate::functions) enum Hash {
    Md5,
    Sha1,
    Sha256,
    Sha512,
    Base64Sha256,
    Base64Sha512,
}

macro_rules! hash {
    ($name:literal, $what:literal, $hash:ident) => {
        Function::new(
            $name,
            concat!("Returns the ", $what, " of a string."),
            &[string("str")],
            Returns::ArgumentType(ArgumentType::String),
            |call| Ok(Hash::$hash.text_of(call.text(0).as_bytes()).into()),
        )
    };
}

pub(super) static FUNCTIONS: &[Function] = &[
    hash!("base64sha256", "SHA-256 hash in Base64", Base64Sha256),
    hash!("base64sha512", "SHA-512 hash in Base64", Base64Sha512),
    hash!("md5", "MD5 hash in hexadecimal digits", Md5),
    hash!("sha1", "SHA-1 hash in hexadecimal digits", Sha1),
    hash!("sha256", "SHA-256 hash in hexadecimal digits", Sha256),
    hash!("sha512", "SHA-512 hash in hexadecimal digits", Sha512),
];

impl Hash {
    /// Returns the hash of bytes as text.
    pub(in crate::functions) fn text_of(self, bytes: &[u8]) -> String {
        match self {
            Self::Md5 => hexadecimal(&md5::Md5::digest(bytes)),
            Self::Sha1 => hexadecimal(&sha1::Sha1::digest(bytes)),
            Self::Sha256 => hexadecimal(&sha2::Sha256::digest(bytes)),
            Self::Sha512 => hexadecimal(&sha2::Sha512::digest(bytes)),
            Self::Base64Sha256 => encode_base64(sha2::Sha256::digest(bytes)),
            Self::Base64Sha512 => encode_base64(sha2::Sha512::digest(bytes)),
        }
    }
}
