//! Fake APIs and their faults.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value as Json, json};
use terrane::context::{ConfigureContext, ReadContext};
use terrane_api::http::HeaderName;
use terrane_api::http::header::CONTENT_TYPE;
use terrane_api::{Client, Credentials, Error, Retry};
use terrane_api_test::{Fake, Fault, Faulty, Remote, Reply, Server};

/// An API with a counter.
fn counter() -> Fake<u64> {
    Fake::new(0)
        .bearer(|_, token| token == "s3cret")
        .open_route("GET", "/open", |_, _| Reply::ok("open".into()))
        .route("POST", "/counter/{by}", |count, call| {
            *count += call.path("by").parse::<u64>().unwrap();
            Reply::ok(json!(*count))
        })
        .route("GET", "/counter", |count, call| {
            Reply::ok(json!({ "count": *count, "unit": call.query("unit") }))
        })
}

fn client(url: &str, token: &str) -> Client {
    let builder = Client::builder(url).credentials(Credentials::bearer(token));
    builder
        .retry(Retry::never())
        .build(&ConfigureContext::default())
        .unwrap()
}

async fn add(client: &Client) -> Result<u64, Error> {
    client
        .post(["counter", "1"])
        .fetch(&ReadContext::default())
        .await
}

async fn count(client: &Client) -> u64 {
    let request = client.get(["counter"]).query("unit", "a b");
    let body: Json = request.fetch(&ReadContext::default()).await.unwrap();
    assert_eq!(body["unit"], "a b");
    body["count"].as_u64().unwrap()
}

#[tokio::test]
async fn routes_have_a_state_names_in_their_paths_and_authorization() {
    let api = counter();
    let server = Server::start(api.clone()).unwrap();
    let good = client(server.url(), "s3cret");
    assert_eq!(add(&good).await.unwrap(), 1);
    *api.state() = 7;
    assert_eq!(count(&good).await, 7);
    let cx = ReadContext::default();
    let missing = good.get(["missing"]).send(&cx).await.unwrap_err();
    assert_eq!(missing.status().unwrap(), 404);
    let method = good.put(["counter"]).send(&cx).await.unwrap_err();
    assert_eq!(method.status().unwrap(), 405);
    let bad = client(server.url(), "other");
    assert_eq!(add(&bad).await.unwrap_err().status().unwrap(), 401);
    assert_eq!(
        bad.get(["open"]).fetch::<String>(&cx).await.unwrap(),
        "open"
    );
}

#[tokio::test]
async fn credentials_of_any_kind_are_checked_and_answers_may_be_text() {
    let api = Fake::new(())
        .authorized(|(), headers| headers.get("x-api-key").is_some_and(|it| it == "s3cret"))
        .route("GET", "/text", |(), _| Reply::text(200, "plain"))
        .route("GET", "/page", |(), _| {
            Reply::text(200, "<p>").header("content-type", "text/html")
        })
        .route("GET", "/refused", |(), _| Reply::text(409, "Conflict"));
    let cx = ReadContext::default();
    let client = |key| {
        let key = Credentials::header(HeaderName::from_static("x-api-key"), key);
        let builder = Client::builder("http://localhost").credentials(key);
        let builder = builder.retry(Retry::never()).transport(api.clone());
        builder.build(&ConfigureContext::default()).unwrap()
    };
    let good = client("s3cret");
    let text = good.get(["text"]).send(&cx).await.unwrap();
    assert_eq!(text.body().as_ref(), b"plain");
    assert_eq!(
        text.header(CONTENT_TYPE).unwrap(),
        "text/plain; charset=utf-8"
    );
    let page = good.get(["page"]).send(&cx).await.unwrap();
    assert_eq!(page.header(CONTENT_TYPE).unwrap(), "text/html");
    let refused = good.get(["refused"]).send(&cx).await.unwrap_err();
    assert_eq!(refused.refusal().unwrap().message(), "Conflict");
    let error = client("other").get(["text"]).send(&cx).await.unwrap_err();
    assert_eq!(error.status().unwrap(), 401);
}

#[tokio::test]
async fn each_fault_has_its_effect() {
    for (fault, status, applied) in [
        (Fault::Slow, Some(200), 1),
        (Fault::Unavailable, Some(503), 0),
        (Fault::Unauthorized, Some(401), 0),
        (Fault::CutBefore, None, 0),
        (Fault::CutAfter, None, 1),
        (Fault::Duplicate, Some(200), 2),
    ] {
        let api = counter();
        let faulty = Faulty::new(api.clone());
        faulty.cause(fault, 0);
        let server = Server::start(faulty.clone()).unwrap();
        let added = add(&client(server.url(), "s3cret")).await;
        let found = added
            .as_ref()
            .map_or_else(|error| error.status().map(|it| it.as_u16()), |_| Some(200));
        assert_eq!((found, *api.state()), (status, applied), "{fault}");
        assert_eq!(faulty.lines(), ["POST /counter/1"]);
    }
}

#[tokio::test]
async fn a_limited_request_is_repeated() {
    let faulty = Faulty::new(counter());
    faulty.cause(Fault::Limited, 0);
    let server = Server::start(faulty.clone()).unwrap();
    assert_eq!(add(&client(server.url(), "s3cret")).await.unwrap(), 1);
    assert_eq!(faulty.lines().len(), 2);
}

#[tokio::test]
async fn a_stale_read_shows_the_state_before_the_last_change() {
    let faulty = Faulty::new(counter());
    faulty.cause(Fault::Stale, 2);
    let server = Server::start(faulty).unwrap();
    let client = client(server.url(), "s3cret");
    add(&client).await.unwrap();
    add(&client).await.unwrap();
    assert_eq!(count(&client).await, 1);
    assert_eq!(count(&client).await, 2);
}

#[tokio::test]
async fn a_real_api_gets_faults_too() {
    let real = Server::start(counter()).unwrap();
    let faulty = Faulty::new(Remote::new(real.url()).unwrap());
    faulty.cause(Fault::CutAfter, 0);
    let server = Server::start(faulty).unwrap();
    let client = client(server.url(), "s3cret");
    assert!(add(&client).await.unwrap_err().may_be_applied());
    assert_eq!(count(&client).await, 1);
    assert!(Remote::new("api.example.com").is_err());
}
