//! How large a message may be.

use prost::Message;
use terrane_plugin::MAX_MESSAGE_SIZE;

use super::Wire;
use super::codec::Outgoing;
use crate::RpcError;

/// Makes a message that the other side will take.
///
/// tonic looks at the size as well, but too late for the caller to learn of it: it breaks the call.
///
/// # Errors
///
/// When it is too large.
pub(crate) fn sendable<T: Wire<W>, W: Message + 'static>(message: T) -> Result<Outgoing, RpcError> {
    Outgoing::new(Box::new(message.into_wire()))
}

/// Refuses a length that is too large.
///
/// # Errors
///
/// When it is.
pub(crate) fn fits(length: usize) -> Result<(), RpcError> {
    if length <= MAX_MESSAGE_SIZE {
        return Ok(());
    }
    Err(RpcError::resource_exhausted(format!(
        "a message of {length} bytes is larger than the limit of {MAX_MESSAGE_SIZE} bytes"
    )))
}
