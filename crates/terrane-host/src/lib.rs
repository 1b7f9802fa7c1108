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
//! | invoke actions before and after changes | [`config::ActionTrigger`], [`plan::ActionInvocation`] |
//! | run commands when objects are created or destroyed | [`config::Provisioner`] |
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
//! # From a folder to a state, step by step
//!
//! A tool loads a configuration, makes a plan and shows it, keeps it in a file until somebody has approved it, and applies it under the locks of the
//! state. Each step returns data that a program can inspect:
//!
//! ```
//! use std::fs;
//! use std::sync::Mutex;
//!
//! use terrane_host::config::Config;
//! use terrane_host::engine::{ApplyOptions, Engine, Event, PlanOptions};
//! use terrane_host::evaluate::Variables;
//! use terrane_host::factory::Factories;
//! use terrane_host::plan::{Action, Mode, Plan};
//! use terrane_host::render::Renderer;
//! use terrane_host::state::{LockRequest, State, StateFile};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let temporary = tempfile::tempdir()?;
//! # let folder = temporary.path();
//! fs::write(
//!     folder.join("main.tf"),
//!     r#"
//! variable "animals" {
//!   type = set(string)
//! }
//! resource "terraform_data" "cage" {
//!   for_each = var.animals
//!   input    = upper(each.key)
//! }
//! output "names" {
//!   value = [for cage in terraform_data.cage : cage.output]
//! }
//! check "room" {
//!   assert {
//!     condition     = length(var.animals) < 2
//!     error_message = "The zoo has room for one animal."
//!   }
//! }
//! "#,
//! )?;
//!
//! // Load. The error has all problems of all files, and prints them with their lines.
//! let config = Config::load(folder)?;
//! assert!(config.root.variables["animals"].default.is_none());
//! let engine = Engine::new(config, folder, Factories::new());
//!
//! // Plan. Reports are errors and warnings, with the address of the object and the place in the files.
//! let failed = engine.plan(&State::default(), PlanOptions::default()).await.unwrap_err();
//! assert_eq!(failed[0].diagnostic.summary, "No value for required variable");
//! let variables = Variables::new().with_text("animals", r#"["lion", "owl"]"#);
//! let options = PlanOptions { variables, ..PlanOptions::default() };
//! let plan = engine.plan(&State::default(), options).await.unwrap();
//!
//! // Inspect: each change has an action, the values before and after, and what only the apply decides.
//! assert_eq!(plan.actions().count(), 2);
//! let change = plan.change("terraform_data.cage[\"owl\"]").unwrap();
//! assert_eq!(change.action, Action::Create);
//! let unknown: Vec<String> = change.unknown().iter().map(ToString::to_string).collect();
//! assert_eq!(unknown, ["id", "output"]);
//! assert_eq!(plan.outputs["names"].action, Action::Create);
//! assert!(plan.drift.is_empty());
//! let warning = &plan.warnings[0];
//! assert_eq!(warning.diagnostic.detail, "The zoo has room for one animal.");
//! assert!(warning.render(&engine.config().sources).contains("main.tf line 14"));
//!
//! // Show it as Terraform does.
//! let renderer = Renderer::new();
//! let text = renderer.plan(&plan);
//! assert!(text.contains("# terraform_data.cage[\"lion\"] will be created"), "{text}");
//! assert!(text.contains("Plan: 2 to add, 0 to change, 0 to destroy."));
//!
//! // Save and load it. Another process can do the rest.
//! plan.save(folder.join("plan"))?;
//! let plan = Plan::load(folder.join("plan"))?;
//! assert_eq!(renderer.plan(&plan), text);
//!
//! // Apply it under both of Terraform's locks, and observe events.
//! let request = LockRequest::new("OperationTypeApply", "1.14.0");
//! let mut file = StateFile::lock(folder.join("terraform.tfstate"), &request)?;
//! let progress = renderer.progress();
//! let lines = Mutex::new(Vec::new());
//! let created = Mutex::new(0);
//! let observe = |event: Event| {
//!     if let Event::Finished { action: Action::Create, success: true, .. } = &event {
//!         *created.lock().unwrap() += 1;
//!     }
//!     lines.lock().unwrap().extend(progress.line(&event));
//! };
//! let applied = engine.apply(plan, &mut file, ApplyOptions::default(), &observe).await;
//! assert_eq!(*created.lock().unwrap(), 2);
//! assert!(lines.lock().unwrap().iter().any(|line| line.starts_with("terraform_data.cage[\"owl\"]: Creating...")));
//! assert_eq!(progress.summary(Mode::Normal), "\nApply complete! Resources: 2 added, 0 changed, 0 destroyed.\n");
//!
//! // The state is returned, also after errors, and it is in the file.
//! let state = applied.into_result().unwrap();
//! assert_eq!(state.outputs["names"].value.as_str(), r#"["LION","OWL"]"#);
//! assert_eq!(file.state().unwrap().resources.len(), 1);
//! file.unlock()?;
//!
//! // A changed configuration is planned from there.
//! let variables = Variables::new().with_text("animals", r#"["owl"]"#);
//! let options = PlanOptions { variables, ..PlanOptions::default() };
//! let plan = engine.plan(&state, options).await.unwrap();
//! let change = plan.change("terraform_data.cage[\"lion\"]").unwrap();
//! assert_eq!(change.action, Action::Delete);
//! assert_eq!(change.reason.unwrap().name(), "delete_because_each_key");
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
//! A configuration with any of these is an error with the file and the line: `list` blocks; `connection` blocks; provisioners other than
//! `local-exec`; `backend`, `cloud`, `state_store` and `provider_meta` blocks; experiments; modules that are not local; versions of modules and of
//! `provider` blocks; files and syntax of OpenTofu. Files of tests and queries belong to other commands and are not read. A state is refused
//! if it has a version other than 4, if OpenTofu has encrypted it, or if an instance has a flag that only OpenTofu knows.
//!
//! A plan refuses imports without a configuration, and references of `replace_triggered_by` whose key is an expression. Plan files of other hosts
//! are refused as well: only the host that made a plan applies it. There are no workspaces other than `default`.
//!
//! # The layers
//!
//! Each module imports only modules before it: `address`, `version` and `quote` (texts in quotes); `config` and `state`; `graph` and `providers`; `walk`; `factory` and `evaluate`; `plan`, which has
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
mod quote;
pub mod render;
mod run;
pub mod state;
pub mod version;
pub mod walk;

pub use diagnostics::Report;
pub use object::body_schema;
pub use run::TERRAFORM_VERSION;
