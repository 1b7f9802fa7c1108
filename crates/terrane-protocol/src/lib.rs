//! The provider protocol, neutral of its wire versions, with codecs for protocols 5 and 6.
//!
//! A provider is anything that implements [`Provider`]: one method per RPC, plain structs in and out. A provider in this
//! process, one behind a socket and somebody else's binary are the same type to whoever calls them, so decorators (a
//! recorder, a multiplexer, a translator between the majors) are `Provider`s that hold a `Provider`.
//!
//! Names are those of protocol 6. What only one of the majors has is said where it is declared.
//!
//! Invariant: no protobuf or gRPC type is part of a public signature. Only the private modules `v5` and `v6`, and the `wire` that they share, name
//! them.

mod diagnostic;
mod dynamic;
mod error;
mod messages;
mod process;
mod provider;
mod provisioner;
pub mod rules;
pub mod schema;
mod serve;
#[cfg(test)]
mod tests;
mod v5;
mod v6;
mod version;
mod wire;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use dynamic::{DynamicValue, Opaque, RawState};
pub use error::{RpcCode, RpcError};
pub use messages::*;
pub use process::{ConnectError, ProviderProcess};
pub use provider::{BoxFuture, BoxStream, Provider};
pub use provisioner::Provisioner;
pub use schema::Schema;
pub use serve::{COOKIE, REATTACH_VARIABLE, Server};
pub use terrane_plugin::{AuthorRuntime, OutputStream, Process};
pub use version::Version;
