//! The lives of all resources under each fault.

use serde_json::{Value as Json, json};
use terrane_api_test::{Faulty, Life, Remote, under_faults};

use crate::server::{PASSWORD, Server, ask};

const FAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/faults.md");

/// A resource: its configurations by the number of the life, and how its objects are counted.
struct Subject {
    resource: &'static str,
    created: fn(usize) -> Json,
    changed: Option<fn(usize) -> Json>,
    /// A request with the number of the life.
    request: fn(usize) -> (&'static str, Json),
    count: fn(&Json) -> usize,
}

static KEY: Subject = Subject {
    resource: "etcd_key",
    created: |n| json!({ "key": format!("key-{n}"), "value": "a" }),
    changed: Some(|n| json!({ "key": format!("key-{n}"), "value": "b" })),
    request: |n| ("kv/range", json!({ "key": base64(&format!("key-{n}")) })),
    count: |answer| answer["kvs"].as_array().map_or(0, Vec::len),
};

static LOCK: Subject = Subject {
    resource: "etcd_lock",
    created: |n| json!({ "name": format!("lock-{n}") }),
    changed: None,
    request: |n| {
        let range = [format!("lock-{n}/"), format!("lock-{n}0")].map(|it| base64(&it));
        (
            "kv/range",
            json!({ "key": range[0], "range_end": range[1] }),
        )
    },
    count: |answer| answer["kvs"].as_array().map_or(0, Vec::len),
};

static ROLE: Subject = Subject {
    resource: "etcd_role",
    created: |n| {
        let permission = json!({ "access": "read", "key": "a/", "range_end": "a0" });
        json!({ "name": format!("role-{n}"), "permissions": [permission] })
    },
    changed: Some(|n| {
        let permission = json!({ "access": "readwrite", "key": "b" });
        json!({ "name": format!("role-{n}"), "permissions": [permission] })
    }),
    request: |n| ("auth/role/get", json!({ "role": format!("role-{n}") })),
    count: |answer| usize::from(!answer.is_null()),
};

static USER: Subject = Subject {
    resource: "etcd_user",
    created: |n| json!({ "name": format!("user-{n}"), "password": "s3cret-of-user" }),
    changed: Some(
        |n| json!({ "name": format!("user-{n}"), "password": "s3cret-of-another", "roles": ["root"] }),
    ),
    request: |n| ("auth/user/get", json!({ "name": format!("user-{n}") })),
    count: |answer| usize::from(!answer.is_null()),
};

fn base64(text: &str) -> Json {
    serde_json::to_value(terrane_api::de::Base64::from(text)).unwrap()
}

/// Runs the lives of a subject under each fault, and compares the outcomes with the table in the documentation.
///
/// Each subject has an etcd of its own: a change of a user or a role ends requests of other sessions that are on their way.
async fn compare(subject: &Subject) {
    let Some(server) = Server::start().await else {
        return;
    };
    let remote = Remote::new(&server.url).unwrap();
    let report = under_faults(async |n| {
        let faulty = Faulty::new(remote.clone());
        let front = terrane_api_test::Server::start(faulty.clone()).unwrap();
        let client = Server::provider(front.url()).await;
        let api = server.api.clone();
        let life = Life::new(client, faulty, async move || {
            let (path, body) = (subject.request)(n);
            (subject.count)(&ask(&api, path, body).await.unwrap_or_default())
        });
        let life = life
            .object(subject.resource, (subject.created)(n))
            .keep(front);
        let life = life
            .secret(PASSWORD)
            .secret("s3cret-of-user")
            .secret("s3cret-of-another");
        match subject.changed {
            Some(changed) => life.change(changed(n)),
            None => life,
        }
    });
    report.await.compare(FAULTS).unwrap();
}

#[tokio::test]
async fn no_key_is_lost_or_created_twice_under_any_fault() {
    compare(&KEY).await;
}

#[tokio::test]
async fn no_lock_is_lost_or_created_twice_under_any_fault() {
    compare(&LOCK).await;
}

#[tokio::test]
async fn no_role_is_lost_or_created_twice_under_any_fault() {
    compare(&ROLE).await;
}

#[tokio::test]
async fn no_user_is_lost_or_created_twice_under_any_fault() {
    compare(&USER).await;
}

/// Leases are counted by their time, which is another one in each life.
#[tokio::test]
async fn no_lease_is_lost_or_created_twice_under_any_fault() {
    let Some(server) = Server::start().await else {
        return;
    };
    let remote = Remote::new(&server.url).unwrap();
    let report = under_faults(async |n| {
        let faulty = Faulty::new(remote.clone());
        let front = terrane_api_test::Server::start(faulty.clone()).unwrap();
        let client = Server::provider(front.url()).await;
        let ttl = 10_000 + n;
        let api = server.api.clone();
        let life = Life::new(client, faulty, async move || {
            let all = ask(&api, "lease/leases", json!({})).await.unwrap();
            let mut count = 0;
            for lease in all["leases"].as_array().into_iter().flatten() {
                let time = ask(&api, "lease/timetolive", json!({ "ID": lease["ID"] }))
                    .await
                    .unwrap();
                let granted = time["grantedTTL"].as_str();
                count += usize::from(granted.and_then(|it| it.parse().ok()) == Some(ttl));
            }
            count
        });
        life.object("etcd_lease", json!({ "ttl": ttl }))
            .secret(PASSWORD)
            .keep(front)
    });
    report.await.compare(FAULTS).unwrap();
}
