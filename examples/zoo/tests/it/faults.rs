//! The life of a pet under each fault, at each of its requests.

use serde_json::json;
use terrane_api_test::{Faulty, Life, Server, under_faults};
use terrane_test::client::Client;

use crate::api::Api;

const FAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/faults.md");
const TOKEN: &str = "s3cret-t0ken";

#[tokio::test]
async fn no_pet_is_lost_or_added_twice_under_any_fault() {
    let report = under_faults(async |_| {
        let api = Api::start(TOKEN).unwrap();
        let faulty = Faulty::new(api.stub.clone());
        let front = Server::start(faulty.clone()).unwrap();
        let settings = json!({ "url": front.url(), "token": TOKEN });
        let client = Client::configured(terrane::server::<zoo::Zoo>(), settings);
        let client = client.await.unwrap();
        Life::new(client, faulty, async move || api.pets().len())
            .object("zoo_pet", json!({ "name": "Rex", "diet": { "kcal": 300 } }))
            .change(json!({ "name": "Rex", "legs": 3, "diet": { "kcal": 200 } }))
            .secret(TOKEN)
            .keep(front)
    })
    .await;
    report.compare(FAULTS).unwrap();
}
