//! The toolkit for Terraform and OpenTofu providers in Rust.

pub mod action;
pub mod attr;
pub mod data_source;
pub mod dynamic;
pub mod ephemeral;
mod filled;
pub mod function;
pub mod identity;
pub mod list;
pub mod model;
pub mod path;
pub mod plan;
pub mod prelude;
pub mod provider;
pub mod provisioner;
pub mod resource;
mod serve;
mod settle;
pub mod state_store;
pub mod timeouts;
mod typed;
pub mod types;
pub mod validate;

pub use action::Action;
pub use attr::{Computed, Dynamic, Sensitive, Set, WriteOnly};
pub use context::Private;
pub use data_source::DataSource;
pub use dynamic::DynResource;
pub use ephemeral::Ephemeral;
pub use error::{Error, Result, ResultExt};
pub use function::Function;
pub use history::History;
pub use list::{ListResource, Listed};
pub use model::{Draft, Filled, Key, Model};
pub use provider::{Provider, Registry};
pub use resource::{Moves, Prior, Resource, StateOnly};
pub use serve::{provisioner_server, serve, serve_provisioner, server};
pub use state_store::StateStore;
pub use terrane_derive::{Schema, function};
pub use terrane_framework::{context, error, history, log, schema};
pub use terrane_protocol::{DeferredReason, Diagnostic, Severity};
pub use terrane_value::{Data, Number, Object, Path, Type, Typed, Value};
pub use timeouts::Timeouts;

extern crate self as terrane;
