//! Values that mean the same though they are written differently.

mod float;
mod policy;
mod sets;

use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{
    ApplyResourceChangeRequest, Diagnostics, DynamicValue, ReadDataSourceRequest,
    ReadResourceRequest,
};
use terrane_test::client::Instance;
use terrane_value::{Type, json};

use crate::equality::policy::{Lab, Policy};
use crate::setup::{client, configured, errors};

fn ty() -> Type {
    Policy::block().ty()
}

const STATE: &str = r#"{
    "body": "{ \"a\": 1 }", "since": "2024-02-29T12:00:00Z", "list": ["a", "b"], "map": {"k": "c"}, "set": ["d", "e"],
    "words": ["f", "g"], "rules": [{"word": "h", "weight": 1}], "rule": [{"word": "i", "weight": 1}, {"word": "i", "weight": 2}],
    "number": 1, "changes": 0
}"#;

/// The same with some texts replaced.
fn state(replaced: &[(&str, &str)]) -> Value {
    let mut text = STATE.to_owned();
    for (from, to) in replaced {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    json::decode(text.as_bytes(), &ty()).unwrap()
}

fn with(mut state: Value, name: &str, value: impl Into<Value>) -> Value {
    state.as_object_mut().unwrap().set(name, value);
    state
}

fn wire(value: &Value) -> DynamicValue {
    DynamicValue::encode(value, &ty()).unwrap()
}

async fn plan(prior: &Value, config: &Value) -> Value {
    let client = client::<Lab>().await;
    let prior = client.stored("lab_policy", prior.clone()).unwrap();
    let config = with(config.clone(), "changes", Value::Null);
    let planned = client.plan(&prior, config).await.unwrap();
    planned.value().clone()
}

#[tokio::test]
async fn c3_another_form_of_the_same_value_is_no_change() {
    let prior = state(&[]);
    let config = state(&[
        (r#""{ \"a\": 1 }""#, r#""{\"a\":1.0}""#),
        ("12:00:00Z", "12:00:00+00:00"),
        (r#"["a", "b"]"#, r#"["A", "B"]"#),
        (r#""c""#, r#""C""#),
        (r#"["d", "e"]"#, r#"["E", "D"]"#),
        (r#"["f", "g"]"#, r#"["g", "f"]"#),
        (r#""h""#, r#""H""#),
        (r#""i""#, r#""I""#),
    ]);
    assert_eq!(plan(&prior, &config).await, prior);
}

/// A thread of author code has 2 MiB of stack.
#[tokio::test]
async fn c3_deeply_nested_json_in_another_form_is_no_change_and_is_refused_beyond_a_limit() {
    let nested = |depth: usize, blank: &str| {
        let open = "[{\"a\":".repeat(depth / 2);
        format!("{blank}{open}1{}", "}]".repeat(depth / 2))
    };
    let prior = with(state(&[]), "body", nested(10_000, ""));
    let config = with(state(&[]), "body", nested(10_000, "\n"));
    assert_eq!(plan(&prior, &config).await, prior);

    let config = with(state(&[]), "body", nested(10_002, ""));
    let config = with(config, "changes", Value::Null);
    let client = client::<Lab>().await;
    let validated = client.validate("lab_policy", config).await;
    assert_eq!(
        errors(&validated),
        [
            "error: Invalid Attribute Value: `body`: expected JSON that is nested at most 10000 levels deep, found 10002 levels. (body)"
        ]
    );
}

#[tokio::test]
async fn c6_a_plain_collection_is_kept_as_a_whole_or_not_at_all() {
    let prior = state(&[]);
    let config = state(&[
        (r#"["a", "b"]"#, r#"["A", "x"]"#),
        (r#"["d", "e"]"#, r#"["D", "y"]"#),
        (
            r#"[{"word": "h", "weight": 1}]"#,
            r#"[{"word": "H", "weight": 2}]"#,
        ),
        (r#"{ \"a\": 1 }"#, r#"{\"a\":1}"#),
    ]);
    let planned = plan(&prior, &config).await;
    let planned = planned.as_object().unwrap();
    let expected = |name: &str, from: &Value| from.as_object().unwrap().get(name).cloned();
    assert_eq!(planned.get("list").cloned(), expected("list", &config));
    assert_eq!(planned.get("set").cloned(), expected("set", &config));
    assert_eq!(planned.get("body").cloned(), expected("body", &prior));
    // A nested attribute is compared part by part.
    let rules = state(&[(
        r#"[{"word": "h", "weight": 1}]"#,
        r#"[{"word": "h", "weight": 2}]"#,
    )]);
    assert_eq!(planned.get("rules").cloned(), expected("rules", &rules));
}

#[tokio::test]
async fn s1_create_and_update_keep_the_planned_form() {
    let client = client::<Lab>().await;
    let absent = Instance::absent("lab_policy");
    let stored = client.stored("lab_policy", state(&[])).unwrap();
    for (prior, number, changes) in [(absent, 1, 0), (stored, 2, 1)] {
        let new = with(state(&[]), "number", number);
        let config = with(new.clone(), "changes", Value::Null);
        let changed = client.update(&prior, config).await.unwrap();
        assert_eq!(changed.value(), &with(new, "changes", changes));
    }
}

#[tokio::test]
async fn s1_read_keeps_the_state() {
    let client = client::<Lab>().await;
    let stored = client.stored("lab_policy", state(&[])).unwrap();
    let read = client.read(&stored).await.unwrap();
    assert_eq!(read.value(), &state(&[]));
}

#[tokio::test]
async fn d1_a_data_source_keeps_the_configuration() {
    let config = with(state(&[]), "changes", Value::Null);
    let read = client::<Lab>().await.read_data("lab_policy", config).await;
    let expected = with(state(&[]), "changes", 2);
    assert_eq!(read.unwrap().value(), &expected);
}

#[tokio::test]
async fn s2_null_and_unknown_values_are_not_compared() {
    let prior = state(&[]);
    for new in [Value::Null, Value::unknown()] {
        let config = with(state(&[]), "words", new.clone());
        let planned = plan(&prior, &config).await;
        assert_eq!(planned.as_object().unwrap().get("words"), Some(&new));
        let before = with(prior.clone(), "words", Value::Null);
        let planned = plan(&before, &state(&[])).await;
        let words = state(&[]).as_object().unwrap().get("words").cloned();
        assert_eq!(planned.as_object().unwrap().get("words").cloned(), words);
    }
}

#[tokio::test]
async fn s4_dynamic_values_with_known_parts_are_compared() {
    let typed = |value: Value| {
        let ty = Type::String;
        Value::from(terrane_value::Typed { ty, value })
    };
    let prior = with(state(&[]), "any", typed("a".into()));
    for (new, kept) in [
        (typed("A".into()), true),
        (typed("b".into()), false),
        (typed(Value::Null), false),
        (typed(Value::unknown()), false),
        (Value::Null, false),
    ] {
        let planned = plan(&prior, &with(state(&[]), "any", new.clone())).await;
        let expected = if kept { typed("a".into()) } else { new };
        assert_eq!(planned.as_object().unwrap().get("any"), Some(&expected));
    }
    let null = with(state(&[]), "any", typed(Value::Null));
    let number = terrane_value::Typed {
        ty: Type::Number,
        value: 1.into(),
    };
    let config = with(state(&[]), "any", number.clone());
    let planned = plan(&null, &config)
        .await
        .as_object()
        .unwrap()
        .get("any")
        .cloned();
    assert_eq!(
        planned,
        Some(number.into()),
        "nothing means the same as null"
    );
}

#[tokio::test]
async fn s5_the_new_value_is_compared_with_the_prior_one() {
    for (prior, new, kept) in [("1.2", "1.2.3", true), ("1.2.3", "1.2", false)] {
        let before = with(state(&[]), "version", prior);
        let planned = plan(&before, &with(state(&[]), "version", new)).await;
        let expected = if kept { prior } else { new };
        assert_eq!(
            planned.as_object().unwrap().get("version"),
            Some(&expected.into())
        );
    }
}

/// Returns the error and the object of a call whose comparison panics.
fn assert_panicked(diagnostics: &Diagnostics, object: &DynamicValue) {
    let [error] = &diagnostics[..] else {
        panic!("{diagnostics:?}")
    };
    assert!(error.detail.contains("no such word"), "{error}");
    let object = object.decode(&ty()).unwrap();
    let list = object.as_object().unwrap().get("list").cloned();
    assert_eq!(list, Some(Value::list(["BOOM"])));
}

#[tokio::test]
async fn s6_a_panic_is_an_error_and_the_returned_value_is_stored() {
    let provider = configured::<Lab>().await;
    let boom = || with(state(&[]), "list", Value::list(["boom"]));
    let request = ApplyResourceChangeRequest {
        type_name: "lab_policy".to_owned(),
        planned_state: wire(&with(boom(), "changes", Value::unknown())),
        config: wire(&with(boom(), "changes", Value::Null)),
        ..ApplyResourceChangeRequest::default()
    };
    let created = provider.apply_resource_change(request).await.unwrap();
    assert_panicked(&created.diagnostics, &created.new_state);
    let request = ReadResourceRequest {
        type_name: "lab_policy".to_owned(),
        current_state: wire(&boom()),
        ..ReadResourceRequest::default()
    };
    let read = provider.read_resource(request).await.unwrap();
    assert_panicked(&read.diagnostics, &read.new_state);
    let request = ReadDataSourceRequest {
        type_name: "lab_policy".to_owned(),
        config: wire(&with(boom(), "changes", Value::Null)),
        ..ReadDataSourceRequest::default()
    };
    let read = provider.read_data_source(request).await.unwrap();
    assert_panicked(&read.diagnostics, &read.state);
}
