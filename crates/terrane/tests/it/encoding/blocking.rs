//! The conversion of a value that never returns: the host gets an answer all the same, with the object that exists.

use std::time::Duration;

use serde_json::json;
use terrane_protocol::EmptyRequest;
use terrane_test::client::{Client, Instance};
use tokio::time::timeout;

use crate::encoding::items::{GATE, Lab};
use crate::setup::{after, failure, stored};

/// The limit that only ends a test that hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Lets the conversion continue, also when the test fails: its runtime waits for it.
struct Opening(&'static str);

impl Drop for Opening {
    fn drop(&mut self) {
        GATE.open(self.0.trim_start_matches("key "));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_object_is_kept_while_the_conversion_of_a_value_blocks() {
    let state = json!({ "id": "7", "fault": "none", "given": "before", "most": 2.5 });
    for (fault, by) in [
        ("blocks create", "create"),
        ("blocks record", "record"),
        ("blocks update", "update"),
        ("key blocks", "create"),
    ] {
        let _opening = Opening(fault);
        let provider = terrane::server::<Lab>();
        let client = Client::configured(provider.clone(), json!({}))
            .await
            .unwrap();
        let prior = match by {
            "update" => stored(&client, "lab_item", Some(&state.to_string())),
            _ => Instance::absent("lab_item"),
        };
        let config = json!({ "fault": fault, "by": by, "given": "given" });
        let plan = client.plan(&prior, config).await.unwrap();
        let interrupt = async {
            GATE.reached.notified().await;
            provider.stop_provider(EmptyRequest::default()).await
        };
        let changed = async { tokio::join!(client.apply(plan), interrupt).0 };
        let changed = timeout(PATIENCE, changed).await.expect("it is answered");
        let errors = failure(&changed);
        assert_eq!(
            errors[0].summary, "Operation interrupted",
            "{by}: {errors:?}"
        );
        if fault == "key blocks" {
            assert!(errors[0].detail.contains("it may exist"), "{errors:?}");
            assert!(after(&changed).is_none_or(|item| !item.exists()));
            continue;
        }
        assert_eq!(errors.len(), 1, "{by}: {errors:?}");
        let item = after(&changed).unwrap();
        let id = if prior.exists() { "7" } else { "1" };
        assert_eq!(item.attribute("id"), Some(&id.into()), "{by}");
        assert_eq!(item.attribute("given"), Some(&"given".into()), "{by}");
        if prior.exists() {
            assert!(item.attribute("most").unwrap().is_known());
        }
    }
}
