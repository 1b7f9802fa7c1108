//! The errors of further connections.

use std::time::Duration;

use crate::handshake::HandshakeError;
use crate::listen::ListenError;

/// How long one side waits for the announcement of the other.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

/// The error of a further connection.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BrokerError {
    /// The other side has not opened the broker's stream, or has closed it.
    #[error("the other side has no broker stream open")]
    NoStream,
    /// The other side did not announce the address of its offer in time.
    #[error("timeout waiting for connection info of service {0}")]
    Timeout(u32),
    /// The other side named an address that cannot be used.
    #[error("cannot use the address of service {0}")]
    Address(u32, #[source] HandshakeError),
    /// The other side refused a stream on the shared socket.
    #[error("the other side refused a stream for service {id}: {reason}")]
    Refused {
        /// Number of the service.
        id: u32,
        /// The reason, in the words of the other side.
        reason: String,
    },
    /// The connection cannot be made.
    #[error("cannot connect to service {0}")]
    Connect(u32, #[source] Box<dyn std::error::Error + Send + Sync>),
    /// No socket can be made for an offer.
    #[error("cannot listen for service {0}")]
    Listen(u32, #[source] ListenError),
}
