//! Requests during which another call changes users or roles.

use serde_json::{Value as Json, json};
use terrane_api_test::{Fake, Reply, Server};
use terrane_test::client::Client;

/// etcd refuses such a request, and does not carry it out.
#[tokio::test]
async fn a_request_that_a_change_of_users_has_overtaken_is_repeated() {
    let overtaken = json!({
        "error": "etcdserver: revision of auth store is old", "code": 3,
        "message": "etcdserver: revision of auth store is old",
    });
    // The state counts the requests.
    let api = Fake::new([0; 2])
        .route("POST", "/v3/kv/range", |[_, reads], _| {
            *reads += 1;
            Reply::ok(json!({ "header": {} }))
        })
        .route("POST", "/v3/kv/txn", move |[writes, _], call| {
            *writes += 1;
            if *writes == 1 {
                return Reply::new(400, overtaken.clone());
            }
            let put = &call.body["success"][0]["request_put"];
            let written = json!({ "key": put["key"], "value": put["value"], "mod_revision": "7" });
            let read = json!({ "response_range": { "kvs": [written] } });
            Reply::ok(json!({ "succeeded": true, "responses": [Json::Null, read] }))
        });
    let server = Server::start(api.clone()).unwrap();
    let config = json!({ "endpoint": server.url() });
    let client = Client::configured(terrane::server::<etcd::Etcd>(), config);
    let client = client.await.unwrap();
    let config = json!({ "key": "a", "value": "b" });
    let key = client.create("etcd_key", config).await.unwrap();
    let value = format!("{:?}", key.value());
    assert!(value.contains("\"b\""), "{value}");
    // The second attempt is no creation whose answer was lost: nothing is looked up in between.
    assert_eq!(*api.state(), [2, 1]);
}
