//! The life of an animal in recorded answers of the API.

use serde_json::json;
use terrane_api::transport::Transport;
use terrane_api_test::{Recorder, Remote, Replay, Server};
use terrane_test::Action;
use terrane_test::client::Client;

use crate::api::PASSWORD;

const CASSETTE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/shelter/animal.json");

async fn live(api: impl Transport) {
    let server = Server::start(api).unwrap();
    let url = format!("{}/v1", server.url());
    let provider = terrane::server::<shelter::Shelter>();
    let settings = json!({ "url": url, "password": PASSWORD });
    let client = Client::configured(provider, settings).await.unwrap();
    let config = json!({ "name": "recorded", "food": 100 });
    let animal = client
        .create("shelter_animal", config.clone())
        .await
        .unwrap();
    let animal = client.read(&animal).await.unwrap();
    let plan = client.plan(&animal, config).await.unwrap();
    assert_eq!(plan.action(), Action::NoOp);
    client.delete(&animal).await.unwrap();
}

/// With `RECORD_FROM=http://..`, the test records the answers of the API there. Without it, it replays them.
#[tokio::test]
async fn an_animal_lives_in_the_recorded_answers() {
    if let Ok(url) = std::env::var("RECORD_FROM") {
        let recorder = Recorder::new(Remote::new(&url).unwrap()).secret(PASSWORD);
        live(recorder.clone()).await;
        return recorder.save(CASSETTE).unwrap();
    }
    let api = Replay::open(CASSETTE).unwrap();
    live(api.clone()).await;
    api.assert_complete();
}
