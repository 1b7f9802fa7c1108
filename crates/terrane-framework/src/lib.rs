//! The framework of Terrane without Rust models: schemas, planning, validation, contexts and the server of a provider.
//!
//! A provider is a set of [type-erased](dynamic) items. Their [schemas](schema) may be made at run time. The crate `terrane` is built on this crate,
//! and adds Rust types: models, attributes and typed traits. Use this crate alone for a bridge to another language, for generated code, and for
//! servers that combine providers.
//!
//! `CancellationToken` of tokio-util is a part of this interface. A new major version of that crate is a new major version of this one.

pub mod context;
mod decode_error;
pub mod duration;
pub mod dynamic;
mod elements;
pub mod error;
mod fingerprint;
pub mod history;
pub mod identity;
mod locks;
pub mod log;
mod messages;
pub mod moves;
mod panic;
mod planning;
mod retain;
pub mod schema;
pub mod secret;
pub mod server;
#[cfg(test)]
mod testing;
mod text;
mod timeouts;
mod validation;

pub use self::decode_error::DecodeError;
pub use self::panic::caught;
pub use self::planning::{MissingValues, has_key_alone};
pub use self::retain::retain;
