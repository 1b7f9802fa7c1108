//! States of older versions.

use terrane_protocol::{RawState, UpgradeRequest};
use terrane_test::client::{CallError, Instance};

use super::{Bench, assert_fine, assert_says};
use crate::setup::{failure, json};

pub(crate) async fn upgrade(
    bench: &Bench,
    type_name: &str,
    version: i64,
    stored: &str,
) -> Result<Instance, CallError> {
    let stored = json(stored);
    bench.client.upgrade(type_name, version, &stored).await
}

#[tokio::test]
async fn u1_an_absent_state_is_not_upgraded() {
    let bench = Bench::new().await;
    for version in [0, 3, 7] {
        let request = UpgradeRequest {
            type_name: "shelter_pet".to_owned(),
            version,
            raw_state: RawState::default(),
        };
        let response = bench
            .provider
            .upgrade_resource_state(request)
            .await
            .unwrap();
        assert_fine(&response.diagnostics);
        assert!(response.upgraded_state.is_absent(), "version {version}");
    }
}

#[tokio::test]
async fn u3_a_flat_state_is_refused_with_advice() {
    let bench = Bench::new().await;
    let mut raw_state = RawState::default();
    raw_state
        .flatmap
        .insert("id".to_owned(), "pet-7".to_owned());
    let request = UpgradeRequest {
        type_name: "shelter_pet".to_owned(),
        version: 3,
        raw_state,
    };
    let response = bench.provider.upgrade_resource_state(request).await;
    assert_says(
        &response.unwrap().diagnostics,
        &[
            "Unable to Read Previously Saved State",
            "shelter_pet",
            "Apply it with Terraform 0.12 first",
        ],
    );
}

#[tokio::test]
async fn u4_a_state_goes_through_every_version() {
    let bench = Bench::new().await;
    assert_eq!(bench.schema.resource_schemas["shelter_pet"].version, 3);
    assert_eq!(bench.schema.resource_schemas["shelter_cage"].version, 0);
    for (version, stored) in [
        (
            0,
            r#"{"id":7,"name":"Rex","kcal":300,"cage":"removed since"}"#,
        ),
        (
            2,
            r#"{"id":"pet-7","name":"Rex","meals":[{"kcal":100},{"kcal":200,"x":1}]}"#,
        ),
    ] {
        let upgraded = upgrade(&bench, "shelter_pet", version, stored).await;
        assert_eq!(
            bench.state(&upgraded.unwrap()),
            r#"{"id":"pet-7","kcal":300,"legs":4,"name":"Rex","region":"eu","visits":null}"#,
            "what is not known yet is null until it is read (U8)"
        );
    }
}

#[tokio::test]
async fn u2_a_state_of_the_same_version_is_unchanged() {
    let bench = Bench::new().await;
    let upgraded = upgrade(&bench, "shelter_pet", 3, r#"{"id":"pet-7","cage":1}"#).await;
    assert_eq!(
        bench.state(&upgraded.unwrap()),
        r#"{"id":"pet-7","kcal":null,"legs":4,"name":null,"region":null,"visits":null}"#
    );
}

#[tokio::test]
async fn u3_a_state_that_does_not_fit_its_version_names_the_attribute() {
    let bench = Bench::new().await;
    for (version, stored, expected) in [
        (
            0,
            r#"{"id":"x","name":"Rex","kcal":300}"#,
            "version 0 of the provider's schema: id: ",
        ),
        (
            0,
            r#"{"id":7,"kcal":300}"#,
            "name: expected a value, found null",
        ),
        (
            2,
            r#"{"id":"x","name":"Rex","meals":[{"kcal":true}]}"#,
            "meals[0].kcal: ",
        ),
        (2, r#"{"id":"x","name":"Rex","meals":[null]}"#, "meals[0]: "),
        (2, "null", "expected a value, found null"),
        (3, r#"{"id":[]}"#, "id: "),
    ] {
        let upgraded = upgrade(&bench, "shelter_pet", version, stored).await;
        assert_says(
            failure(&upgraded),
            &[
                "Unable to Read Previously Saved State",
                "shelter_pet",
                expected,
            ],
        );
    }
    let malformed = UpgradeRequest {
        type_name: "shelter_pet".to_owned(),
        version: 2,
        raw_state: RawState::from_json(b"{".to_vec().into()),
    };
    let response = bench.provider.upgrade_resource_state(malformed).await;
    assert_says(
        &response.unwrap().diagnostics,
        &[
            "Unable to Read Previously Saved State",
            "shelter_pet",
            "version 2",
        ],
    );
}

#[tokio::test]
async fn u4_a_version_without_a_path_is_refused_with_those_that_have_one() {
    let bench = Bench::new().await;
    for version in [1, -1] {
        let upgraded = upgrade(&bench, "shelter_pet", version, "{}").await;
        assert_says(
            failure(&upgraded),
            &[
                "Unable to Upgrade Resource State",
                &format!("version {version}"),
                "can read 3, 0, 2 only",
            ],
        );
    }
}

#[tokio::test]
async fn u8_a_newer_version_is_refused() {
    let bench = Bench::new().await;
    let upgraded = upgrade(&bench, "shelter_pet", 4, "{}").await;
    assert_says(failure(&upgraded), &["version 4", "knows versions up to 3"]);
    let upgraded = upgrade(&bench, "shelter_cage", 1, "{}").await;
    assert_says(failure(&upgraded), &["version 1", "knows versions up to 0"]);
}

#[tokio::test]
async fn a_panic_in_an_upgrade_is_an_error() {
    let bench = Bench::new().await;
    let stored = r#"{"id":"x","name":"panics","meals":[]}"#;
    let upgraded = upgrade(&bench, "shelter_pet", 2, stored).await;
    assert_says(
        failure(&upgraded),
        &["Cannot upgrade shelter_pet", "no such pet"],
    );
}
