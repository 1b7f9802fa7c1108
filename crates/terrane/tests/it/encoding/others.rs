//! Reads, imports, plans, upgrades, lists, data sources, ephemeral resources and functions: the error names the value, and nothing is lost.

use serde_json::json;
use terrane::ObjectModel as _;
use terrane::prelude::*;
use terrane_protocol::{
    ConfigRequest, Diagnostic, ListResourceRequest, RawState, ReadDataSourceRequest,
    ReadResourceRequest, UpgradeRequest,
};
use terrane_test::client::{CallError, Client};

use crate::encoding::items::{Found, Item, Lab, Report};
use crate::encoding::{FAULTS, INFINITE, assert_one_error, attribute, changed, client, created};
use crate::setup::{configured, value};

#[tokio::test]
async fn a_read_whose_result_cannot_be_encoded_keeps_the_state() {
    let client = client::<Lab>().await;
    for (fault, path, text) in FAULTS {
        let item = created(fault, "read").await.unwrap();
        let read = client.read(&item).await;
        assert_one_error(&read, fault, path, text);
    }
    // A host drops the state of a failed read, so the answer itself is inspected.
    let item = created("large", "read").await.unwrap();
    let provider = configured::<Lab>().await;
    let ty = Item::block().ty();
    let state = terrane_protocol::DynamicValue::encode(item.value(), &ty).unwrap();
    let request = ReadResourceRequest {
        type_name: "lab_item".to_owned(),
        current_state: state.clone(),
        ..ReadResourceRequest::default()
    };
    let read = provider.read_resource(request).await.unwrap();
    assert!(read.diagnostics.has_errors());
    assert_eq!(read.new_state, state);
}

#[tokio::test]
async fn an_import_or_a_plan_with_a_number_that_hosts_cannot_store_is_refused() {
    let client = client::<Lab>().await;
    for (id, text) in [("NaN", "found NaN"), ("infinite", INFINITE)] {
        let imported = client.import("lab_found", id).await;
        assert_one_error(&imported, id, "most", text);
        let absent = terrane_test::client::Instance::absent("lab_found");
        let planned = client.plan(&absent, json!({ "id": id })).await;
        assert_one_error(&planned, id, "most", text);
    }
}

#[tokio::test]
async fn an_upgrade_to_a_number_that_hosts_cannot_store_is_refused() {
    let request = UpgradeRequest {
        type_name: "lab_found".to_owned(),
        version: 0,
        raw_state: RawState::from_json(br#"{"id":"1"}"#[..].into()),
    };
    let provider = configured::<Lab>().await;
    let upgraded = provider.upgrade_resource_state(request).await.unwrap();
    let [error] = &*upgraded.diagnostics else {
        panic!("{:?}", upgraded.diagnostics);
    };
    assert!(
        error
            .detail
            .contains("`most` of lab_found cannot be encoded: expected a number, found NaN")
    );
    assert!(upgraded.upgraded_state.is_absent());
    assert!(Found::block().member("most").is_some());
}

/// Lists the item with a fault, and returns the diagnostics.
async fn listed(fault: &str) -> Vec<Diagnostic> {
    let request = ListResourceRequest {
        type_name: "lab_item".to_owned(),
        config: value::<crate::encoding::items::Items>(&json!({ "fault": fault }).to_string()),
        include_resource_object: true,
        limit: 10,
    };
    let provider = configured::<Lab>().await;
    let events = provider.list_resource(request).await.unwrap();
    let events: Vec<_> = futures_util::StreamExt::collect(events).await;
    let diagnostics = events.into_iter().map(|event| event.unwrap().diagnostics);
    diagnostics.flatten().collect()
}

#[tokio::test]
async fn a_list_result_that_cannot_be_encoded_is_an_error_with_its_path() {
    assert!(listed("none").await.is_empty());
    for (fault, path, text) in FAULTS {
        let errors = listed(fault).await;
        assert_eq!(errors.len(), 1, "{fault}: {errors:?}");
        assert!(errors[0].detail.contains(text), "{fault}: {errors:?}");
        let found = errors[0].path.as_ref().unwrap().to_string();
        assert!(found.starts_with(attribute(path)), "{fault}: {found}");
    }
    let errors = listed("key panics").await;
    assert!(
        errors[0]
            .detail
            .contains("It identifies the list result \"the item\""),
        "{errors:?}"
    );
    assert!(errors[0].detail.contains("no such word"), "{errors:?}");
}

const REPORTS: [(&str, &str, &str); 4] = [
    ("NaN", "ratio", "found NaN"),
    ("infinite", "ratio", INFINITE),
    ("panics", "word", "no such word"),
    ("large", "flags", "is too large for an answer"),
];

#[tokio::test]
async fn a_data_source_or_ephemeral_resource_that_cannot_be_encoded_is_an_error_with_its_path() {
    let client = client::<Lab>().await;
    for (fault, path, text) in REPORTS {
        let config = json!({ "fault": fault });
        let read = client.read_data("lab_report", config.clone()).await;
        assert_one_error(&read, fault, path, text);
        let opened = client.open("lab_report", config).await;
        assert_one_error(&opened, fault, path, text);
        let config = value::<Report>(&json!({ "fault": fault }).to_string());
        let provider = configured::<Lab>().await;
        let read = provider.read_data_source(ReadDataSourceRequest {
            type_name: "lab_report".to_owned(),
            config: config.clone(),
            ..ReadDataSourceRequest::default()
        });
        let opened = provider.open_ephemeral_resource(ConfigRequest {
            type_name: "lab_report".to_owned(),
            config,
            ..ConfigRequest::default()
        });
        assert!(read.await.unwrap().diagnostics.has_errors());
        let opened = opened.await.unwrap();
        // Without the value, the result would be another one.
        assert!(opened.diagnostics.has_errors() && opened.result.is_absent());
    }
}

#[tokio::test]
async fn a_function_whose_result_cannot_be_encoded_fails_with_the_cause() {
    let client = client::<Lab>().await;
    for (name, arguments, text) in [
        (
            "ratio",
            vec![Value::from(0), 0.into()],
            "Cannot return the result of ratio: The result cannot be encoded: expected a number, found NaN",
        ),
        (
            "ratio",
            vec![1.into(), 0.into()],
            "Cannot return the result of ratio: The result cannot be encoded: expected a finite number, found an infinity, which",
        ),
        (
            "words",
            vec!["panics".into()],
            "Cannot return the result of words: `[1].word` of the result cannot be encoded: the provider's code panicked: no such word",
        ),
        (
            "flags",
            vec![2_000_000.into()],
            "Cannot return the result of flags: The result is too large: the value takes more than",
        ),
    ] {
        let called = client.call(name, arguments).await;
        let error = called.unwrap_err();
        let found = &error.function_error().unwrap().text;
        assert!(found.starts_with(text), "{found}");
    }
}

#[tokio::test]
async fn the_object_of_a_failed_update_can_be_updated_again() {
    let client: Client = client::<Lab>().await;
    let before = created("none", "create").await.unwrap();
    let updated = changed(&client, &before, "large", "update").await;
    let error: CallError = updated.unwrap_err();
    let item = error.instance().unwrap();
    let again = changed(&client, item, "none", "update").await.unwrap();
    assert_eq!(again.attribute("id"), Some(&"1".into()));
}
