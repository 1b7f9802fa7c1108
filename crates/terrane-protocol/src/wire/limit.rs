//! How large a message may be.

use terrane_plugin::MAX_MESSAGE_SIZE;

use crate::RpcError;

/// Checks the length of a message.
///
/// # Errors
///
/// When the length is over the limit.
pub(crate) fn fits(length: usize) -> Result<(), RpcError> {
    if length <= MAX_MESSAGE_SIZE {
        return Ok(());
    }
    Err(RpcError::resource_exhausted(format!(
        "a message of {length} bytes is larger than the limit of {MAX_MESSAGE_SIZE} bytes"
    )))
}
