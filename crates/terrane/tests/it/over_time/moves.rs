//! Objects of other types.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane::History;
use terrane::Moves;
use terrane::prelude::*;
use terrane_protocol::{MoveResourceStateRequest, MoveResourceStateResponse, RawState};

use super::host::Host;
use super::{Bench, assert_fine, assert_says};
use crate::lab::lab;
use crate::setup::json;

/// The private state of a moved object before it is read.
const MARK: &str = r#"{".move_before_read":"dHJ1ZQ=="}"#;

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

#[derive(Default)]
struct Immobile;

#[provider("registry.terraform.io/example/immobile")]
impl terrane::Provider for Immobile {
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
        let moved = client
            .move_state(provider, "street_stray", 0, &stray, "shelter_pet")
            .await
            .unwrap();
        assert_eq!(
            bench.state(&moved),
            r#"{"id":"rex","kcal":100,"legs":3,"name":"Rex","region":"eu","visits":null}"#,
            "{provider}"
        );
        assert_eq!(
            bench.identity_of(&moved).as_deref(),
            Some(r#"{"id":"rex","region":"eu"}"#)
        );
        assert_eq!(moved.private(), MARK.as_bytes(), "the framework's own mark");
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
        format!(
            r#"{},"tricks_once":"{}"}}"#,
            MARK.trim_end_matches('}'),
            STANDARD.encode("12")
        )
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

lab!(|registry| registry.resource::<Tag>());

/// A tag. Its identity was a text, and is a number.
#[derive(Model)]
#[tf(identity_version = 1, identity_history = past)]
struct Tag {
    /// Its number.
    #[tf(identity)]
    number: Computed<i64>,
    /// The shelf, which is a part of the identity alone.
    #[tf(identity(only, optional))]
    shelf: Computed<String>,
    /// Its text.
    text: String,
}

/// The identity of version 0.
#[derive(Model)]
struct TagV0 {
    /// Its number.
    id: String,
}

fn past() -> History<TagKey> {
    History::default().model(0, |old: TagV0| {
        Ok(TagKey {
            number: old.id.parse()?,
            shelf: Some("of the source".to_owned()),
        })
    })
}

/// A label of another provider.
#[derive(Model)]
struct Label {
    /// Its text.
    text: String,
}

impl From<Label> for Tag {
    fn from(old: Label) -> Self {
        Tag {
            number: 7.into(),
            shelf: "A".to_owned().into(),
            text: old.text,
        }
    }
}

impl Resource for Tag {
    type Provider = Lab;

    fn moves(moves: &mut Moves<Self>) {
        moves.from::<Label>("example/old", "old_label");
    }

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key();
        assert_eq!((key.number, key.shelf.as_deref()), (7, Some("A")));
        match prior.into_complete().filter(|prior| prior.text != "gone") {
            Some(prior) if prior.text == "no answer" => Err(Error::new("No answer", "Ask again.")),
            prior => Ok(Found::or_gone(prior)),
        }
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        _: &Lab,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        assert_eq!(prior.key().shelf.as_deref(), Some("A"));
        match plan.text.as_str() {
            "no answer" => Err(Error::new("No answer", "Ask again.")),
            _ => Ok(plan),
        }
    }

    async fn delete(prior: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        let key = prior.into_key();
        assert_eq!((key.number, key.shelf.as_deref()), (7, Some("A")));
        Ok(())
    }
}

const TAG: &str = r#"{"number":7,"shelf":"A"}"#;

/// Source identities from which OpenTofu makes another identity of a tag: one that looks like an older one, and one with the same parts.
const OF_SOURCES: [(i64, &str); 2] = [(0, r#"{"id":"12"}"#), (1, r#"{"number":12,"shelf":"B"}"#)];

/// A host like OpenTofu with a moved object, whose source had an identity.
async fn tofu(text: &str, (version, identity): (i64, &str)) -> Host {
    let mut host = Host::new::<Lab>("lab_tag").await;
    let source = MoveResourceStateRequest {
        source_provider_address: "registry.opentofu.org/example/old".to_owned(),
        source_type_name: "old_label".to_owned(),
        source_state: RawState::from_json(format!(r#"{{"text":"{text}"}}"#).into_bytes().into()),
        target_type_name: "lab_tag".to_owned(),
        ..Default::default()
    };
    let moved = host.move_as_tofu(source, version, Some(identity)).await;
    assert_eq!(moved, Ok(()));
    assert_eq!(host.state(), format!(r#"{{"number":7,"text":"{text}"}}"#));
    assert!(host.identity().unwrap().contains("12"));
    host
}

#[tokio::test]
async fn m4_the_identity_of_the_source_is_not_that_of_the_target() {
    for source in OF_SOURCES {
        let mut host = tofu("a", source).await;
        assert_fine(&host.read().await.diagnostics);
        assert_eq!(host.identity().as_deref(), Some(TAG));
        let private = String::from_utf8(host.stored.private.to_vec()).unwrap();
        assert!(!private.contains("move"), "{private}");

        // Without a refresh.
        let mut host = tofu("a", source).await;
        let config = r#"{"text":"b"}"#;
        let plan = host.plan(Some(config)).await;
        assert_fine(&plan.diagnostics);
        let planned = host.shown_identity(plan.planned_identity.as_ref());
        assert_eq!(planned.as_deref(), Some(TAG));
        assert_fine(&host.apply(Some(config)).await.diagnostics);
        assert_eq!(host.identity().as_deref(), Some(TAG));
        let private = String::from_utf8(host.stored.private.to_vec()).unwrap();
        assert!(!private.contains("move"), "{private}");

        let mut host = tofu("a", source).await;
        let plan = host.plan(None).await;
        let planned = host.shown_identity(plan.planned_identity.as_ref());
        assert_eq!(planned.as_deref(), Some(TAG));
        assert_fine(&host.apply(None).await.diagnostics);

        let mut host = tofu("gone", source).await;
        let gone = host.read().await;
        assert_fine(&gone.diagnostics);
        assert_eq!(host.stored.state, None);
        assert_eq!(host.identity().as_deref(), Some(TAG), "R5");
    }
}

#[tokio::test]
async fn m4_a_failure_after_a_move_does_not_bring_the_identity_of_the_source_back() {
    for source in OF_SOURCES {
        let mut host = tofu("no answer", source).await;
        let answer = host.read().await;
        assert_says(&answer.diagnostics, &["No answer"]);
        assert_eq!(answer.private, host.stored.private, "the mark stays");
        let plan = host.plan(Some(r#"{"text":"b"}"#)).await;
        assert_fine(&plan.diagnostics);

        let mut host = tofu("a", source).await;
        let failed = host.apply(Some(r#"{"text":"no answer"}"#)).await;
        assert_says(&failed.diagnostics, &["No answer"]);
        assert_eq!(host.identity().as_deref(), Some(TAG));
        assert_fine(&host.read().await.diagnostics);
    }
}

#[tokio::test]
async fn m4_sources_that_opentofu_refuses_need_a_higher_version_of_the_targets_identity() {
    let mut host = Host::new::<Lab>("lab_tag").await;
    let source = MoveResourceStateRequest {
        source_provider_address: "registry.opentofu.org/example/old".to_owned(),
        source_type_name: "old_label".to_owned(),
        source_state: RawState::from_json(br#"{"text":"a"}"#.to_vec().into()),
        target_type_name: "lab_tag".to_owned(),
        ..Default::default()
    };
    for (version, identity, refused) in [
        (2, TAG, true),
        (1, r#"{"label":"x"}"#, true),
        (0, r#"{"label":"x"}"#, false),
    ] {
        let moved = host
            .move_as_tofu(source.clone(), version, Some(identity))
            .await;
        assert_eq!(moved.is_err(), refused, "{version} {identity}: {moved:?}");
    }
    assert_eq!(host.identity(), None);
    assert_fine(&host.read().await.diagnostics);
    assert_eq!(host.identity().as_deref(), Some(TAG));
}
