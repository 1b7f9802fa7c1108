//! A test client: calls a provider in this process as a host does, without a host.
//!
//! A [`Client`] takes the result of `terrane::server`, or any other [`Provider`](terrane_protocol::Provider). It makes the requests that Terraform
//! makes, and checks the answers by Terraform's rules. As in a host, a plan that changes a configured value is an error. A test takes milliseconds.
//!
//! The client has no configuration language, no graph and no state file. References between objects are the test's own code.
//!
//! # Examples
//!
//! The life of one object:
//!
//! ```
//! use serde_json::json;
//! use terrane::prelude::*;
//! use terrane_test::Action;
//! use terrane_test::client::Client;
//!
//! # #[derive(Default)]
//! # struct Zoo;
//! # #[provider("registry.terraform.io/example/zoo")]
//! # impl Provider for Zoo {
//! #     fn register(registry: &mut Registry<Self>) { registry.resource::<Cage>(); }
//! # }
//! /// A cage.
//! #[derive(Model)]
//! struct Cage {
//!     /// Its name.
//!     #[tf(identity, replace)]
//!     name: String,
//!     /// How many animals live in it.
//!     #[tf(default = 1)]
//!     animals: i64,
//! }
//! # impl Resource for Cage {
//! #     type Provider = Zoo;
//! #     async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> { Ok(plan) }
//! #     async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> { Ok(plan) }
//! #     async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> { Ok(()) }
//! # }
//!
//! # #[tokio::main]
//! # async fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
//! let client = Client::configured(terrane::server::<Zoo>(), json!({})).await?;
//!
//! let cage = client.create("zoo_cage", json!({ "name": "north" })).await?;
//! assert_eq!(cage.get::<Cage>()?.animals, 1);
//!
//! let plan = client.plan(&cage, json!({ "name": "north", "animals": 2 })).await?;
//! assert_eq!(plan.action(), Action::Update);
//! let cage = client.apply(plan).await?;
//!
//! let plan = client.plan(&cage, json!({ "name": "south" })).await?;
//! assert_eq!(plan.action(), Action::DeleteThenCreate);
//! assert_eq!(plan.replaces()[0].to_string(), "name");
//!
//! client.delete(&cage).await?;
//! # Ok(())
//! # }
//! ```

mod action;
mod config;
mod connection;
mod data_source;
mod decode;
mod ephemeral;
mod error;
mod function;
mod instance;
mod list;
mod planned;
mod resource;
mod write_only;

pub use action::Invoked;
pub use config::{Config, UNKNOWN};
pub use connection::Client;
pub use ephemeral::Opened;
pub use error::CallError;
pub use instance::Instance;
pub use list::{Listed, Query};
pub use planned::PlannedChange;
pub(crate) use write_only::with_write_only;
