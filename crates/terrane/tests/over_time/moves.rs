//! Objects of other types.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane_protocol::{MoveResourceStateRequest, MoveResourceStateResponse, RawState};

use super::setup::json;
use super::{Bench, assert_fine, assert_says};

const STREET: &str = "registry.terraform.io/example/street";
const CIRCUS: &str = "registry.opentofu.org/example/circus";

fn request(provider: &str, type_name: &str, version: i64, state: &str) -> MoveResourceStateRequest {
    MoveResourceStateRequest {
        source_provider_address: provider.to_owned(),
        source_type_name: type_name.to_owned(),
        source_schema_version: version,
        source_state: RawState::from_json(state.as_bytes().to_vec().into()),
        target_type_name: "shelter_pet".to_owned(),
        ..Default::default()
    }
}

async fn moved(bench: &Bench, request: MoveResourceStateRequest) -> MoveResourceStateResponse {
    bench.provider.move_resource_state(request).await.unwrap()
}

#[tokio::test]
async fn m6_the_capability_is_set_only_if_a_type_can_be_moved() {
    let bench = Bench::new().await;
    assert!(bench.schema.server_capabilities.move_resource_state);
    let metadata = bench
        .provider
        .get_metadata(Default::default())
        .await
        .unwrap();
    assert!(metadata.server_capabilities.move_resource_state);
    let without = terrane::server::<Immobile>();
    let schema = without
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    assert!(!schema.server_capabilities.move_resource_state);
}

struct Immobile;

impl terrane::Provider for Immobile {
    const ADDRESS: &'static str = "registry.terraform.io/example/immobile";
    const VERSION: &'static str = "0.1.0";
    type Config = ();

    async fn configure((): (), _: &mut terrane::prelude::Configure) -> terrane::Result<Self> {
        Ok(Immobile)
    }

    fn register(_: &mut terrane::Registry<Self>) {}
}

#[tokio::test]
async fn m5_registries_differ_in_their_host() {
    let bench = Bench::new().await;
    for provider in [
        STREET,
        "registry.opentofu.org/example/street",
        "example/street",
    ] {
        let stray = json(r#"{"call":"Rex","x":1}"#);
        let client = &bench.client;
        let moved = client.move_state(provider, "street_stray", 0, &stray, "shelter_pet");
        let moved = moved.await.unwrap();
        assert_eq!(
            bench.state(&moved),
            r#"{"id":"rex","kcal":100,"legs":3,"name":"Rex","region":"eu","visits":null}"#,
            "{provider}"
        );
        assert_eq!(
            bench.identity_of(&moved).as_deref(),
            Some(r#"{"id":"rex","region":"eu"}"#)
        );
        assert!(moved.private().is_empty());
    }
}

#[tokio::test]
async fn m2_routes_are_tried_in_order_and_know_the_versions_of_their_source() {
    let bench = Bench::new().await;
    for (version, state, id) in [
        (0, r#"{"call":"Rex","name":"Tom","id":1,"kcal":1}"#, "rex"),
        (0, r#"{"id":7,"name":"Rex","kcal":300}"#, "pet-7"),
        (2, r#"{"id":"tom","name":"Tom","meals":[]}"#, "tom"),
    ] {
        let (client, stray) = (&bench.client, json(state));
        let moved = client.move_state(STREET, "street_stray", version, &stray, "shelter_pet");
        let expected = format!(r#""id":"{id}""#);
        let shown = bench.state(&moved.await.unwrap());
        assert!(shown.contains(&expected), "{shown}");
    }
}

#[tokio::test]
async fn m3_without_a_route_the_reasons_are_reported() {
    let bench = Bench::new().await;
    let response = moved(&bench, request(STREET, "street_stray", 1, "{}")).await;
    assert_says(
        &response.diagnostics,
        &[
            "Unable to Move Resource State",
            "version 1",
            "[0]",
            "[0, 2]",
        ],
    );
    let response = moved(&bench, request(STREET, "street_stray", 2, r#"{"id":[]}"#)).await;
    assert_says(&response.diagnostics, &["not as expected", "id: "]);
    assert!(response.target_state.is_absent());
}

#[tokio::test]
async fn m1_a_type_that_cannot_be_moved_is_reported_with_those_that_can() {
    let bench = Bench::new().await;
    for (provider, type_name) in [
        (STREET, "street_dog"),
        ("registry.terraform.io/other/street", "street_stray"),
        ("street", "street_stray"),
    ] {
        let response = moved(&bench, request(provider, type_name, 5, "{}")).await;
        assert_says(
            &response.diagnostics,
            &[
                "Unable to Move Resource State",
                type_name,
                "version 5",
                provider,
                "street_stray of example/street, circus_horse of example/circus",
            ],
        );
    }
    let mut nowhere = request(STREET, "street_stray", 0, "{}");
    nowhere.target_type_name = "shelter_cage".to_owned();
    let response = moved(&bench, nowhere).await;
    assert_says(
        &response.diagnostics,
        &["No type can be moved to shelter_cage"],
    );
    let mut empty = request(STREET, "street_stray", 0, "{}");
    empty.source_state = RawState::default();
    let response = moved(&bench, empty).await;
    assert_says(&response.diagnostics, &["sent no state to move"]);
    let mut flat = request(STREET, "street_stray", 0, "{}");
    flat.source_state = RawState::default();
    flat.source_state
        .flatmap
        .insert("call".to_owned(), "Rex".to_owned());
    let response = moved(&bench, flat).await;
    assert_says(&response.diagnostics, &["Terraform 0.11"]);
}

#[tokio::test]
async fn m4_the_source_s_private_state_can_be_read_and_the_target_s_starts_empty() {
    let bench = Bench::new().await;
    let mut horse = request(CIRCUS, "circus_horse", 1, r#"{"stage_name":"Fury"}"#);
    let tricks = format!(r#"{{"tricks":"{}"}}"#, STANDARD.encode("12"));
    horse.source_private = tricks.into_bytes().into();
    let response = moved(&bench, horse).await;
    assert_fine(&response.diagnostics);
    let warning = response.diagnostics.warnings().next().unwrap();
    assert_eq!(warning.detail, CIRCUS);
    let private = String::from_utf8(response.target_private.to_vec()).unwrap();
    assert_eq!(
        private,
        format!(r#"{{"tricks_once":"{}"}}"#, STANDARD.encode("12"))
    );
}

#[tokio::test]
async fn m3_an_error_of_a_route_ends_the_move() {
    let bench = Bench::new().await;
    let pegasus = request(CIRCUS, "circus_horse", 1, r#"{"stage_name":"Pegasus"}"#);
    let response = moved(&bench, pegasus).await;
    assert_says(&response.diagnostics, &["Not a pet", "It flies"]);
    let trojan = request(CIRCUS, "circus_horse", 1, r#"{"stage_name":"Trojan"}"#);
    let response = moved(&bench, trojan).await;
    assert_says(
        &response.diagnostics,
        &["Cannot move circus_horse to shelter_pet", "it is hollow"],
    );
    let mut foreign = request(CIRCUS, "circus_horse", 1, r#"{"stage_name":"Fury"}"#);
    foreign.source_private = br#"{"schema_version":"1"}"#.to_vec().into();
    let response = moved(&bench, foreign).await;
    assert_says(
        &response.diagnostics,
        &["Cannot read the private state", "unknown format"],
    );
}
