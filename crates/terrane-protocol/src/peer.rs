//! What `terrane-composition` builds clients and proxies from, and `terrane-schema` proposals. It names types of gRPC, so it is no part of the
//! interface.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

pub use crate::error::with_causes;
pub use crate::rules::dynamic::elements;
pub use crate::rules::instance::{Instance, same};
pub use crate::rules::shape::{Flags, Kind, Member, Members};
pub use crate::wire::Malformed;
pub use crate::wire::client::Channel;
pub use crate::wire::relay::Relay;

use terrane_plugin::{Process, Services};

use crate::rules::Rules;
use crate::schema::{IdentitySchema, Schemas};
use crate::serve::service_of;
use crate::wire::client::Client;
use crate::wire::message::Message as _;
use crate::wire::server::{Server, Service};
use crate::{Provider, Rpc, RpcError, Version, v6};

/// Returns the attributes and blocks of the objects that rules are about.
pub fn members(rules: &Rules) -> &Members {
    rules.members()
}

/// Returns the provider or provisioner at the other end of a channel.
pub fn provider(channel: impl Channel, version: Version) -> Arc<dyn Provider> {
    Arc::new(Client::new(channel, version))
}

/// Sends bytes as the message of a request with one response, and discards the response.
pub async fn send(
    channel: impl Channel,
    version: Version,
    rpc: Rpc,
    message: Vec<u8>,
) -> Result<(), RpcError> {
    Client::new(channel, version)
        .send(rpc, message.into())
        .await
}

/// Returns a channel to a provider in this process, which encodes and decodes each message.
pub fn channel(provider: Arc<dyn Provider>, version: Version) -> impl Channel {
    Server::new(provider, version)
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
