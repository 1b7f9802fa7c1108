//! Protocol 6, as Terraform's 6.11 has it, and with it most of protocol 5, whose messages are a part of these.

mod diagnostic;
mod dynamic;
mod function;
#[allow(
    clippy::all,
    dead_code,
    unnameable_types,
    unreachable_pub,
    reason = "written by `cargo xtask codegen`"
)]
#[rustfmt::skip]
mod generated;
mod messages;
mod path;
mod schema;
mod state_store;

use bytes::Bytes;

use self::schema::FIELDS;
use crate::Version;
use crate::schema::Schemas;
use crate::wire::write::Writer;

/// The protobuf messages, each RPC's under the neutral name of its method.
pub(crate) mod pb {
    pub(crate) use super::generated::validate_state_store as validate_state_store_config;
    pub(crate) use super::generated::*;
}

/// The encoded descriptors of this protocol version, for reflection.
pub(crate) const DESCRIPTORS: &[u8] = include_bytes!("descriptors.bin");

/// Encodes the schemas once.
pub(crate) fn encode_schemas(schemas: &Schemas) -> Bytes {
    schemas.encoded(Version::V6, |bytes| {
        schemas.each(&mut |part| FIELDS.write_part(&mut Writer::new(bytes), part));
    })
}
