//! A host for Terraform providers in this process: it plans and applies configurations, and keeps their state.
//!
//! A plan takes milliseconds, and needs neither `terraform` nor `tofu`. Providers run in this process or as programs. Each layer below can
//! be used alone.
//!
//! | task | where |
//! |---|---|
//! | load a configuration with its local modules | [`config::Config::load`] |
//! | plan and apply | [`engine::Engine`] |
//! | limit a plan to some resources | [`engine::PlanOptions::targets`] |
//! | use values that exist during one run only | `ephemeral` blocks of [`config::Module::resources`] |
//! | save and load a plan | [`plan::Plan::save`], [`plan::Plan::load`] |
//! | inspect a plan | [`plan::Plan`], [`plan::ResourceChange`] |
//! | print plans, progress and outputs for people | [`render::Renderer`] |
//! | say which providers there are | [`factory::Factories`] |
//! | give values to variables | [`evaluate::Variables`] |
//! | watch or stop a run | [`engine::Event`], [`engine::Stop`] |
//! | check the version of the host | [`config::Config::check_versions`] |
//! | keep a state file, under the locks that Terraform takes | [`state::StateFile::lock`] |
//! | read and write a state | [`state::State::parse`], [`state::State::to_json`] |
//! | find the providers that a configuration needs, and start them | [`factory::Factories::find`], [`providers::Finder`] |
//! | write the dependency lock file | [`providers::LockFile::save`] |
//! | parse and print addresses | [`address`] |
//! | order the objects of a configuration, and find cycles | [`graph::config_graph`], [`graph::Graph::check_cycles`] |
//! | visit a graph, ten nodes at a time | [`walk::walk`] |
//!
//! # Plan and apply
//!
//! The provider of this example runs in the same process:
//!
//! ```
//! use std::fs;
//!
//! use terrane::prelude::*;
//! use terrane_host::config::Config;
//! use terrane_host::engine::{ApplyOptions, Engine, Event, PlanOptions};
//! use terrane_host::factory::Factories;
//! use terrane_host::plan::{Action, Mode, Reason};
//! use terrane_host::state::{State, StateFile};
//!
//! #[derive(Default)]
//! struct Zoo;
//!
//! #[provider("registry.terraform.io/example/zoo")]
//! impl Provider for Zoo {
//!     fn register(registry: &mut Registry<Self>) {
//!         registry.resource::<Cage>();
//!     }
//! }
//!
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
//!
//! impl Resource for Cage {
//!     type Provider = Zoo;
//!
//!     async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> {
//!         Ok(plan)
//!     }
//!     async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> {
//!         Ok(plan)
//!     }
//!     async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> {
//!         Ok(())
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
//! let folder = tempfile::tempdir()?;
//! let engine = |name: &str| {
//!     let text = format!(
//!         r#"
//! terraform {{
//!   required_providers {{
//!     zoo = {{ source = "example/zoo" }}
//!   }}
//! }}
//! resource "zoo_cage" "north" {{
//!   name = "{name}"
//! }}
//! resource "terraform_data" "sign" {{
//!   input = "${{zoo_cage.north.animals}} animal in the cage ${{zoo_cage.north.name}}"
//! }}
//! output "sign" {{
//!   value = terraform_data.sign.output
//! }}
//! "#
//!     );
//!     fs::write(folder.path().join("main.tf"), text).unwrap();
//!     let config = Config::load(folder.path()).unwrap();
//!     let zoo = "example/zoo".parse().unwrap();
//!     let factories = Factories::new().with_instance(zoo, terrane::server::<Zoo>);
//!     Engine::new(config, folder.path(), factories)
//! };
//!
//! // Create both objects.
//! let first = engine("north");
//! let mut file = StateFile::open(folder.path().join("terraform.tfstate"))?;
//! let plan = first.plan(&State::default(), PlanOptions::default()).await.unwrap();
//! let change = plan.change("zoo_cage.north").unwrap();
//! assert_eq!(change.action, Action::Create);
//! assert_eq!(change.after.as_object().unwrap().get("animals"), Some(&1.into()));
//! let print = |event: Event| {
//!     if let Event::Started { address, action, .. } = event {
//!         println!("{address}: {action}");
//!     }
//! };
//! let applied = first.apply(plan, &mut file, ApplyOptions::default(), &print).await;
//! let state = applied.into_result().unwrap();
//! let sign = state.outputs["sign"].value.as_str();
//! assert_eq!(sign, "\"1 animal in the cage north\"");
//!
//! // The same configuration changes nothing.
//! let plan = first.plan(&state, PlanOptions::default()).await.unwrap();
//! assert!(plan.is_empty());
//!
//! // Another name replaces the cage.
//! let second = engine("south");
//! let plan = second.plan(&state, PlanOptions::default()).await.unwrap();
//! let change = plan.change("zoo_cage.north").unwrap();
//! assert_eq!(change.action, Action::DeleteThenCreate);
//! assert_eq!(change.reason, Some(Reason::ReplaceBecauseCannotUpdate));
//! assert_eq!(change.replace_paths[0].to_string(), "name");
//! assert_eq!(plan.change("terraform_data.sign").unwrap().action, Action::Update);
//! let applied = second.apply(plan, &mut file, ApplyOptions::default(), &print).await;
//! let state = applied.into_result().unwrap();
//!
//! // Destroy everything.
//! let options = PlanOptions { mode: Mode::Destroy, ..PlanOptions::default() };
//! let plan = second.plan(&state, options).await.unwrap();
//! let applied = second.apply(plan, &mut file, ApplyOptions::default(), &print).await;
//! assert!(applied.into_result().unwrap().resources.is_empty());
//! # Ok(())
//! # }
//! ```
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
//! A configuration with any of these is an error with the file and the line: `action` and `list` blocks; `action_trigger`,
//! `provisioner` and `connection` blocks; `backend`, `cloud`, `state_store` and `provider_meta` blocks; experiments; modules that are not
//! local; versions of modules and of `provider` blocks; files and syntax of OpenTofu. Files of tests and queries belong to
//! other commands and are not read. A state is refused if it has a version other than 4, if OpenTofu has encrypted it, or if an instance
//! has a flag that only OpenTofu knows.
//!
//! A plan refuses data sources in `check` blocks, moves between resource types, imports without a configuration, and references of
//! `replace_triggered_by` whose key is an expression. Plan files of other hosts are refused as well: only the host that
//! made a plan applies it. There are no workspaces other than `default`.
//!
//! # The layers
//!
//! Each module imports only modules before it: `address` and `version`; `config` and `state`; `graph` and `providers`; `walk`; `factory` and `evaluate`; `plan`, which has
//! the model and the decisions; a private module with the steps that plan and apply have in common; `engine`; `render`. Parsing of addresses, encoding
//! of states, building of graphs, moves, ignored changes and the choice of actions are functions without a runtime. A run calls providers, so
//! it needs a runtime of tokio.

pub mod address;
pub mod config;
mod diagnostics;
pub mod engine;
pub mod evaluate;
pub mod factory;
pub mod graph;
mod object;
pub mod plan;
pub mod providers;
pub mod render;
mod run;
pub mod state;
pub mod version;
pub mod walk;

pub use diagnostics::Report;
pub use object::body_schema;
pub use run::TERRAFORM_VERSION;
