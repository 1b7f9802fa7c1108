//! The protobuf messages, each RPC's under the neutral name of its method.

pub(crate) mod v5;
pub(crate) mod v6;
