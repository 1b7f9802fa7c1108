//! The protobuf messages. The messages of an RPC are in a module with the neutral name of its method.

pub(crate) mod v5;
pub(crate) mod v6;
