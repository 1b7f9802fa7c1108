//! Reads and writes values as MessagePack, guided by a type.
//!
//! This is the main encoding of the protocol's dynamic values. Hosts and this module produce the same bytes. Integers take as few bytes as possible.
//! Fractions are floats if a float is exact. Large integers and other fractions are text. An unknown value is extension 0, or extension 12 if it has
//! a refinement. A value of type [`Type::Dynamic`](crate::Type::Dynamic) is encoded together with its own type.

mod decode;
mod encode;
mod read;
mod refine;
#[cfg(test)]
mod tests;
mod write;

pub use decode::{decode, decode_with};
pub use encode::{encode, encode_finite};
pub use write::Size;

/// The extension for an unknown value with a refinement.
const REFINED: i8 = 12;

/// The largest size of an encoded refinement, in bytes.
const MAX_REFINEMENT: usize = 1024;

/// The largest size of a string prefix that is sent, in bytes.
const MAX_PREFIX: usize = 256;

/// Keys of the map that encodes the refinement of an unknown value.
mod key {
    pub(super) const NULLNESS: i64 = 1;
    pub(super) const STRING_PREFIX: i64 = 2;
    pub(super) const NUMBER_LOWER: i64 = 3;
    pub(super) const NUMBER_UPPER: i64 = 4;
    pub(super) const LENGTH_LOWER: i64 = 5;
    pub(super) const LENGTH_UPPER: i64 = 6;
}
