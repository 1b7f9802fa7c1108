//! The API: a server on the loopback with state and faults.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value as Json, json};
use terrane_test::client::Client;
use tokio::net::TcpListener;

/// A fault of one request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Fault {
    /// The connection is cut before the request is carried out.
    CutBefore,
    /// The connection is cut after the request is carried out.
    CutAfter,
    /// The server fails.
    Unavailable,
    /// There are too many requests.
    Limited,
    /// The session has ended.
    SessionEnded,
}

pub(crate) const FAULTS: [Fault; 5] = [
    Fault::CutBefore,
    Fault::CutAfter,
    Fault::Unavailable,
    Fault::Limited,
    Fault::SessionEnded,
];

#[derive(Default)]
pub(crate) struct World {
    pub(crate) animals: BTreeMap<String, Json>,
    pub(crate) lines: Vec<String>,
    /// The fault of the nth request that is no login, counted from 0.
    pub(crate) fault: Option<(usize, Fault)>,
    count: usize,
    sessions: usize,
    created: usize,
}

#[derive(Clone, Default)]
pub(crate) struct Api(Arc<Mutex<World>>);

impl Api {
    /// Starts the API, and returns a client of a provider that uses it.
    pub(crate) async fn start(&self) -> Client {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let router = Router::new()
            .fallback(carry_out)
            .layer(from_fn_with_state(self.clone(), faulty))
            .with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let config = json!({ "url": url, "password": "s3cret-password", "first_delay": 1 });
        let client = Client::configured(terrane::server::<shelter::Shelter>(), config);
        client.await.unwrap()
    }

    pub(crate) fn world<T>(&self, with: impl FnOnce(&mut World) -> T) -> T {
        with(&mut self.0.lock().unwrap())
    }
}

fn reply(status: u16, body: &Json) -> Response {
    let status = StatusCode::from_u16(status).unwrap();
    (
        status,
        [(header::CONTENT_TYPE, "application/json")],
        body.to_string(),
    )
        .into_response()
}

/// An answer whose connection ends in the middle.
fn cut() -> Response {
    let cut = futures_util::stream::iter([
        Ok(axum::body::Bytes::from_static(b"{")),
        Err(std::io::Error::other("cut on purpose")),
    ]);
    Body::from_stream(cut).into_response()
}

/// Checks the session, and applies the fault.
async fn faulty(State(api): State<Api>, request: Request, next: Next) -> Response {
    if request.uri().path() == "/v1/login" {
        let session = api.world(|world| {
            world.sessions += 1;
            world.sessions
        });
        return reply(200, &json!(format!("session-{session}")));
    }
    let line = format!("{} {}", request.method(), request.uri());
    let authorization = request.headers().get(header::AUTHORIZATION).cloned();
    let fault = api.world(|world| {
        world.lines.push(line);
        let at = world.count;
        world.count += 1;
        let fault = world
            .fault
            .filter(|(nth, _)| *nth == at)
            .map(|(_, fault)| fault);
        if fault == Some(Fault::SessionEnded) {
            world.sessions += 1;
        }
        fault
    });
    let expected = api.world(|world| format!("Bearer session-{}", world.sessions));
    if authorization.is_none_or(|it| it != expected.as_str()) {
        return reply(401, &Json::Null);
    }
    match fault {
        Some(Fault::CutBefore) => cut(),
        Some(Fault::Unavailable) => reply(503, &Json::Null),
        Some(Fault::Limited) => {
            let mut refusal = reply(429, &Json::Null);
            refusal
                .headers_mut()
                .insert(header::RETRY_AFTER, "0".parse().unwrap());
            refusal
        }
        Some(Fault::CutAfter) => {
            let _lost = next.run(request).await;
            cut()
        }
        Some(Fault::SessionEnded) | None => next.run(request).await,
    }
}

/// Carries out a request.
async fn carry_out(State(api): State<Api>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 10_000).await.unwrap();
    let body: Json = serde_json::from_slice(&body).unwrap_or_default();
    let id = head
        .uri
        .path()
        .strip_prefix("/v1/animals/")
        .map(str::to_owned);
    let query = head.uri.query().unwrap_or_default().to_owned();
    api.world(|world| world.answer(&head.method, id, &query, body))
}

impl World {
    fn answer(
        &mut self,
        method: &Method,
        id: Option<String>,
        query: &str,
        mut body: Json,
    ) -> Response {
        let changes = *method == Method::POST || *method == Method::PUT;
        if changes && body["dailyFood"].as_i64() < Some(1) {
            let problem = json!({ "pointer": "#/dailyFood", "detail": "an animal must eat" });
            return reply(422, &json!({ "title": "Refused", "errors": [problem] }));
        }
        match (method.as_str(), id) {
            ("GET", None) => reply(200, &self.list(query)),
            ("POST", None) => {
                if self
                    .animals
                    .values()
                    .any(|animal| animal["name"] == body["name"])
                {
                    return reply(409, &json!({ "title": "The name is taken" }));
                }
                self.created += 1;
                let id = format!("animal-{}", self.created);
                body["id"] = json!(id);
                body["state"] = json!("arriving");
                self.animals.insert(id, body.clone());
                reply(201, &body)
            }
            (method, Some(id)) => {
                let Some(animal) = self.animals.get_mut(&id) else {
                    return reply(404, &Json::Null);
                };
                let before = animal.clone();
                // It settles while somebody looks.
                animal["state"] = json!("settled");
                match method {
                    "PUT" => animal["dailyFood"] = body["dailyFood"].clone(),
                    "DELETE" => drop(self.animals.remove(&id)),
                    _ => {}
                }
                reply(200, &before)
            }
            _ => reply(405, &Json::Null),
        }
    }

    /// Lists the animals with a name, or a page of two animals.
    fn list(&self, query: &str) -> Json {
        if let Some(name) = query.strip_prefix("name=") {
            return self
                .animals
                .values()
                .filter(|animal| animal["name"] == name)
                .cloned()
                .collect();
        }
        let after = query.strip_prefix("after=").unwrap_or_default();
        let rest = self.animals.iter().filter(|(id, _)| id.as_str() > after);
        let page: Vec<_> = rest.take(2).collect();
        let next = page.get(1).map(|(id, _)| id.as_str());
        json!({ "animals": page.iter().map(|(_, animal)| animal).collect::<Vec<_>>(), "next": next })
    }
}
