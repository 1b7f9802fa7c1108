//! Errors of a call itself. Diagnostics are part of an answer instead.

/// The kind of an [`RpcError`].
///
/// These are gRPC's status codes, with their numbers. Hosts show their own text for `Unavailable`, `Canceled` and `Unimplemented` (rule G1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RpcCode {
    /// The caller cancelled the call.
    Canceled = 1,
    /// The kind is unknown.
    Unknown,
    /// The bytes or the arguments are invalid.
    InvalidArgument,
    /// The deadline passed.
    DeadlineExceeded,
    /// The requested item does not exist.
    NotFound,
    /// The item to create exists already.
    AlreadyExists,
    /// The caller may not do this.
    PermissionDenied,
    /// A limit was reached, such as the size of a message.
    ResourceExhausted,
    /// The system is not in the state that the call needs.
    FailedPrecondition,
    /// The operation was aborted.
    Aborted,
    /// A position is out of range.
    OutOfRange,
    /// The other side does not implement this RPC.
    Unimplemented,
    /// An internal error of the other side, such as a panic.
    Internal,
    /// The other side cannot be reached.
    Unavailable,
    /// Data was lost for good.
    DataLoss,
    /// The caller is not authenticated.
    Unauthenticated,
}

/// The error of a call that has no answer.
///
/// Put text for users into a [`Diagnostic`](crate::Diagnostic) instead, because hosts hide most of the text of this error.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct RpcError {
    /// The kind of error.
    pub code: RpcCode,
    /// The description of the failure, for developers.
    pub message: String,
}

impl RpcError {
    /// Creates an error.
    pub fn new(code: RpcCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}
