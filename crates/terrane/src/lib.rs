//! The toolkit for Terraform and OpenTofu providers in Rust.
//!
//! A provider teaches Terraform and OpenTofu to manage something: files, accounts, machines, anything with an API. It is a program that the
//! host starts and calls. Terrane contains everything between your code and the host: the protocol, the schema, planning, state and logs.
//!
//! One struct is the schema, the model and the documentation. The type of a field decides whether its attribute is required, optional or computed,
//! and combinations that hosts refuse do not compile.
//!
//! # A complete provider
//!
//! This provider manages notes in files. Users write `resource "note_file" "hello" { path = "hello.txt" }`.
//!
//! ```no_run
//! use std::io::ErrorKind::NotFound;
//! use terrane::prelude::*;
//! use tokio::fs;
//!
//! // What all resources share, such as a client of an API. Here: nothing.
//! #[derive(Default)]
//! struct Note;
//!
//! #[provider("registry.terraform.io/example/note")]
//! impl Provider for Note {
//!     fn register(registry: &mut Registry<Self>) {
//!         registry.resource::<File>();
//!     }
//! }
//!
//! /// A note in a file.
//! #[derive(Model)]
//! struct File {
//!     /// The path of the file.
//!     #[tf(replace, identity)]
//!     path: String,
//!     /// The text of the note.
//!     #[tf(default = "Hello!", validate(len(..=1000)))]
//!     text: String,
//! }
//!
//! impl Resource for File {
//!     type Provider = Note;
//!     async fn create(plan: Self, _: &Note, _: &mut CreateContext) -> Result<Self> {
//!         fs::write(&plan.path, &plan.text).await?;
//!         Ok(plan)
//!     }
//!     async fn read(prior: Prior<Self>, _: &Note, _: &mut ReadContext) -> Result<Found<Self>> {
//!         let path = prior.into_key().path;
//!         match fs::read_to_string(&path).await {
//!             Ok(text) => Ok(Found::Object(File { path, text })),
//!             Err(error) if error.kind() == NotFound => Ok(Found::Gone),
//!             Err(error) => Err(error.into()),
//!         }
//!     }
//!     async fn update(plan: Self, _: Prior<Self>, _: &Note, _: &mut UpdateContext) -> Result<Self> {
//!         fs::write(&plan.path, &plan.text).await?;
//!         Ok(plan)
//!     }
//!     async fn delete(prior: Prior<Self>, _: &Note, _: &mut DeleteContext) -> Result<()> {
//!         match fs::remove_file(&prior.key().path).await {
//!             Err(error) if error.kind() != NotFound => Err(error.into()),
//!             _ => Ok(()),
//!         }
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     terrane::serve::<Note>()
//! }
//! ```
//!
//! The [`guide`] explains this provider line by line, and continues with all other topics.
//!
//! # How the pieces fit
//!
//! 1. [`Provider`] is implemented by your provider type. The host configures it once; [`Provider::register`] lists what it offers.
//! 2. [`#[derive(Model)]`](macro@Model) makes a struct a [`Model`]: it defines the schema and converts values. Its documentation lists all options of fields.
//! 3. A trait for each kind gives a model its behaviour: [`Resource`] for objects with a life, [`DataSource`] for reads, and the others below. Methods
//!    take models and return models.
//! 4. The last argument of each method is a [`context`]: warnings, private data, cancellation, and other functions of the call.
//! 5. [`serve`](serve()) in `main` speaks to the host.
//!
//! Requests are decoded before your code runs. The values that your code returns are checked by the rules of hosts before they are sent. A violation
//! is an error with the path and the reason. Once `create` has returned, the object is in the state, whatever fails afterwards.
//!
//! # Where everything is
//!
//! | to | see |
//! |---|---|
//! | learn it | [`guide`] |
//! | import what a source file needs | [`prelude`] |
//! | declare the provider | [`Provider`], [`#[provider]`](macro@provider) |
//! | choose the type of an attribute | [`guide::attributes`], [`Attr`], the crate [terrane-types](https://docs.rs/terrane-types) |
//! | validate values | [`validate`], [`guide::errors`] |
//! | change plans | [`plan`], [`guide::computed_values`] |
//! | manage objects | [`Resource`], and [`StateOnly`] for values that exist in the state alone |
//! | read, without managing | [`DataSource`] |
//! | provide a short-lived secret | [`Ephemeral`] |
//! | add a function to the language | [`#[function]`](macro@function) |
//! | find existing objects | [`ListResource`] |
//! | run something once | [`Action`] |
//! | store states | [`StateStore`] |
//! | write a provisioner | [`provisioner`] |
//! | offer timeouts | [`timeouts::Timeouts`] |
//! | report errors | [`Error`], [`Diagnostic`] |
//! | call an HTTP API | [`guide::apis`], and the crate [terrane-api](https://docs.rs/terrane-api) |
//! | log | [`log`], [`guide::debugging`] |
//! | test | [`guide::testing`] and [`guide::testing_apis`], and the crate `terrane-test` |
//! | choose how to serve: protocols, sockets, TLS | [`Serve`] |
//! | make schemas at run time | [`dynamic`] |
//! | combine providers, or see every call of one | the crate [terrane-composition](https://docs.rs/terrane-composition) |
//! | move a Go provider to Rust | its chapter [one resource at a time](https://docs.rs/terrane-composition/latest/terrane_composition/guide/one_resource_at_a_time/) |
//! | serve a binary over the other protocol version | the crate `terrane-composition` |

mod action;
mod async_fn;
mod attr;
mod data_source;
pub mod dynamic;
mod ephemeral;
mod filled;
mod function;
#[doc(hidden)]
pub mod generated;
pub mod guide;
mod identity;
mod list;
mod messages;
mod model;
mod path;
pub mod plan;
pub mod prelude;
mod provider;
pub mod provisioner;
mod resource;
pub mod serve;
mod state_store;
pub mod timeouts;
mod typed;
pub mod validate;

pub use action::Action;
pub use async_fn::Async;
pub use attr::{
    Attr, Computed, DecodeError, Dynamic, Equal, Field, Partial, Sensitive, Set, WriteOnly,
};
pub use context::{Private, PrivateMut};
pub use data_source::DataSource;
pub use ephemeral::Ephemeral;
pub use error::{Error, Result, ResultExt};
pub use function::Function;
pub use history::History;
pub use list::{ListResource, Listable, Listed};
pub use model::{Draft, Filled, Key, Model, ObjectModel};
pub use provider::{Provider, Registry};
pub use resource::{Found, MoveContext, MoveSource, Moves, Prior, Resource, StateOnly};
pub use serve::Serve;
pub use serve::start::{provisioner_server, serve, serve_provisioner, server};
pub use state_store::StateStore;
pub use terrane_derive::{Attr, Model, function, provider};
pub use terrane_framework::{context, error, history, log, schema};
pub use terrane_protocol::{DeferredReason, Diagnostic, Severity};
pub use terrane_value::{Data, Number, Object, Path, Type, Typed, Value};

extern crate self as terrane;
