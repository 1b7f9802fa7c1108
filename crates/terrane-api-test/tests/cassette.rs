//! Recording and replay.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::json;
use terrane::context::{ConfigureContext, ReadContext};
use terrane_api::transport::Transport;
use terrane_api::{Client, Credentials, Retry};
use terrane_api_test::{Fake, Recorder, Replay, Reply};

const SECRET: &str = "s3cret-t0ken";

/// An API with random ids and times, which differ between two recordings.
fn api(id: &'static str, time: &'static str) -> Fake<()> {
    Fake::new(())
        .bearer(|(), token| token == SECRET)
        .route("POST", "/v1/pets", move |(), call| {
            let pet = json!({
                "id": id, "name": call.body["name"], "created": time, "apiKey": "other-s3cret",
                "note": format!("made with {SECRET}"),
            });
            Reply::new(201, pet).header("set-cookie", "session=cookie-s3cret")
        })
        .route("GET", "/v1/pets/{id}", move |(), call| {
            Reply::ok(json!({ "id": call.path("id"), "found": call.path("id") == id }))
        })
}

fn client(api: impl Transport) -> Client {
    let builder = Client::builder("https://api.test/v1")
        .transport(api)
        .retry(Retry::never());
    let builder = builder.credentials(Credentials::bearer(SECRET));
    builder.build(&ConfigureContext::default()).unwrap()
}

/// Creates and reads a pet. Returns its id.
async fn use_api(client: &Client) -> terrane_api::Result<String> {
    let cx = ReadContext::default();
    let new = json!({ "name": "rex", "password": SECRET });
    let pet: serde_json::Value = client.post(["pets"]).json(&new).fetch(&cx).await?;
    let id = pet["id"].as_str().unwrap().to_owned();
    let found: serde_json::Value = client.get(["pets", &id]).fetch(&cx).await?;
    assert_eq!((&found["id"], &found["found"]), (&json!(id), &json!(true)));
    Ok(id)
}

async fn record(id: &'static str, time: &'static str) -> String {
    let recorder = Recorder::new(api(id, time)).secret(SECRET);
    assert_eq!(use_api(&client(recorder.clone())).await.unwrap(), id);
    let file = tempfile::NamedTempFile::new().unwrap();
    recorder.save(file.path()).unwrap();
    std::fs::read_to_string(file.path()).unwrap()
}

#[tokio::test]
async fn a_cassette_has_no_secret_and_is_the_same_in_each_recording() {
    let first = record(
        "0b9f7f0c-8d0e-4b52-9a3e-6d8a11111111",
        "2026-01-02T03:04:05Z",
    )
    .await;
    let second = record(
        "7c1c53a1-9f0e-4f6c-8a43-d1f622222222",
        "2027-05-06T07:08:09.123+02:00",
    )
    .await;
    assert_eq!(first, second);
    assert!(
        first.contains("00000000-0000-4000-8000-000000000001"),
        "{first}"
    );
    for secret in [SECRET, "other-s3cret", "cookie-s3cret", "Bearer"] {
        assert!(!first.contains(secret), "{first}");
    }
}

#[tokio::test]
async fn a_replay_answers_the_recorded_requests_and_refuses_others() {
    let cassette = record(
        "0b9f7f0c-8d0e-4b52-9a3e-6d8a11111111",
        "2026-01-02T03:04:05Z",
    )
    .await;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), cassette).unwrap();
    let replay = Replay::open(file.path()).unwrap();
    let id = use_api(&client(replay.clone())).await.unwrap();
    assert_eq!(id, "00000000-0000-4000-8000-000000000001");
    replay.assert_complete();

    let replay = Replay::open(file.path()).unwrap();
    let client = client(replay.clone());
    let other = client
        .post(["pets"])
        .json(&json!({ "name": "tom", "password": SECRET }));
    let error = other
        .send(&ReadContext::default())
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("\"rex\"") && error.contains("\"tom\""),
        "{error}"
    );
    assert!(std::panic::catch_unwind(|| replay.assert_complete()).is_err());
}

#[test]
fn a_file_that_is_no_cassette_is_named() {
    let missing = Replay::open("missing.json").unwrap_err().to_string();
    assert!(missing.contains("missing.json"), "{missing}");
}
