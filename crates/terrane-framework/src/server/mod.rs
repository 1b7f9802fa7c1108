//! The server: the framework around author code, with one file for each RPC.
//!
//! Values arrive as bytes, are decoded by the schema, passed to the dynamic form of their kind and encoded again. Each call is a task, which runs all
//! of that, and a supervisor, which answers the host (`call`).

mod call;
mod create;
mod provisioner;
mod registration;
mod registry;
mod rpc;
mod session;
mod table;

pub use self::call::TaskRunner;
pub use self::create::{provider_server, provisioner_server};
pub use self::registration::Registry;
