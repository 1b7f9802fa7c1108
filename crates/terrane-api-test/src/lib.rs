//! Tests for providers of HTTP APIs: fake APIs, faults, and recorded answers.
//!
//! Everything here is a [`Transport`](terrane_api::transport::Transport): it answers requests. So the parts can be put together.
//!
//! | to | write |
//! |---|---|
//! | describe an API with a state | [`Fake`] |
//! | pass requests on to a real API | [`Remote`] |
//! | cause faults, and read which requests were sent | [`Faulty`] around either |
//! | record the answers of a real API, and replay them | [`Recorder`] and [`Replay`] |
//! | reach it from a provider | [`Server`], or [`Builder::transport`](terrane_api::Builder::transport) without a network |
//! | run the life of a resource under each fault | [`Life`], [`under_faults`] |
//!
//! # The life of a resource under faults
//!
//! [`under_faults`] creates, changes, reads and deletes an object once for each fault and each request of this life. After each call it checks that the
//! API has at most one object, that no object is missing in the state unless an error has named it, and that no secret is in a diagnostic, in
//! the log or in a cassette of the requests.
//!
//! ```
//! # use std::collections::BTreeMap;
//! # use serde::{Deserialize, Serialize};
//! # use serde_json::{Value as Json, json};
//! # use terrane::prelude::*;
//! use terrane_api_test::{Fake, Faulty, Life, Reply, Server, under_faults};
//! use terrane_test::client::Client;
//!
//! # #[derive(Model)]
//! # /// The settings.
//! # struct Config {
//! #     /// The address.
//! #     url: String,
//! # }
//! # struct Zoo { api: terrane_api::Client }
//! # #[provider("registry.terraform.io/example/zoo")]
//! # impl Provider for Zoo {
//! #     async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
//! #         Ok(Zoo { api: terrane_api::Client::builder(&config.url).build(cx)? })
//! #     }
//! #     fn register(registry: &mut Registry<Self>) { registry.resource::<Cage>(); }
//! # }
//! # /// A cage.
//! # #[derive(Model, Serialize, Deserialize)]
//! # struct Cage {
//! #     /// Its name.
//! #     #[tf(identity, replace)]
//! #     name: String,
//! #     /// How many animals live in it.
//! #     animals: i64,
//! # }
//! # impl Resource for Cage {
//! #     type Provider = Zoo;
//! #     async fn create(plan: Self, zoo: &Zoo, cx: &mut CreateContext) -> Result<Self> {
//! #         Ok(zoo.api.put(["cages", &plan.name]).json(&plan).repeatable().fetch(cx).await?)
//! #     }
//! #     async fn read(prior: Prior<Self>, zoo: &Zoo, cx: &mut ReadContext) -> Result<Found<Self>> {
//! #         Ok(Found::or_gone(zoo.api.get(["cages", &prior.key().name]).find(cx).await?))
//! #     }
//! #     async fn update(plan: Self, _: Prior<Self>, zoo: &Zoo, cx: &mut UpdateContext) -> Result<Self> {
//! #         Ok(zoo.api.put(["cages", &plan.name]).json(&plan).repeatable().fetch(cx).await?)
//! #     }
//! #     async fn delete(prior: Prior<Self>, zoo: &Zoo, cx: &mut DeleteContext) -> Result<()> {
//! #         Ok(zoo.api.delete(["cages", &prior.key().name]).remove(cx).await?)
//! #     }
//! # }
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let report = under_faults(async |_| {
//!     let api = Fake::new(BTreeMap::<String, Json>::new())
//!         .route("PUT", "/cages/{name}", |cages, call| {
//!             cages.insert(call.path("name").to_owned(), call.body.clone());
//!             Reply::ok(call.body.clone())
//!         })
//!         .route("GET", "/cages/{name}", |cages, call| match cages.get(call.path("name")) {
//!             Some(cage) => Reply::ok(cage.clone()),
//!             None => Reply::not_found(),
//!         })
//!         .route("DELETE", "/cages/{name}", |cages, call| match cages.remove(call.path("name")) {
//!             Some(_) => Reply::new(204, Json::Null),
//!             None => Reply::not_found(),
//!         });
//!     let faulty = Faulty::new(api.clone());
//!     let server = Server::start(faulty.clone()).unwrap();
//!     let client = Client::configured(terrane::server::<Zoo>(), json!({ "url": server.url() })).await.unwrap();
//!     Life::new(client, faulty, async move || api.state().len())
//!         .object("zoo_cage", json!({ "name": "north", "animals": 1 }))
//!         .change(json!({ "name": "north", "animals": 2 }))
//!         .keep(server)
//! })
//! .await;
//! assert!(report.to_string().contains("| 503 |"));
//! # }
//! ```
//!
//! # Without a server
//!
//! [`Builder::transport`](terrane_api::Builder::transport) replaces the network of a client. With paused time, which needs the feature `test-util` of
//! tokio, delays and timeouts pass at once. The contexts of calls have a `Default` for tests.
//!
//! ```
//! use serde_json::{Value as Json, json};
//! use terrane::prelude::*;
//! use terrane_api::{Client, Waiter};
//! use terrane_api_test::{Fake, Reply};
//!
//! /// Waits until an animal has its place.
//! async fn settled(api: &Client, id: &str, cx: &CreateContext) -> Result<Json> {
//!     let check = || async {
//!         let animal: Json = api.get(["animals", id]).fetch(cx).await?;
//!         Ok(Some((animal["state"].as_str().unwrap_or_default().to_owned(), animal)))
//!     };
//!     Waiter::new("the animal").target(["settled"]).until(cx, check).await
//! }
//!
//! # #[tokio::main(flavor = "current_thread", start_paused = true)]
//! # async fn main() { a_late_animal_is_awaited().await }
//! // #[tokio::test(start_paused = true)]
//! async fn a_late_animal_is_awaited() {
//!     // The third answer has another state.
//!     let api = Fake::new(0).route("GET", "/animals/{id}", |asked, _| {
//!         *asked += 1;
//!         Reply::ok(json!({ "state": if *asked < 3 { "arriving" } else { "settled" } }))
//!     });
//!     let client = Client::builder("https://api.test").transport(api.clone());
//!     let client = client.build(&ConfigureContext::default()).unwrap();
//!     settled(&client, "rex", &CreateContext::default()).await.unwrap();
//!     assert_eq!(*api.state(), 3);
//! }
//! ```

mod answer;
mod cassette;
mod fake;
mod fault;
mod life;
mod log;
mod remote;
mod report;
mod server;

pub use cassette::{Recorder, Replay};
pub use fake::{Call, Fake, Reply};
pub use fault::{Fault, Faulty};
pub use life::{Life, under_faults};
pub use remote::Remote;
pub use report::Report;
pub use server::Server;
