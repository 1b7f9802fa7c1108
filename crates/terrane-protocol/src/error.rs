//! Failures of a call itself, as opposed to diagnostics, which are answers.

/// Says what kind of failure stopped a call.
///
/// These are gRPC's codes; hosts show their own text for `Unavailable`, `Canceled` and `Unimplemented` (rule G1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RpcCode {
    /// The caller gave up.
    Canceled,
    /// Nobody knows what kind.
    Unknown,
    /// The bytes or the arguments make no sense.
    InvalidArgument,
    /// Time ran out.
    DeadlineExceeded,
    /// What was asked for is not there.
    NotFound,
    /// What should be created is there already.
    AlreadyExists,
    /// The caller may not do this.
    PermissionDenied,
    /// A limit was reached, such as the size of a message.
    ResourceExhausted,
    /// The state of things does not allow it.
    FailedPrecondition,
    /// The operation was broken off.
    Aborted,
    /// A position is beyond the end.
    OutOfRange,
    /// The other side does not have this RPC.
    Unimplemented,
    /// A defect of the other side, a panic for instance.
    Internal,
    /// The other side cannot be reached.
    Unavailable,
    /// Data was lost for good.
    DataLoss,
    /// The caller did not say who it is.
    Unauthenticated,
}

/// Reports that a call failed before it had an answer.
///
/// What a user should read belongs into a [`Diagnostic`](crate::Diagnostic): hosts hide most of this text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RpcError {
    /// The kind of failure.
    pub code: RpcCode,
    /// What happened, for the person who debugs it.
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

    /// Creates the answer to an RPC that a provider does not have.
    pub fn unimplemented(message: impl Into<String>) -> Self {
        Self::new(RpcCode::Unimplemented, message)
    }

    /// Creates an error for bytes or arguments that make no sense.
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(RpcCode::InvalidArgument, message)
    }

    /// Creates an error for a defect.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(RpcCode::Internal, message)
    }

    /// Creates an error for another side that cannot be reached.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(RpcCode::Unavailable, message)
    }

    /// Creates an error for a call that was given up.
    pub fn canceled(message: impl Into<String>) -> Self {
        Self::new(RpcCode::Canceled, message)
    }

    /// Creates an error for a limit that was reached.
    pub fn resource_exhausted(message: impl Into<String>) -> Self {
        Self::new(RpcCode::ResourceExhausted, message)
    }
}
