//! The messages of protocol 5 (Terraform's version 5.10) that differ from those of protocol 6.

#[allow(
    clippy::all,
    dead_code,
    unnameable_types,
    unreachable_pub,
    reason = "written by `cargo xtask codegen`"
)]
#[rustfmt::skip]
mod generated;

pub(crate) use self::generated::*;

/// The encoded descriptors of this protocol version, for reflection.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!("descriptors.bin");
