//! Messages that differ between the protocol versions: answers with a message type for each version, and requests of which protocol 5 has only some
//! fields.

use bytes::Bytes;

use super::Malformed;
use super::codec::Outgoing;
use crate::{RpcError, Version};

/// An answer whose message type differs between the protocol versions.
pub(crate) trait Differing: Sized {
    /// Whether making the message of this protocol version calls the provider, which may block its thread.
    fn calls_provider(&self, _: Version) -> bool {
        false
    }

    /// Makes the message of this protocol version.
    ///
    /// # Errors
    ///
    /// When the message is too large.
    fn sendable(self, version: Version) -> Result<Outgoing, RpcError>;

    /// Reads the message of this protocol version.
    ///
    /// # Errors
    ///
    /// When the bytes are not such a message, or when the protocol does not allow the message.
    fn read(message: Bytes, version: Version) -> Result<Self, Malformed>;
}

/// A request of which protocol 5 has only some fields.
pub(crate) trait Narrow: Sized {
    /// Resets the fields that this protocol version does not have. The client does this before it sends, the server after it receives.
    fn narrow(self, version: Version) -> Self;
}
