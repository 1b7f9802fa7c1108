//! The life of an approval under each fault, at each of its requests.

use github_token::GithubToken;
use serde_json::json;
use terrane_api_test::{Faulty, Life, Server, under_faults};
use terrane_test::client::Client;

use crate::github::{APP, Github, INSTALLATION, KEY};

const FAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/faults.md");

/// The provider has the credentials of an app, so the life starts with a request for a token.
#[tokio::test]
async fn no_approval_is_lost_under_any_fault() {
    let report = under_faults(async |_| {
        let permissions = json!({ "repository": { "contents": "read" } });
        let github = Github::requested("mona", "build", permissions).unwrap();
        let faulty = Faulty::new(github.api.clone());
        let front = Server::start(faulty.clone()).unwrap();
        let settings = json!({
            "url": front.url(), "organization": "acme", "app_id": APP,
            "app_installation_id": INSTALLATION, "app_private_key": KEY,
        });
        let client = Client::configured(terrane::server::<GithubToken>(), settings);
        let client = client.await.unwrap();
        let config = json!({ "owner": "mona", "token_name": "build" });
        let change = json!({ "owner": "mona", "token_name": "build", "reason": "needed" });
        Life::new(client, faulty, async move || github.data().grants.len())
            .object("githubtoken_approval", config)
            .change(change)
            .secret("ghs_stub-")
            .secret(KEY.lines().nth(1).unwrap())
            .keep(front)
    })
    .await;
    report.compare(FAULTS).unwrap();
}
