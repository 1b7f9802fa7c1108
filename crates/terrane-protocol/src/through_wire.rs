//! A provider behind one version of the protocol, within this process.

use std::sync::Arc;

use crate::wire::client::Client;
use crate::wire::server::Server;
use crate::{Provider, Version};

impl Version {
    /// Puts a provider behind this protocol version's wire, within this process.
    ///
    /// Every call is encoded, answered by the server and decoded, as if a host were on the other side, but without a socket.
    /// What the major cannot say is lost on the way, so a test through both shows what hosts of both would see.
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
