//! Protocol 6, as Terraform's 6.11 has it, and with it most of protocol 5, whose messages are a part of these.

mod diagnostic;
mod dynamic;
mod function;
mod messages;
mod path;
mod schema;
mod state_store;

use bytes::Bytes;

use self::schema::FIELDS;
use crate::Version;
use crate::schema::Schemas;
use crate::wire::write::Writer;

/// Encodes the schemas once.
pub(crate) fn encode_schemas(schemas: &Schemas) -> Bytes {
    schemas.encoded(Version::V6, |bytes| {
        schemas.each(&mut |part| FIELDS.write_part(&mut Writer::new(bytes), part));
    })
}
