//! The layers of a host for Terraform providers: addresses, configurations, states, graphs, and their walk.
//!
//! The crate does not plan or apply yet. It has what a host needs below that, and each layer can be used alone. Nothing here starts a thread
//! or a runtime. Only [`config::Config::load`] and [`state::StateFile`] read and write files.
//!
//! | task | where |
//! |---|---|
//! | parse and print addresses | [`address`] |
//! | load a configuration with its local modules | [`config::Config::load`] |
//! | check the version of the host | [`config::Config::check_versions`] |
//! | read and write a state | [`state::State::parse`], [`state::State::to_json`] |
//! | keep a state file, under the locks that Terraform takes | [`state::StateFile::lock`] |
//! | order the objects of a configuration, and find cycles | [`graph::config_graph`], [`graph::Graph::check_cycles`] |
//! | visit a graph, ten nodes at a time | [`walk::walk`] |
//!
//! # Load a configuration, and visit its objects in order
//!
//! ```
//! use std::cell::RefCell;
//! use std::fs;
//!
//! use terrane_host::address::{ResourceInstance, Target};
//! use terrane_host::config::Config;
//! use terrane_host::graph::config_graph;
//! use terrane_host::state::{LockRequest, State, StateFile};
//! use terrane_host::walk::{Outcome, PARALLELISM, walk};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! fs::create_dir(folder.path().join("cage"))?;
//! fs::write(
//!     folder.path().join("main.tf"),
//!     r#"
//! module "cage" {
//!   source = "./cage"
//!   size   = 2
//! }
//! resource "zoo_pet" "rex" {
//!   cage = module.cage.id
//! }
//! moved {
//!   from = zoo_pet.dog
//!   to   = zoo_pet.rex
//! }
//! "#,
//! )?;
//! fs::write(
//!     folder.path().join("cage/main.tf"),
//!     r#"
//! variable "size" {
//!   type = number
//! }
//! output "id" {
//!   value = "cage-${var.size}"
//! }
//! "#,
//! )?;
//!
//! let config = Config::load(folder.path())?;
//! let from: ResourceInstance = "zoo_pet.dog".parse()?;
//! assert_eq!(config.root.moved[0].from, Target::Resource(from));
//!
//! let graph = config_graph(&config);
//! graph.check_cycles()?;
//! let visited = RefCell::new(Vec::new());
//! let outcomes = walk(&graph, PARALLELISM, async |_, node| {
//!     visited.borrow_mut().push(node.to_string());
//!     Ok(())
//! })
//! .await;
//! assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Done));
//! let visited = visited.into_inner();
//! let place = |name: &str| visited.iter().position(|visited| visited == name);
//! assert!(place("module.cage.var.size") < place("module.cage.output.id"));
//! assert!(place("module.cage.output.id") < place("zoo_pet.rex"));
//!
//! let request = LockRequest::new("OperationTypeApply", "1.11.4");
//! let mut file = StateFile::lock(folder.path().join("terraform.tfstate"), &request)?;
//! file.write(State::default())?;
//! assert_eq!(file.state().unwrap().serial, 1);
//! file.unlock()?;
//! # Ok(())
//! # }
//! ```
//!
//! # What is refused
//!
//! A configuration with any of these is an error with the file and the line: `ephemeral`, `action` and `list` blocks; `action_trigger`,
//! `provisioner` and `connection` blocks; `backend`, `cloud`, `state_store` and `provider_meta` blocks; experiments; modules that are not
//! local; versions of modules and of `provider` blocks; files and syntax of OpenTofu. Files of tests and queries belong to
//! other commands and are not read. A state is refused if it has a version other than 4, if OpenTofu has encrypted it, or if an instance
//! has a flag that only OpenTofu knows.
//!
//! # The layers
//!
//! Each module imports only modules before it: `address` and `version`; `config` and `state`; `graph`; `walk`. Parsing of addresses, encoding of states
//! and building of graphs are functions without a runtime.

pub mod address;
pub mod config;
mod diagnostics;
pub mod engine;
pub mod evaluate;
pub mod factory;
pub mod graph;
mod object;
pub mod plan;
mod run;
pub mod state;
pub mod version;
pub mod walk;

pub use diagnostics::Report;
