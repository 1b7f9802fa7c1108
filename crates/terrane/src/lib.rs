//! The toolkit for Terraform and OpenTofu providers in Rust.

pub mod action;
pub mod attr;
pub mod context;
pub mod data_source;
pub mod ephemeral;
pub mod error;
pub mod function;
pub mod history;
pub mod identity;
pub mod list;
pub mod log;
pub mod model;
mod panic;
pub mod path;
pub mod plan;
mod planning;
pub mod prelude;
pub mod provider;
pub mod provisioner;
pub mod resource;
pub mod schema;
mod serve;
mod server;
pub mod state_store;
pub mod types;
pub mod validate;

pub use action::Action;
pub use attr::{Computed, Dynamic, Sensitive, Set, WriteOnly};
pub use context::Private;
pub use data_source::DataSource;
pub use ephemeral::Ephemeral;
pub use error::{Error, Result, ResultExt};
pub use function::Function;
pub use history::History;
pub use list::{ListResource, Listed};
pub use model::{Draft, Key, Model};
pub use provider::{Provider, Registry};
pub use resource::{DynResource, Moves, Prior, Resource};
pub use serve::{provisioner_server, serve, serve_provisioner, server};
pub use state_store::StateStore;
pub use terrane_derive::{Schema, function};
pub use terrane_protocol::{DeferredReason, Diagnostic, Severity};
pub use terrane_value::{Number, Path, Value};

extern crate self as terrane;
