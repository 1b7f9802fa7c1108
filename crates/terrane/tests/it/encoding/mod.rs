//! Values that an answer cannot contain: their conversion panics or blocks, they are NaN or infinite, have another type, or are too large. The error
//! names each of them, and an object that exists stays in the state with all other values.

mod blocking;
mod items;
mod others;

use serde_json::json;
use terrane::Value;
use terrane_schema::value_differences;
use terrane_test::client::{CallError, Client, Instance};

use self::items::Lab;
use crate::setup::{after, client, failure};

type Changed = std::result::Result<Instance, CallError>;

/// Plans and applies a configuration with a fault in an operation.
async fn changed(client: &Client, prior: &Instance, fault: &str, by: &str) -> Changed {
    let config = json!({ "fault": fault, "by": by, "given": "given" });
    let plan = client.plan(prior, config).await.unwrap();
    client.apply(plan).await
}

async fn created(fault: &str, by: &str) -> Changed {
    let client = client::<Lab>().await;
    changed(&client, &Instance::absent("lab_item"), fault, by).await
}

pub(crate) const INFINITE: &str =
    "cannot be encoded: expected a finite number, found an infinity, which hosts cannot store";

/// The faults of values, each with the path of its error, and a part of its text.
const FAULTS: [(&str, &str, &str); 13] = [
    (
        "panics",
        "word",
        "the provider's code panicked: no such word",
    ),
    ("NaN", "most", "expected a number, found NaN"),
    ("infinite", "most", INFINITE),
    ("list", "ratios[1]", INFINITE),
    ("map", "rates[\"b\"]", INFINITE),
    (
        "set",
        "sizes",
        "An element of `sizes` of lab_item cannot be encoded: expected a number, found NaN",
    ),
    ("exact", "exact", INFINITE),
    ("dynamic", "any[0]", INFINITE),
    (
        "type",
        "wrong",
        "does not match its schema: expected a bool, found a string",
    ),
    (
        "large",
        "flags",
        "is too large for an answer: it takes 80000000 bytes of memory",
    ),
    (
        "part",
        "parts[1].word",
        "the provider's code panicked: no such word",
    ),
    ("part NaN", "parts[1].ratio", "found NaN"),
    (
        "given",
        "given",
        "the provider's code panicked: no such word",
    ),
];

/// The attribute or block of an error's path.
fn attribute(path: &str) -> &str {
    path.split(['[', '.']).next().unwrap()
}

#[track_caller]
fn assert_one_error<T>(result: &Result<T, CallError>, fault: &str, path: &str, text: &str) {
    let [error] = failure(result) else {
        panic!("{fault}: {:?}", failure(result));
    };
    assert_eq!(
        error.summary, "Cannot encode a value of the provider",
        "{fault}"
    );
    assert!(error.detail.contains(text), "{fault}: {}", error.detail);
    let found = error.path.as_ref().unwrap().to_string();
    assert!(
        found == path || found == attribute(path),
        "{fault}: {found}"
    );
}

#[tokio::test]
async fn a_created_object_is_kept_without_the_value_that_cannot_be_encoded() {
    let sound = created("none", "create").await.unwrap();
    for (fault, path, text) in FAULTS {
        let created = created(fault, "create").await;
        assert_one_error(&created, fault, path, text);
        let detail = &failure(&created)[0].detail;
        assert!(detail.contains("The object exists"), "{detail}");
        let item = after(&created).unwrap();
        assert_eq!(item.identity(), sound.identity());
        assert_eq!(item.private(), sound.private());
        let lost = match path {
            "parts[1].word" | "parts[1].ratio" => &path.parse().unwrap(),
            path => &terrane::Path::root().attribute(attribute(path)),
        };
        let expected = match fault {
            "given" => Value::from("given"),
            _ => Value::Null,
        };
        assert_eq!(item.value().at(lost), Some(&expected), "{fault}");
        let differing = value_differences(item.value(), sound.value());
        let others: Vec<_> = differing
            .iter()
            .map(|it| it.path.to_string())
            .filter(|it| !it.starts_with(attribute(path)))
            .collect();
        assert_eq!(others, ["fault"], "{fault}");
    }
}

#[tokio::test]
async fn an_object_that_is_recorded_is_kept_without_the_value_that_cannot_be_encoded() {
    for (fault, path, text) in FAULTS {
        let created = created(fault, "record").await;
        let [own, error] = failure(&created) else {
            panic!("{fault}: {:?}", failure(&created));
        };
        assert_eq!(own.summary, "No item");
        assert!(error.detail.contains(text), "{fault}: {}", error.detail);
        let item = after(&created).unwrap();
        assert_eq!(item.attribute("id"), Some(&"1".into()));
        assert_eq!(item.attribute("given"), Some(&"given".into()));
        let lost = attribute(path);
        let kept = item.attribute(if lost == "bits" { "flags" } else { "bits" });
        assert!(kept.unwrap().is_known(), "{fault}");
    }
}

#[tokio::test]
async fn of_two_large_values_the_one_that_fits_is_kept() {
    let created = created("both large", "create").await;
    let [error] = failure(&created) else {
        panic!("{:?}", failure(&created));
    };
    let item = after(&created).unwrap();
    let known = |name| item.attribute(name).unwrap().is_known();
    assert_ne!(known("flags"), known("bits"), "{error}");
    assert_eq!(item.attribute("id"), Some(&"1".into()));
}

#[tokio::test]
async fn an_object_whose_key_cannot_be_encoded_may_exist() {
    for by in ["create", "record"] {
        let created = created("key panics", by).await;
        let errors = failure(&created);
        let [own, may_exist] = errors else {
            panic!("{errors:?}");
        };
        assert_eq!(own.summary, "Cannot encode the key of the object");
        assert_eq!(own.path, Some(terrane::Path::root().attribute("id")));
        for text in ["no such word", "given = \"given\""] {
            assert!(own.detail.contains(text), "{}", own.detail);
        }
        assert_eq!(may_exist.summary, "The object may exist");
        assert!(after(&created).is_none_or(|item| !item.exists()));
    }
}

#[tokio::test]
async fn a_panic_while_the_returned_object_is_dropped_changes_nothing() {
    let item = created("panics in drop", "create").await.unwrap();
    assert_eq!(item.attribute("word"), Some(&"panics in drop".into()));
}

#[tokio::test]
async fn a_flattened_key_is_found_although_the_values_next_to_it_panic() {
    let client = client::<Lab>().await;
    for (fault, kept) in [("inner", "outer"), ("outer", "inner"), ("settle", "inner")] {
        let created = client.create("lab_twin", json!({ "fault": fault })).await;
        let path = if fault == "settle" { "outer" } else { fault };
        assert_one_error(&created, fault, path, "no such word");
        let twin = after(&created).unwrap();
        assert_eq!(twin.attribute("id"), Some(&"w".into()));
        assert_eq!(twin.attribute(kept), Some(&"w".into()));
        assert_eq!(twin.attribute(path), Some(&Value::Null));
    }
    let created = client.create("lab_twin", json!({ "fault": "id" })).await;
    assert_eq!(failure(&created)[1].summary, "The object may exist");
}

#[tokio::test]
async fn an_updated_object_keeps_the_value_before_where_the_new_one_cannot_be_encoded() {
    let client = client::<Lab>().await;
    let before = created("none", "create").await.unwrap();
    for (fault, path, text) in FAULTS {
        let updated = changed(&client, &before, fault, "update").await;
        assert_one_error(&updated, fault, path, text);
        let detail = &failure(&updated)[0].detail;
        assert!(detail.contains("The state keeps the object"), "{detail}");
        let item = after(&updated).unwrap();
        let differing: Vec<_> = value_differences(item.value(), before.value())
            .iter()
            .map(|it| it.path.to_string())
            .collect();
        assert_eq!(differing, ["by", "fault"], "{fault}");
    }
    let updated = changed(&client, &before, "key panics", "update").await;
    assert_one_error(&updated, "key", "id", "no such word");
    assert_eq!(after(&updated).unwrap().attribute("id"), Some(&"1".into()));
}
