//! What the protocol versions do not say alike: answers with a form for each, and requests of which protocol 5 has only a part.

use bytes::Bytes;

use super::Malformed;
use super::codec::Outgoing;
use crate::{RpcError, Version};

/// An answer that each protocol version has in a form of its own.
pub(crate) trait Differing: Sized {
    /// Makes the message of this protocol version.
    ///
    /// # Errors
    ///
    /// When it is too large.
    fn sendable(self, version: Version) -> Result<Outgoing, RpcError>;

    /// Reads the message of this protocol version.
    ///
    /// # Errors
    ///
    /// When the bytes are no such message, or one that the protocol does not allow.
    fn read(message: Bytes, version: Version) -> Result<Self, Malformed>;
}

/// A request of which protocol 5 has only a part.
pub(crate) trait Narrow: Sized {
    /// Leaves out what this protocol version does not have: nothing of it is sent, and nothing believed.
    fn narrow(self, version: Version) -> Self;
}
