//! Reads and writes values as MessagePack, guided by a type.
//!
//! This is the main encoding of the protocol's dynamic values. Hosts and this module agree on each byte: integers take
//! as few bytes as possible; other numbers are floats if that is exact, else text; an unknown value is extension 0, or
//! 12 when something is known about it; what a [`Type::Dynamic`](crate::Type::Dynamic) place holds comes with its type.

mod decode;
mod encode;
mod read;
mod refine;
#[cfg(test)]
mod tests;
mod write;

pub use decode::{decode, decode_with};
pub use encode::{encode, encode_owned};

/// Extension that marks an unknown value about which something is known.
const REFINED: i8 = 12;

/// How many bytes the knowledge about an unknown value may take.
const MAX_REFINEMENT: usize = 1024;

/// How many bytes of a string's prefix are sent.
const MAX_PREFIX: usize = 256;

/// Keys of the map that says what is known about an unknown value.
mod key {
    pub(super) const NULLNESS: i64 = 1;
    pub(super) const STRING_PREFIX: i64 = 2;
    pub(super) const NUMBER_LOWER: i64 = 3;
    pub(super) const NUMBER_UPPER: i64 = 4;
    pub(super) const LENGTH_LOWER: i64 = 5;
    pub(super) const LENGTH_UPPER: i64 = 6;
}
