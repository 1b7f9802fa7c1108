//! The server: the framework around author code.
//!
//! A value arrives as bytes, is decoded by the schema, passed to the type-erased trait of its kind (`DynResource` and so on), and the result is
//! encoded. Each call consists of a task, which does this work, and a supervisor, which answers the host (`call`).

mod call;
mod create;
mod provider;
mod provisioner;
mod registration;
mod registry;
mod rpc;
mod session;

pub use self::call::TaskRunner;
pub use self::create::{annotations, provider_server, provisioner_server};
pub use self::registration::Registry;
