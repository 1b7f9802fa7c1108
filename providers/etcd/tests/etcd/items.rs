//! What each item does.

use serde_json::json;
use terrane_test::Action;
use terrane_test::client::{CallError, Client, Query};

use crate::server::{Server, ask};

fn text(error: &CallError) -> String {
    let diagnostics = error.diagnostics().iter();
    diagnostics
        .map(|it| format!("{}: {}\n", it.summary, it.detail))
        .collect()
}

async fn provider() -> Option<(Server, Client)> {
    let server = Server::start().await?;
    let client = Server::provider(&server.url).await;
    Some((server, client))
}

#[tokio::test]
async fn keys_are_created_listed_imported_and_not_taken_over() {
    let Some((_server, client)) = provider().await else {
        return;
    };
    for key in ["a/1", "a/2", "b"] {
        client
            .create(
                "etcd_key",
                json!({ "key": key, "value": format!("value of {key}") }),
            )
            .await
            .unwrap();
    }
    let error = client
        .create("etcd_key", json!({ "key": "b", "value": "x" }))
        .await
        .unwrap_err();
    assert!(
        text(&error).contains("terraform import etcd_key.NAME 'b'"),
        "{}",
        text(&error)
    );

    let read = client
        .read_data("etcd_keys", json!({ "prefix": "a/" }))
        .await
        .unwrap();
    let shown = format!("{:?}", read.value());
    assert!(
        shown.contains("value of a/2") && !shown.contains("value of b"),
        "{shown}"
    );
    let listed = client
        .list("etcd_key", json!({ "prefix": "a/" }), Query::default())
        .await
        .unwrap();
    let names: Vec<_> = listed.iter().map(|it| it.display_name()).collect();
    assert_eq!(names, ["a/1", "a/2"]);

    let imported = client.import("etcd_key", "b").await.unwrap();
    let imported = client.read(&imported).await.unwrap();
    let plan = client
        .plan(&imported, json!({ "key": "b", "value": "value of b" }))
        .await
        .unwrap();
    assert_eq!(plan.action(), Action::NoOp);
}

#[tokio::test]
async fn a_key_ends_with_its_lease() {
    let Some((_server, client)) = provider().await else {
        return;
    };
    let lease = client
        .create("etcd_lease", json!({ "ttl": 500 }))
        .await
        .unwrap();
    let id = lease.get::<etcd::Lease>().unwrap().id.into_known().unwrap();
    let config = json!({ "key": "k", "value": "v", "lease": id });
    let key = client.create("etcd_key", config).await.unwrap();
    assert!(client.read(&key).await.unwrap().exists());
    client.delete(&lease).await.unwrap();
    assert!(!client.read(&key).await.unwrap().exists());
    assert!(!client.read(&lease).await.unwrap().exists());
}

#[tokio::test]
async fn a_lock_waits_for_its_holder_and_its_timeout_says_so() {
    let Some((_server, client)) = provider().await else {
        return;
    };
    let first = client
        .create("etcd_lock", json!({ "name": "door" }))
        .await
        .unwrap();
    let short = json!({ "name": "door", "timeouts": { "create": "1s" } });
    let error = client.create("etcd_lock", short).await.unwrap_err();
    assert!(
        text(&error).contains("its state is `held by another`"),
        "{}",
        text(&error)
    );
    // A host deletes what it could not finish.
    client.delete(error.instance().unwrap()).await.unwrap();
    let second = client.create("etcd_lock", json!({ "name": "door" }));
    let (second, deleted) = tokio::join!(second, client.delete(&first));
    deleted.unwrap();
    assert!(client.read(&second.unwrap()).await.unwrap().exists());
}

#[tokio::test]
async fn roles_and_users_are_changed_in_place() {
    let Some((server, client)) = provider().await else {
        return;
    };
    let permission = |access: &str, key: &str| json!({ "access": access, "key": key, "range_end": etcd::prefix_end(key.to_owned()) });
    let config = json!({ "name": "app", "permissions": [permission("read", "a/"), permission("write", "b/")] });
    let role = client.create("etcd_role", config).await.unwrap();
    let config = json!({ "name": "app", "permissions": [permission("readwrite", "a/")] });
    let role = client.update(&role, config.clone()).await.unwrap();
    let role = client.read(&role).await.unwrap();
    assert_eq!(
        client.plan(&role, config).await.unwrap().action(),
        Action::NoOp
    );

    let config = json!({ "name": "tom", "password": "first", "roles": ["app"] });
    let user = client.create("etcd_user", config).await.unwrap();
    let config = json!({ "name": "tom", "password": "second" });
    let user = client.update(&user, config.clone()).await.unwrap();
    let login = |password: &str| {
        let body = json!({ "name": "tom", "password": password });
        let api = server.api.without_credentials();
        async move { ask(&api, "auth/authenticate", body).await.is_ok() }
    };
    assert!(!login("first").await && login("second").await);
    let user = client.read(&user).await.unwrap();
    assert_eq!(
        client.plan(&user, config).await.unwrap().action(),
        Action::NoOp
    );
    let users = client.read_data("etcd_users", json!({})).await.unwrap();
    assert!(format!("{:?}", users.value()).contains("tom"));
    client.delete(&user).await.unwrap();
    client.delete(&role).await.unwrap();
    assert!(!client.read(&role).await.unwrap().exists());
}

#[tokio::test]
async fn a_lease_for_one_run_is_renewed_and_revoked() {
    let Some((server, client)) = provider().await else {
        return;
    };
    let mut opened = client
        .open("etcd_lease", json!({ "ttl": 600 }))
        .await
        .unwrap();
    assert!(opened.renew_at().is_some());
    client.renew(&mut opened).await.unwrap();
    let count = || async {
        let all = ask(&server.api, "lease/leases", json!({})).await.unwrap();
        all["leases"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(count().await, 1);
    client.close(opened).await.unwrap();
    assert_eq!(count().await, 0);
}

#[test]
fn the_end_of_a_prefix_is_the_first_text_after_it() {
    for (prefix, end) in [
        ("a/", "a0"),
        ("a", "b"),
        ("", "\0"),
        ("a\u{10ffff}", "b"),
        ("\u{10ffff}", "\0"),
        ("\u{d7ff}", "\u{e000}"),
    ] {
        assert_eq!(etcd::prefix_end(prefix.to_owned()), end);
    }
}
