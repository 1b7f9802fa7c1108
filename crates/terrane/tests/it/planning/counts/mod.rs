//! `counts`: changes of write-only values, which no state shows.

mod users;

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane::prelude::*;

use self::users::Host;
use crate::planning::rig::at;

/// A configuration with a password.
fn config(password: &str) -> String {
    titled(password, "null")
}

fn titled(password: &str, title: &str) -> String {
    format!(
        r#"{{"name": "tom", "title": {title}, "password": {password}, "password_version": null, "keys": null, "by_name": null, "sent": null}}"#
    )
}

fn count(number: i64) -> Value {
    number.into()
}

#[tokio::test]
async fn counting_starts_with_the_first_value() {
    let mut host = Host::new().await;
    let planned = host.planned(&config(r#""hunter2""#)).await;
    assert_eq!(at(&planned, "password_version"), count(1));
    assert!(host.change(&config(r#""hunter2""#)).await.is_empty());
    assert_eq!(host.received(), (count(1), "hunter2".into()));
    assert!(host.is_no_change(&config(r#""hunter2""#)).await);
}

#[tokio::test]
async fn another_value_is_an_update_that_shows_in_the_plan() {
    let mut host = Host::with(&config(r#""one""#)).await;
    let planned = host.planned(&config(r#""two""#)).await;
    assert_eq!(at(&planned, "password_version"), count(2));
    assert!(
        at(&planned, "sent").is_unknown(),
        "it is an update as any other"
    );
    assert!(host.change(&config(r#""two""#)).await.is_empty());
    assert_eq!(host.received(), (count(2), "two".into()));
    assert!(host.is_no_change(&config(r#""two""#)).await);
    assert!(!host.is_no_change(&config(r#""one""#)).await);
}

#[tokio::test]
async fn another_change_keeps_the_count() {
    let mut host = Host::with(&config(r#""one""#)).await;
    assert!(host.change(&titled(r#""one""#, r#""Mr""#)).await.is_empty());
    assert_eq!(host.received(), (count(1), "nothing".into()));
    assert!(
        host.change(&titled(r#""two""#, r#""own""#))
            .await
            .is_empty()
    );
    assert_eq!(host.received(), (count(2), "two".into()));
}

#[tokio::test]
async fn no_value_is_no_change() {
    let mut host = Host::with(&config("null")).await;
    assert_eq!(host.received(), (count(0), "none".into()));
    let private = host.user.private();
    assert!(private.is_empty(), "nothing is stored of nothing");
    assert!(host.is_no_change(&config("null")).await);
    host.change(&config(r#""one""#)).await;
    assert_eq!(host.received(), (count(1), "one".into()));
    assert!(host.is_no_change(&config("null")).await);
    host.change(&titled("null", r#""Mr""#)).await;
    assert_eq!(host.received(), (count(1), "nothing".into()));
    assert!(host.is_no_change(&titled(r#""one""#, r#""Mr""#)).await);
    assert!(!host.is_no_change(&titled(r#""two""#, r#""Mr""#)).await);
}

#[tokio::test]
async fn a_value_under_ignore_changes_is_no_change() {
    let mut host = Host::with(&config(r#""one""#)).await;
    // With `ignore_changes`, hosts plan with the state's value, which is null, and apply with the configured one.
    assert!(host.is_no_change(&config("null")).await);
    let (planned, late) = (titled("null", r#""Mr""#), titled(r#""two""#, r#""Mr""#));
    assert!(host.change_late(&planned, &late).await.is_empty());
    assert_eq!(host.received(), (count(1), "nothing".into()));
    assert!(host.is_no_change(&planned).await);
    assert!(
        !host.is_no_change(&late).await,
        "it is still to be handed over"
    );
}

#[tokio::test]
async fn an_unknown_write_only_value_is_counted_once_it_is_known() {
    let mut host = Host::new().await;
    assert!(at(&host.planned(&config(r#""?""#)).await, "password_version").is_unknown());
    assert!(
        host.change_late(&config(r#""?""#), &config(r#""one""#))
            .await
            .is_empty()
    );
    assert_eq!(host.received(), (count(1), "one".into()));
    assert!(at(&host.planned(&config(r#""?""#)).await, "password_version").is_unknown());
    assert!(
        host.change_late(&config(r#""?""#), &config(r#""one""#))
            .await
            .is_empty()
    );
    assert_eq!(host.received(), (count(1), "nothing".into()));
    assert!(
        host.change_late(&config(r#""?""#), &config(r#""two""#))
            .await
            .is_empty()
    );
    assert_eq!(host.received(), (count(2), "two".into()));
    assert!(host.is_no_change(&config(r#""two""#)).await);
}

#[tokio::test]
async fn a12_a_write_only_value_that_differs_at_apply_does_not_violate_the_plan() {
    let mut host = Host::with(&config(r#""one""#)).await;
    let errors = host
        .change_late(&config(r#""two""#), &config(r#""three""#))
        .await;
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(host.received(), (count(2), "three".into()));
    assert!(host.is_no_change(&config(r#""three""#)).await);
    assert!(!host.is_no_change(&config(r#""two""#)).await);
}

#[tokio::test]
async fn a_value_that_was_not_handed_over_is_not_forgotten() {
    let mut host = Host::with(&config(r#""one""#)).await;
    let planned = titled(r#""one""#, r#""Mr""#);
    let late = titled(r#""two""#, r#""Mr""#);
    assert!(host.change_late(&planned, &late).await.is_empty());
    assert_eq!(host.received(), (count(1), "nothing".into()));
    assert_eq!(at(&host.planned(&late).await, "password_version"), count(2));
    assert!(host.is_no_change(&planned).await);
}

#[tokio::test]
async fn a13_after_a_failure_the_next_plan_counts_again() {
    let mut host = Host::with(&config(r#""one""#)).await;
    assert_eq!(
        host.change(&titled(r#""two""#, r#""fails""#)).await.len(),
        1
    );
    assert_eq!(host.at("password_version"), count(1));
    let planned = host.planned(&config(r#""two""#)).await;
    assert_eq!(at(&planned, "password_version"), count(2));
    assert!(host.change(&config(r#""two""#)).await.is_empty());
    assert_eq!(host.received(), (count(2), "two".into()));
}

#[tokio::test]
async fn an_imported_object_gets_the_configured_value() {
    let mut host = Host::new().await;
    host.user = host.client.import("lab_user", "tom").await.unwrap();
    host.refresh().await;
    assert_eq!(host.received(), (count(0), "found".into()));
    assert!(host.is_no_change(&config("null")).await);
    assert!(host.change(&config(r#""one""#)).await.is_empty());
    assert_eq!(host.received(), (count(1), "one".into()));
}

#[tokio::test]
async fn r4_reading_keeps_the_count() {
    let keys = r#"[{"name": "a", "private": "A", "version": null}]"#;
    let mut host = Host::with(&with_keys(keys)).await;
    let before = host.user.value().clone();
    host.refresh().await;
    assert_eq!(host.user.value(), &before);
    assert!(host.is_no_change(&with_keys(keys)).await);
}

#[tokio::test]
async fn a_state_without_a_count_is_no_change() {
    let mut host = Host::with(&config("null")).await;
    host.set("password_version", Value::Null);
    assert!(host.is_no_change(&config("null")).await);
    let planned = host.planned(&titled("null", r#""Mr""#)).await;
    assert_eq!(at(&planned, "password_version"), count(0));
    let planned = host.planned(&config(r#""one""#)).await;
    assert_eq!(at(&planned, "password_version"), count(1));
}

#[tokio::test]
async fn l34_the_counter_of_a_replaced_object_starts_at_one() {
    let mut host = Host::with(&config(r#""one""#)).await;
    host.change(&config(r#""two""#)).await;
    // The host plans the new object with what is stored of the old one.
    host.forget();
    assert!(host.change(&config(r#""two""#)).await.is_empty());
    assert_eq!(host.received(), (count(1), "two".into()));
    assert!(host.is_no_change(&config(r#""two""#)).await);
}

#[tokio::test]
async fn a3_private_state_of_a_replaced_object_does_not_reach_the_new_object() {
    let mut host = Host::with(&config(r#""one""#)).await;
    assert!(!host.user.private().is_empty());
    host.forget();
    let planned = host.plan(&config(r#""one""#)).await;
    assert!(planned.private().is_empty());
}

#[tokio::test]
async fn ps1_author_code_can_neither_read_nor_remove_the_frameworks_private_entries() {
    let mut host = Host::with(&config(r#""one""#)).await;
    let errors = host.change(&titled(r#""two""#, r#""takes""#)).await;
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("`.write_only` starts with a dot"),
        "{errors:?}"
    );
    assert!(host.is_no_change(&config(r#""one""#)).await);
}

#[tokio::test]
async fn a_count_of_an_element_with_an_unknown_key_is_unknown() {
    let key = |name: &str| {
        with_keys(&format!(
            r#"[{{"name": "{name}", "private": "A", "version": null}}]"#
        ))
    };
    let mut host = Host::with(&key("a")).await;
    let planned = host.planned(&key("?")).await;
    assert!(at(&planned, "keys[0].version").is_unknown());
    // The key turns out to be the one that exists already.
    assert!(host.is_no_change(&key("a")).await);
    assert!(host.change(&key("b")).await.is_empty());
    assert_eq!(host.at("keys[0].version"), count(1));
}

#[tokio::test]
async fn elements_with_the_same_key_are_counted_each_for_itself() {
    let keys = |first: &str, second: &str| {
        let keys = [first, second]
            .map(|private| format!(r#"{{"name": "a", "private": "{private}", "version": null}}"#));
        with_keys(&format!("[{}]", keys.join(",")))
    };
    let mut host = Host::with(&keys("A", "B")).await;
    assert!(host.is_no_change(&keys("A", "B")).await);
    assert!(host.change(&keys("A", "C")).await.is_empty());
    let counts = [0, 1].map(|at| host.at(&format!("keys[{at}].version")));
    assert_eq!(counts, [count(1), count(2)]);
    assert!(host.is_no_change(&keys("A", "C")).await);
}

fn with_keys(keys: &str) -> String {
    config("null").replace(r#""keys": null"#, &format!(r#""keys": {keys}"#))
}

#[tokio::test]
async fn a_count_follows_its_element() {
    let key = |name: &str, private: &str| {
        format!(r#"{{"name": "{name}", "private": {private}, "version": null}}"#)
    };
    let list = |keys: &[String]| with_keys(&format!("[{}]", keys.join(",")));
    let (a, b) = (key("a", r#""A""#), key("b", r#""B""#));
    let mut host = Host::with(&list(&[a.clone(), b.clone()])).await;
    let changed = list(&[a.clone(), key("b", r#""BB""#)]);
    assert!(host.change(&changed).await.is_empty());
    assert_eq!(
        (host.at("keys[0].version"), host.at("keys[1].version")),
        (count(1), count(2))
    );
    let moved = list(&[key("c", "null"), key("b", r#""BB""#), a]);
    assert!(host.change(&moved).await.is_empty());
    let counts = [0, 1, 2].map(|at| host.at(&format!("keys[{at}].version")));
    assert_eq!(counts, [count(0), count(2), count(1)]);
    assert!(host.is_no_change(&moved).await);
}

#[tokio::test]
async fn a_count_in_a_map_follows_its_key() {
    let map =
        |keys: &str| config("null").replace(r#""by_name": null"#, &format!(r#""by_name": {keys}"#));
    let before = r#"{"x": {"name": "a", "private": "A", "version": null}, "y": {"name": "b", "private": "A", "version": null}}"#;
    let mut host = Host::with(&map(before)).await;
    let after = before.replace(
        r#""name": "b", "private": "A""#,
        r#""name": "b", "private": "B""#,
    );
    assert!(host.change(&map(&after)).await.is_empty());
    let counts = ["x", "y"].map(|key| host.at(&format!("by_name[\"{key}\"].version")));
    assert_eq!(counts, [count(1), count(2)]);
    assert!(host.is_no_change(&map(&after)).await);
}

#[tokio::test]
async fn nothing_that_is_stored_has_the_value() {
    let keys = r#"[{"name": "a", "private": "hunter2", "version": null}]"#;
    let text = with_keys(keys).replace(r#""password": null"#, r#""password": "hunter2""#);
    let mut host = Host::with(&text).await;
    // The test's provider tells what it sent; a real one would not.
    host.set("sent", "");
    let state = format!("{:?}", host.user.value());
    assert!(state.contains("tom") && !state.contains("hunter2"));
    let stored: BTreeMap<String, String> = serde_json::from_slice(host.user.private()).unwrap();
    assert_eq!(stored.keys().collect::<Vec<_>>(), [".write_only"]);
    let stored = String::from_utf8(STANDARD.decode(&stored[".write_only"]).unwrap()).unwrap();
    assert!(!stored.contains("hunter2"), "{stored}");
    let messages: serde_json::Value = serde_json::from_str(&stored).unwrap();
    let prints = messages["of"].as_object().unwrap();
    assert_eq!(prints.len(), 2);
    assert_ne!(prints["password_version"], prints["keys[\"a\"].version"]);
}
