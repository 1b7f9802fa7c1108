//! Protocol 6 in Terraform's version 6.11. Most messages of protocol 5 are a subset of these messages and use the same code.

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
