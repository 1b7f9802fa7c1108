//! Calls of a provider through the encoding of one protocol version, within this process.

use std::sync::Arc;

use crate::wire::client::Client;
use crate::wire::server::Server;
use crate::{Provider, Version};

impl Version {
    /// Wraps a provider so that each call passes through the encoding of this protocol version, within this process.
    ///
    /// Every call is encoded, answered by the server and decoded, as if a host called, but without a socket. Data that the protocol version cannot
    /// encode is lost. So a test through both versions shows what the hosts of each version see.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use terrane_protocol::{GetStatesRequest, Provider, RpcCode, Version};
    ///
    /// struct Nothing;
    /// impl Provider for Nothing {}
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let provider = Version::V5.through_wire(Arc::new(Nothing));
    /// let error = provider.get_states(GetStatesRequest::default()).await.unwrap_err();
    /// assert_eq!(error.code, RpcCode::Unimplemented);
    /// # }
    /// ```
    pub fn through_wire(self, provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
        Arc::new(Client::new(Server::new(provider, self), self))
    }
}
