//! The dynamic form of every kind: traits whose methods take and return values instead of Rust types.
//!
//! Each typed trait is adapted to one of these. [`Registry`](crate::Registry) registers both. Implement them directly where a schema is made at
//! run time: for a bridge, for a provider that another language drives, for generated code.
//!
//! [`resource`] and the functions next to it return the dynamic form of a typed item, for a provider that wraps it, such as to change its schema at
//! run time. [`guide::run_time_schemas`](crate::guide::run_time_schemas) explains how schemas are made.
//!
//! # Examples
//!
//! A provider of data sources whose names and attributes are known at run time alone:
//!
//! ```
//! use std::sync::Arc;
//!
//! use terrane::context::{ConfigureContext, ReadDataContext, ValidateContext};
//! use terrane::dynamic::{self, BoxFuture, Configured, DynDataSource, DynProvider, Registry};
//! use terrane::schema::{Block, Member, Shape};
//! use terrane::{Object, Result, Type};
//!
//! struct Tables;
//!
//! impl DynProvider for Tables {
//!     fn address(&self) -> &str {
//!         "registry.terraform.io/example/tables"
//!     }
//!
//!     fn version(&self) -> &str {
//!         "0.1.0"
//!     }
//!
//!     fn configure(&self, _: Object, _: ConfigureContext) -> BoxFuture<Result<Configured>> {
//!         Box::pin(async { Ok(Arc::new(()) as Configured) })
//!     }
//! }
//!
//! /// A table: its name, and the values of its columns.
//! struct Table {
//!     name: String,
//!     columns: Vec<(String, String)>,
//!     block: Block,
//! }
//!
//! impl Table {
//!     fn new(name: &str, columns: &[(&str, &str)]) -> Self {
//!         let column = |name| Member::new(name, Shape::Type(Type::String)).set_computed(false);
//!         Self {
//!             name: name.to_owned(),
//!             columns: columns.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
//!             block: Block::new(columns.iter().map(|(name, _)| column(*name))),
//!         }
//!     }
//! }
//!
//! impl DynDataSource for Table {
//!     fn name(&self) -> &str {
//!         &self.name
//!     }
//!
//!     fn block(&self) -> &Block {
//!         &self.block
//!     }
//!
//!     fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
//!         Ok(())
//!     }
//!
//!     fn read(&self, mut config: Object, _: Configured, _: ReadDataContext) -> BoxFuture<Result<Object>> {
//!         for (name, value) in &self.columns {
//!             config.set(name, value.as_str());
//!         }
//!         Box::pin(async { Ok(config) })
//!     }
//! }
//!
//! # #[tokio::main]
//! # async fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
//! let server = dynamic::server(Tables, |mut registry: Registry| {
//!     registry.data_source(Table::new("pet", &[("name", "Rex"), ("species", "dog")]));
//!     registry
//! });
//! # use serde_json::json;
//! # let client = terrane_test::client::Client::configured(server, json!({})).await?;
//! # let pet = client.read_data("tables_pet", json!({})).await?;
//! # assert_eq!(pet.attribute("species"), Some(&"dog".into()));
//! # Ok(())
//! # }
//! ```

mod of_typed;

pub use self::of_typed::{
    action, data_source, ephemeral, function, list, provider, provisioner, resource, state_only,
    state_store,
};
pub use crate::attr::member;
pub use terrane_framework::dynamic::*;
pub use terrane_framework::server::Registry;

pub use crate::serve::start::{
    dynamic_provisioner_server as provisioner_server, dynamic_server as server,
    serve_dynamic as serve, serve_dynamic_provisioner as serve_provisioner,
};
