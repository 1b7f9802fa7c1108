//! Protocol 6 in Terraform's version 6.11. Most messages of protocol 5 are a subset of these messages and use the same code.

mod diagnostic;
mod dynamic;
mod function;
mod messages;
mod path;
mod schema;
mod state_store;

use std::collections::BTreeMap;

use bytes::Bytes;
use prost::Message as _;

use self::schema::FIELDS;
use crate::pb::v6::get_resource_identity_schemas::Response;
use crate::schema::{IdentitySchema, Schemas};
use crate::wire::write::Writer;
use crate::wire::{Malformed, Wire, codec};
use crate::{GetResourceIdentitySchemasResponse, Version};

/// Encodes the schemas once.
pub(crate) fn encode_schemas(schemas: &Schemas) -> Bytes {
    schemas.encoded(Version::V6, |bytes| {
        schemas.each(&mut |part| FIELDS.write_part(&mut Writer::new(bytes), part));
    })
}

/// Encodes the answer to GetResourceIdentitySchemas.
pub(crate) fn encode_identity_schemas(
    identity_schemas: BTreeMap<String, IdentitySchema>,
) -> Vec<u8> {
    let answer = GetResourceIdentitySchemasResponse {
        identity_schemas,
        ..GetResourceIdentitySchemasResponse::default()
    };
    let answer: Response = answer.into_wire();
    answer.encode_to_vec()
}

/// Reads the answer to GetResourceIdentitySchemas.
pub(crate) fn read_identity_schemas(
    answer: Bytes,
) -> Result<BTreeMap<String, IdentitySchema>, Malformed> {
    codec::read::<GetResourceIdentitySchemasResponse, Response>(answer)
        .map(|answer| answer.identity_schemas)
}
