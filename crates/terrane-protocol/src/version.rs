//! The majors of the protocol, and a provider behind one of them.

use std::sync::Arc;

use crate::Provider;
use crate::wire::client::Client;
use crate::wire::server::Server;

/// Names a major version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Version {
    /// The first that is in use.
    V5,
    /// Adds nested attributes, computed blocks and state stores.
    V6,
}

impl Version {
    /// All protocol versions.
    pub const ALL: [Self; 2] = [Self::V5, Self::V6];

    /// The number by which host and provider agree on it.
    pub const fn number(self) -> u32 {
        match self {
            Self::V5 => 5,
            Self::V6 => 6,
        }
    }

    /// Finds the major with this number.
    pub const fn from_number(number: u32) -> Option<Self> {
        match number {
            5 => Some(Self::V5),
            6 => Some(Self::V6),
            _ => None,
        }
    }

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
