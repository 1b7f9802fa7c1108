//! What `terrane-composition` builds clients and proxies from, and `terrane-schema` proposals. It names types of gRPC, so it is no part of the
//! interface.

use std::collections::BTreeMap;

use bytes::Bytes;
use prost::Message as _;

pub use crate::rules::instance::{Instance, same};
pub use crate::rules::shape::{Flags, Kind, Member, Members};
pub use crate::wire::Malformed;
pub use crate::wire::codec::{Codec, Outgoing};
pub use crate::wire::message::Messages;
pub use crate::wire::server::WireServer;

use crate::pb::v6::get_resource_identity_schemas as identities;
use crate::schema::{IdentitySchema, Schemas};
use crate::wire::message::{Message as _, Reader};
use crate::wire::{Wire as _, codec};
use crate::{
    GetResourceIdentitySchemasResponse, Request, Response, Rpc, RpcCode, RpcError, Version, v6,
};

/// Returns the path of an RPC in a protocol version.
///
/// # Errors
///
/// When the version does not have the RPC.
pub fn path(rpc: Rpc, version: Version) -> Result<&'static str, RpcError> {
    rpc.path(version).ok_or_else(|| rpc.unimplemented())
}

/// Whether the response of an RPC is a stream.
pub fn answers_with_stream(rpc: Rpc) -> bool {
    let [_, is_stream] = rpc.streams();
    is_stream
}

impl Messages<Outgoing> {
    /// Makes the messages of a request in a protocol version. Fields that the version does not have are left out.
    pub fn write(mut request: Request, version: Version) -> Result<Self, RpcError> {
        request.narrow(version);
        request.write(version)
    }
}

impl Messages {
    /// Reads the messages of a response in a protocol version.
    pub fn read(self, rpc: Rpc, version: Version) -> Result<Response, RpcError> {
        let reader = Reader {
            version,
            path: path(rpc, version)?,
            malformed: |path, error| {
                RpcError::new(
                    RpcCode::Internal,
                    format!("malformed response from {path}: {error}"),
                )
            },
        };
        Response::read(rpc, self, reader)
    }
}

/// Encodes schemas as in the answer to GetProviderSchema of protocol 6.
pub fn encode_schemas(schemas: &Schemas) -> Bytes {
    v6::encode_schemas(schemas)
}

/// Reads schemas from the answer to GetProviderSchema of protocol 6.
pub fn read_schemas(message: Bytes) -> Result<Schemas, Malformed> {
    Schemas::read(message, Version::V6)
}

/// Encodes the answer to GetResourceIdentitySchemas.
pub fn encode_identity_schemas(identity_schemas: BTreeMap<String, IdentitySchema>) -> Vec<u8> {
    let answer = GetResourceIdentitySchemasResponse {
        identity_schemas,
        ..GetResourceIdentitySchemasResponse::default()
    };
    let answer: identities::Response = answer.into_wire();
    answer.encode_to_vec()
}

/// Reads the answer to GetResourceIdentitySchemas.
pub fn read_identity_schemas(
    message: Bytes,
) -> Result<BTreeMap<String, IdentitySchema>, Malformed> {
    codec::read::<GetResourceIdentitySchemasResponse, identities::Response>(message)
        .map(|answer| answer.identity_schemas)
}
