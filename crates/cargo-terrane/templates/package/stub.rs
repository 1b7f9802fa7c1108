//! A server with the methods of the API, for tests and for trials on this machine: `cargo run --example stub`.
//!
//! It keeps objects in memory: `POST /COLLECTION` creates one, `GET /COLLECTION` lists all, and `GET`, `PUT` and `DELETE /COLLECTION/ID` read, replace and
//! delete one.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

/// The token that the server accepts.
pub(crate) const TOKEN: &str = "s3cret-t0ken";

/// The objects by their paths, such as `widgets/1`.
type Objects = Arc<Mutex<BTreeMap<String, Value>>>;

/// Starts a server on an address such as `127.0.0.1:0`, and returns its URL. It works on a thread of its own until the process ends.
pub(crate) fn start(address: &str) -> io::Result<String> {
    let listener = std::net::TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    let url = format!("http://{}", listener.local_addr()?);
    let router = Router::new().fallback(answer).with_state(Objects::default());
    let runtime = Builder::new_current_thread().enable_all().build()?;
    thread::spawn(move || {
        runtime.block_on(async { axum::serve(TcpListener::from_std(listener)?, router).await })
    });
    Ok(url)
}

async fn answer(
    State(objects): State<Objects>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, String) {
    let authorization = headers
        .get("authorization")
        .and_then(|value| value.to_str().ok());
    if authorization != Some(&format!("Bearer {TOKEN}")) {
        return refusal(StatusCode::UNAUTHORIZED, "the token is unknown");
    }
    let mut objects = objects.lock().unwrap_or_else(PoisonError::into_inner);
    let path = uri.path().trim_matches('/').to_owned();
    let body = serde_json::from_slice::<Value>(&body);
    match (method.as_str(), path.split('/').count(), body) {
        ("POST", 1, Ok(mut object)) => {
            let id = (1..)
                .map(|number: u64| number.to_string())
                .find(|id| !objects.contains_key(&format!("{path}/{id}")))
                .unwrap_or_default();
            object["token"] = json!(format!("token-{id}"));
            object["id"] = json!(id);
            objects.insert(format!("{path}/{id}"), object.clone());
            (StatusCode::CREATED, object.to_string())
        }
        ("GET", 1, _) => {
            let prefix = format!("{path}/");
            let found = objects.iter().filter(|(key, _)| key.starts_with(&prefix));
            let found: Vec<&Value> = found.map(|(_, object)| object).collect();
            (StatusCode::OK, json!(found).to_string())
        }
        ("GET", 2, _) => match objects.get(&path) {
            Some(object) => (StatusCode::OK, object.to_string()),
            None => refusal(StatusCode::NOT_FOUND, "there is no such object"),
        },
        ("PUT", 2, Ok(mut object)) => match objects.get_mut(&path) {
            Some(existing) => {
                object["id"] = existing["id"].clone();
                *existing = object.clone();
                (StatusCode::OK, object.to_string())
            }
            None => refusal(StatusCode::NOT_FOUND, "there is no such object"),
        },
        ("DELETE", 2, _) => match objects.remove(&path) {
            Some(_) => (StatusCode::NO_CONTENT, String::new()),
            None => refusal(StatusCode::NOT_FOUND, "there is no such object"),
        },
        _ => refusal(StatusCode::BAD_REQUEST, "there is no such request"),
    }
}

fn refusal(status: StatusCode, reason: &str) -> (StatusCode, String) {
    (status, json!({ "error": reason }).to_string())
}

#[cfg(not(test))]
fn main() -> io::Result<()> {
    let url = start("127.0.0.1:8080")?;
    println!("The API runs until you press Ctrl-C. For the provider, in another shell:");
    println!("export ACME_URL={url} ACME_TOKEN={TOKEN}");
    loop {
        thread::park();
    }
}
