//! Conversion between [`RpcError`] and gRPC statuses.

use std::error::Error;

use tonic::{Code, Status};

use crate::{RpcCode, RpcError};
use terrane_plugin::peer::append_causes;

impl From<RpcError> for Status {
    fn from(error: RpcError) -> Self {
        Self::new(Code::from_i32(error.code as i32), error.message)
    }
}

impl From<Status> for RpcError {
    fn from(status: Status) -> Self {
        let code = match status.code() {
            Code::Cancelled => RpcCode::Canceled,
            // A status with a source comes from an error of the transport, not from the other side.
            Code::Unknown if status.source().is_some() => RpcCode::Unavailable,
            Code::Ok | Code::Unknown => RpcCode::Unknown,
            Code::InvalidArgument => RpcCode::InvalidArgument,
            Code::DeadlineExceeded => RpcCode::DeadlineExceeded,
            Code::NotFound => RpcCode::NotFound,
            Code::AlreadyExists => RpcCode::AlreadyExists,
            Code::PermissionDenied => RpcCode::PermissionDenied,
            Code::ResourceExhausted => RpcCode::ResourceExhausted,
            Code::FailedPrecondition => RpcCode::FailedPrecondition,
            Code::Aborted => RpcCode::Aborted,
            Code::OutOfRange => RpcCode::OutOfRange,
            Code::Unimplemented => RpcCode::Unimplemented,
            Code::Internal => RpcCode::Internal,
            Code::Unavailable => RpcCode::Unavailable,
            Code::DataLoss => RpcCode::DataLoss,
            Code::Unauthenticated => RpcCode::Unauthenticated,
        };
        let message = append_causes(status.message().to_owned(), status.source());
        Self::new(code, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rpc_code_round_trips_through_a_grpc_status() {
        for number in 1..=16 {
            let status = Status::new(Code::from_i32(number), "why");
            let error = RpcError::from(status);
            let back = Status::from(error.clone());
            assert_eq!(back.code() as i32, number);
            assert_eq!(RpcError::from(back), error);
            assert_eq!(error.message, "why");
        }
    }
}
