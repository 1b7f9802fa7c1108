//! HTTP APIs in Terraform and OpenTofu providers: a client, retries, waiters and errors.
//!
//! A provider of an API makes a [`Client`] in `configure`. All calls of the host share it: its connections, its credentials and its rate of requests. Each
//! request gets the context of its call, so it ends with the call.
//!
//! Connections and TLS are those of `reqwest` and `rustls` with ring, delays are those of `backon`, and spans are those of `tracing`. This crate joins
//! them to a provider.
//!
//! # A resource of an API
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use terrane::prelude::*;
//! use terrane_api::{Client, Credentials, ResultExt as _, Waiter};
//!
//! /// The provider's settings.
//! #[derive(Model)]
//! struct Config {
//!     /// The address of the API.
//!     #[tf(env = "ZOO_URL")]
//!     url: String,
//!     /// The token.
//!     #[tf(env = "ZOO_TOKEN")]
//!     token: Sensitive<String>,
//! }
//!
//! struct Zoo {
//!     api: Client,
//! }
//!
//! #[provider("registry.terraform.io/example/zoo")]
//! impl Provider for Zoo {
//!     async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
//!         let api = Client::builder(&config.url)
//!             .agent(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
//!             .credentials(Credentials::bearer(config.token.expose()))
//!             .build(cx)?;
//!         Ok(Zoo { api })
//!     }
//!
//!     fn register(registry: &mut Registry<Self>) {
//!         registry.resource::<Pet>();
//!     }
//! }
//!
//! /// An animal.
//! #[derive(Model)]
//! struct Pet {
//!     /// Its name.
//!     name: String,
//!     /// The id that the API assigns.
//!     #[tf(identity)]
//!     id: Computed<String>,
//!     #[tf(timeouts(create = "10m"))]
//!     timeouts: Timeouts,
//! }
//!
//! /// A pet as the API sends and receives it.
//! #[derive(Serialize)]
//! struct NewPet<'a> {
//!     name: &'a str,
//! }
//!
//! #[derive(Deserialize)]
//! struct Answer {
//!     id: String,
//!     name: String,
//!     status: String,
//! }
//!
//! impl Resource for Pet {
//!     type Provider = Zoo;
//!
//!     async fn create(mut plan: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
//!         // The key makes the creation repeatable.
//!         let request = zoo.api.post(["pets"]).json(&NewPet { name: &plan.name }).idempotency_key();
//!         // An error about `name` is one of the attribute `name`.
//!         let pet: Answer = request.fetch(cx).await.fields_of::<Self>()?;
//!         plan.id.fill(pet.id);
//!         Ok(plan)
//!     }
//!
//!     async fn settle(created: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
//!         let id = created.id.require()?;
//!         let waiter = Waiter::new(format!("pet `{id}`")).pending(["arriving"]).target(["settled"]);
//!         let check = || async {
//!             let pet: Option<Answer> = zoo.api.get(["pets", id]).find(cx).await?;
//!             Ok(pet.map(|pet| (pet.status, ())))
//!         };
//!         waiter.until(cx, check).await?;
//!         Ok(created)
//!     }
//!
//!     async fn read(prior: Prior<Self>, zoo: &Zoo, cx: &mut ReadContext) -> Result<Found<Self>> {
//!         let timeouts = prior.retained(|pet| &pet.timeouts);
//!         let pet: Option<Answer> = zoo.api.get(["pets", &prior.key().id]).find(cx).await?;
//!         Ok(Found::or_gone(pet.map(|pet| Pet { name: pet.name, id: pet.id.into(), timeouts })))
//!     }
//!
//!     async fn update(plan: Self, prior: Prior<Self>, zoo: &Zoo, cx: &mut UpdateContext) -> Result<Self> {
//!         let request = zoo.api.put(["pets", &prior.key().id]).json(&NewPet { name: &plan.name });
//!         request.repeatable().send(cx).await.fields_of::<Self>()?;
//!         Ok(plan)
//!     }
//!
//!     async fn delete(prior: Prior<Self>, zoo: &Zoo, cx: &mut DeleteContext) -> Result<()> {
//!         Ok(zoo.api.delete(["pets", &prior.key().id]).remove(cx).await?)
//!     }
//! }
//! ```
//!
//! # What becomes of faults
//!
//! | fault | a request that reads, or is [`repeatable`](Request::repeatable) | another request |
//! |---|---|---|
//! | no connection | is repeated | is repeated |
//! | 429 | is repeated when the API asks for it | is repeated when the API asks for it |
//! | the connection ends, no answer in time, 408, 425, 500, 502, 503, 504 | is repeated | fails, and the error says that the API may have carried it out |
//! | 401, and the credentials can be renewed | is repeated once with new credentials | is repeated once with new credentials |
//! | 409, 412 | fails, unless it has [`repeat_conflicts`](Request::repeat_conflicts) | the same |
//! | the deadline of the call, a stop of the host | ends at once | has 5 s to get its answer |
//!
//! A delay that would outlast the deadline is not awaited: the request fails at once. [`Retry`] sets attempts and delays.
//!
//! # Where everything is
//!
//! | to | see |
//! |---|---|
//! | learn it | the chapter [Talking to an API](https://docs.rs/terrane/latest/terrane/guide/apis/), and [`guide`] for APIs that differ from its example |
//! | set up a client: certificates, proxy, timeouts, limits | [`Client::builder`], [`Builder`] |
//! | authenticate | [`Credentials`], [`ClientCredentials`] |
//! | send a request | [`Client::get`] and its siblings, [`Request`] |
//! | create an object whose answer may be lost | [`Request::idempotency_key`], [`Request::create_unique`], [`Request::create`] |
//! | read a list with several pages | [`Request::pages`], [`Pages`] |
//! | change the elements of an object one by one, such as the members of a group | [`reconcile`] |
//! | wait for a state | [`Waiter`] |
//! | understand the refusals of an API with statuses of its own | [`Builder::not_found`], [`Builder::limited`], [`Builder::try_again`] |
//! | read many objects with one request | [`Coalescer`] |
//! | show errors at attributes, with the command to import | [`ResultExt`], [`Fields`], [`Refusal`], [`already_exists`] |
//! | read numbers as text, times, durations, missing and null | [`de`] |
//! | test without a network, or under faults | the crate [terrane-api-test](https://docs.rs/terrane-api-test), [`Builder::transport`] |
//!
//! # Logs
//!
//! Each attempt is a line of the level DEBUG, or INFO if it was not answered: method, address without the query, status, duration. Headers, queries and bodies
//! are never logged. Credentials are hidden by value in all lines and diagnostics. Each request is a span `http_request` with the field names of OpenTelemetry.

mod answer;
mod client;
mod coalesce;
mod create;
mod credentials;
pub mod de;
mod error;
mod fields;
#[doc = include_str!("guide.md")]
pub mod guide {}
mod messages;
mod pages;
mod pointer;
mod rate;
mod reconcile;
mod refusal;
mod request;
mod retry;
mod scope;
mod send;
pub mod transport;
mod wait;

pub use answer::Answer;
pub use client::{Builder, Client};
pub use coalesce::Coalescer;
pub use credentials::{ClientCredentials, Credentials, Token};
pub use error::{Error, ErrorKind, Failure, Result, ResultExt, Stop};
pub use fields::Fields;
pub use http;
pub use messages::already_exists;
pub use pages::{Page, Pages};
pub use reconcile::reconcile;
pub use refusal::{FieldProblem, Refusal};
pub use request::Request;
pub use retry::Retry;
pub use wait::Waiter;
