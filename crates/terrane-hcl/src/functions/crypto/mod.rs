//! Hashes, identifiers and decryption.

mod hash;
mod password;
mod rsa;
mod uuid;

use super::signature::Function;

pub(super) use self::hash::Hash;

pub(super) static FUNCTIONS: &[&[Function]] = &[
    hash::FUNCTIONS,
    password::FUNCTIONS,
    rsa::FUNCTIONS,
    uuid::FUNCTIONS,
];
