//! Calls of a provider through the encoding of one protocol version, within this process.

use std::sync::Arc;

use terrane_protocol::peer::WireServer;
use terrane_protocol::{Provider, Version};

use crate::peer;

/// Wraps a provider so that each call passes through the encoding of a protocol version, within this process.
///
/// Every call is encoded, answered by the server and decoded, as if a host called, but without a socket. Data that the protocol version cannot
/// encode is lost. So a test through both versions shows what the hosts of each version see.
///
/// ```
/// use std::sync::Arc;
/// use terrane_composition::through_wire;
/// use terrane_protocol::{GetStatesRequest, Provider, Request, ResponseFuture, RpcCode, Version};
///
/// struct Nothing;
///
/// impl Provider for Nothing {
///     fn call(&self, request: Request) -> ResponseFuture<'_> {
///         Box::pin(async move { Ok(request.unchanged()) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// // Protocol 5 has no state stores.
/// let provider = through_wire(Version::V5, Arc::new(Nothing));
/// let error = provider.get_states(GetStatesRequest::default()).await.unwrap_err();
/// assert_eq!(error.code, RpcCode::Unimplemented);
/// # }
/// ```
pub fn through_wire(version: Version, provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
    peer::provider(WireServer::new(provider, version), version)
}
