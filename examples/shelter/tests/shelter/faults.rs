//! The life of an animal under each fault, at each of its requests.

use serde_json::json;
use terrane_api_test::{Life, under_faults};

use crate::api::Shelter;

const FAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/faults.md");

#[tokio::test]
async fn no_animal_is_lost_or_created_twice_under_any_fault() {
    let report = under_faults(async |_| {
        let Shelter {
            api,
            faulty,
            client,
            server,
        } = Shelter::start().await;
        Life::new(client, faulty, async move || api.state().animals.len())
            .object("shelter_animal", json!({ "name": "rex", "food": 100 }))
            .change(json!({ "name": "rex", "food": 200 }))
            .secret("s3cret-password")
            .secret("session-1")
            .keep(server)
    })
    .await;
    report.compare(FAULTS).unwrap();
}
