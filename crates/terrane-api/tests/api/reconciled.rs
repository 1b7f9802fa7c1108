//! Elements that have requests of their own.

use serde_json::Value as Json;
use terrane::context::UpdateContext;
use terrane_api::reconcile;

use crate::fake::{Fake, ok, status};

#[tokio::test(start_paused = true)]
async fn what_is_not_wanted_is_removed_before_what_is_missing_is_added() {
    // One of the elements does not exist any more.
    let fake = Fake::new(|seen| match seen.line.as_str() {
        "DELETE /v1/members/a" => status(404, Json::Null),
        _ => ok(Json::Null),
    });
    let api = fake.client();
    let cx = UpdateContext::default();
    let remove = |name: &&str| api.delete(["members", name]);
    let add = |name: &&str| api.put(["members", name]);
    let (current, wanted) = (["a", "b", "c"], ["c", "d"]);
    reconcile(&current, &wanted, remove, add, &cx)
        .await
        .unwrap();
    let expected = [
        "DELETE /v1/members/a",
        "DELETE /v1/members/b",
        "PUT /v1/members/d",
    ];
    assert_eq!(fake.lines(), expected);
}

#[tokio::test(start_paused = true)]
async fn the_first_failure_ends_the_changes() {
    let fake = Fake::new(|_| status(403, Json::Null));
    let api = fake.client();
    let request = |name: &&str| api.put(["members", name]);
    let cx = UpdateContext::default();
    let changed = reconcile(&[], &["a", "b"], request, request, &cx).await;
    assert!(changed.is_err());
    assert_eq!(fake.lines().len(), 1);
}
