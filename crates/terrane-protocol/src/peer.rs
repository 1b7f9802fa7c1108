//! What `terrane-composition` builds clients and proxies from, and `terrane-schema` proposals. It names types of gRPC, so it is no part of the
//! interface.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

pub use crate::rules::dynamic::elements;
pub use crate::rules::instance::{Instance, same};
pub use crate::rules::shape::{Flags, Kind, Member, Members};
pub use crate::wire::Malformed;
pub use crate::wire::codec::{Codec, Outgoing};
pub use crate::wire::message::Messages;
pub use crate::wire::server::Server;

pub use terrane_plugin::peer::with_causes;
use terrane_plugin::{Process, Services};

use crate::rules::Rules;
use crate::schema::{IdentitySchema, Schemas};
use crate::serve::service_of;
use crate::wire::message::{Message as _, Reader};
use crate::wire::server::Service;
use crate::{Provider, Request, Response, Rpc, RpcCode, RpcError, Version, v6};

/// Returns the attributes and blocks of the objects that rules are about.
pub fn members(rules: &Rules) -> &Members {
    rules.members()
}

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

/// Makes the messages of a request in a protocol version. Fields that the version does not have are left out.
pub fn write(mut request: Request, version: Version) -> Result<Messages<Outgoing>, RpcError> {
    request.narrow(version);
    request.write(version)
}

/// Reads the messages of a response in a protocol version.
pub fn read(rpc: Rpc, messages: Messages, version: Version) -> Result<Response, RpcError> {
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
    Response::read(rpc, messages, reader)
}

/// Returns the name of the service of providers in a protocol version.
pub fn service_name(version: Version) -> &'static str {
    Service::Provider.name(version)
}

/// Makes the service of a provider that never blocks its thread, in one protocol version.
pub fn service(provider: Arc<dyn Provider>, process: &Process, version: Version) -> Services {
    service_of(
        provider,
        Service::Provider,
        version,
        Some(process.author_runtime()),
    )
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
pub fn encode_identity_schemas(schemas: BTreeMap<String, IdentitySchema>) -> Vec<u8> {
    v6::encode_identity_schemas(schemas)
}

/// Reads the answer to GetResourceIdentitySchemas.
pub fn read_identity_schemas(
    message: Bytes,
) -> Result<BTreeMap<String, IdentitySchema>, Malformed> {
    v6::read_identity_schemas(message)
}
