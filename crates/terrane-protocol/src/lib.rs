//! The provider protocol, independent of its versions, with codecs for protocols 5 and 6.
//!
//! A provider is a type that implements [`Provider`]: one method, which answers a [`Request`] with a [`Response`]. Both are enums of plain structs. A
//! provider in this process, a provider behind a socket and a binary in another language have the same type for callers, `dyn Provider`, which has a
//! method for each RPC. So decorators (a recorder, a multiplexer, a translator between protocol versions) are `Provider`s that wrap a `Provider`. The crate
//! `terrane-composition` has them, and the client for a provider in another process. The crate `terrane-schema` has tools for schemas.
//!
//! Names are those of protocol 6. If only one protocol version has an item, the documentation of the item says so.
//!
//! # Compatibility
//!
//! New versions of Terraform and OpenTofu add fields to the messages of the protocol. A new field of a message is a minor version of this crate.
//! Tests and decorators construct messages, so the structs are not `#[non_exhaustive]`. Construct them with `..Default::default()`, and match them
//! with `..`, so that your code compiles with the next version. A new variant of an enum is a major version, because decorators must handle it.
//!
//! # Design
//!
//! Invariant: no protobuf or gRPC type is part of a public signature. Only the private modules `pb`, `wire`, `v5` and `v6`
//! use these types.

mod boxed;
mod diagnostic;
mod differing;
mod dynamic;
mod error;
mod messages;
mod pb;
#[doc(hidden)]
pub mod peer;
mod platform;
mod provider;
mod rpc;
pub mod rules;
pub mod schema;
mod serve;
#[cfg(test)]
mod tests;
mod v5;
mod v6;
mod version;
mod wire;

pub use boxed::{BoxFuture, BoxStream};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use dynamic::{DynamicValue, Opaque, RawState};
pub use error::{RpcCode, RpcError};
pub use messages::*;
pub use platform::platform;
pub use provider::{Provider, ResponseFuture};
pub use rpc::{Item, Request, Response, Rpc};
pub use serve::{COOKIE, Server};
pub use terrane_plugin::{PrintedText, Process, Transport};
pub use version::Version;
