//! Imports by id and by identity.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_protocol::{DynamicValue, ImportResourceStateRequest};

use super::{Bench, assert_says, shown_value};
use crate::lab::lab;
use crate::setup::{client, failure, json};

#[tokio::test]
async fn i6_an_id_is_the_one_required_part_of_the_identity() {
    let bench = Bench::new().await;
    let pet = bench.client.import("shelter_pet", "pet-7").await.unwrap();
    assert_eq!(pet.type_name(), "shelter_pet");
    assert_eq!(
        bench.state(&pet),
        r#"{"id":"pet-7","kcal":null,"legs":null,"name":null,"region":null,"visits":null}"#
    );
    assert_eq!(
        bench.identity_of(&pet).as_deref(),
        Some(r#"{"id":"pet-7","region":null}"#)
    );
    let cage = bench.client.import("shelter_cage", "12").await.unwrap();
    assert_eq!(bench.state(&cage), r#"{"colour":null,"number":12}"#);
    let refused = bench.client.import("shelter_cage", "twelve").await;
    assert_says(
        failure(&refused),
        &["Unexpected import id", "`number`", "`twelve`"],
    );
}

#[tokio::test]
async fn i3_an_identity_is_all_that_is_needed() {
    let bench = Bench::new().await;
    let import = async |type_name: &str, given: &str| {
        let imported = bench.client.import_by_identity(type_name, json(given));
        imported.await.unwrap()
    };
    for (given, region) in [
        (r#"{"id":"pet-7","region":"us"}"#, r#""us""#),
        (r#"{"id":"pet-7","region":null}"#, "null"),
    ] {
        let pet = import("shelter_pet", given).await;
        assert_eq!(bench.identity_of(&pet).as_deref(), Some(given));
        let state = bench.state(&pet);
        assert!(state.contains(&format!(r#""region":{region}"#)), "{state}");
    }
    let badge = r#"{"halls":["a","b"],"number":7}"#;
    let imported = import("shelter_badge", badge).await;
    assert_eq!(bench.state(&imported), badge);
}

#[tokio::test]
async fn i8_a_required_part_is_demanded_by_its_name() {
    let bench = Bench::new().await;
    for given in [
        r#"{"id":null,"region":"us"}"#,
        r#"{"id":"?","region":"us"}"#,
    ] {
        let identity = json(given);
        let refused = bench.client.import_by_identity("shelter_pet", identity);
        assert_says(
            failure(&refused.await),
            &["Incomplete import identity", "`id`"],
        );
    }
    let bad = DynamicValue::from_json(br#"{"id":[],"region":null}"#.to_vec().into());
    let request = ImportResourceStateRequest {
        type_name: "shelter_pet".to_owned(),
        identity: Some(bad),
        ..Default::default()
    };
    let response = bench.provider.import_resource_state(request).await;
    assert_says(
        &response.unwrap().diagnostics,
        &[
            "Cannot read the identity",
            "This is a bug in the host",
            "id",
        ],
    );
    let refused = bench.client.import("shelter_pet", "").await;
    assert_says(failure(&refused), &["Missing import id", "`id`"]);
}

#[tokio::test]
async fn i2_import_without_identity_is_refused_with_the_reason() {
    let bench = Bench::new().await;
    for (type_name, why) in [
        (
            "shelter_rope",
            "it has no identity by which an existing object can be found",
        ),
        ("shelter_locker", "by `codes` and `place` of its state"),
        ("shelter_shelf", "by `locker` of its state"),
    ] {
        let refused = bench.client.import(type_name, "x").await;
        let cannot = format!("{type_name} cannot be imported");
        assert_says(
            failure(&refused),
            &["Resource Import Not Implemented", &cannot, why],
        );
    }
    let refused = bench.client.import("shelter_badge", "7").await;
    assert_says(
        failure(&refused),
        &[
            "cannot be imported by an id",
            "`halls` and `number`",
            "identity",
        ],
    );
}

#[tokio::test]
async fn r3_the_identity_may_change_once_at_the_read_after_an_import() {
    let bench = Bench::new().await;
    let imported = bench
        .client
        .import("shelter_pet", "pet-renamed")
        .await
        .unwrap();
    assert!(!imported.private().is_empty(), "I5");
    let first = bench.client.read(&imported).await.unwrap();
    assert_eq!(
        bench.identity_of(&first).as_deref(),
        Some(r#"{"id":"pet-other","region":"eu"}"#)
    );
    assert!(first.private().is_empty(), "the note is gone");
    let second = imported.with_private(Vec::new());
    let second = bench.client.read(&second).await;
    assert_says(failure(&second), &["Unexpected Identity Change"]);
}

lab!(|registry| registry.resource::<Hutch>());

/// A hutch, with a block of each nesting.
#[derive(Model)]
struct Hutch {
    /// Its number.
    #[tf(identity)]
    number: i64,
    /// Its doors.
    #[tf(block)]
    doors: Vec<Board>,
    /// Its walls.
    #[tf(block)]
    walls: Set<Board>,
    /// Its shelves, by name.
    #[tf(block)]
    shelves: BTreeMap<String, Board>,
    /// Its roof.
    #[tf(block)]
    roof: Option<Board>,
    /// Its nails, which are an attribute.
    nails: Option<Vec<String>>,
    /// The code that opens it.
    pin: WriteOnly<String>,
}

/// A board.
#[derive(Model, Clone)]
struct Board {
    /// Its length.
    length: Option<i64>,
}

impl Resource for Hutch {
    type Provider = Lab;

    async fn import(id: String, _: &Lab, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let number = id
            .strip_prefix("hutch-")
            .and_then(|id| id.parse::<i64>().ok());
        Ok(number.map(|number| HutchDraft {
            number: number.into(),
            ..HutchDraft::default()
        }))
    }

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// G6: hosts refuse a collection of blocks that is null.
#[tokio::test]
async fn i4_an_imported_state_has_empty_collections_of_blocks() {
    let client = client::<Lab>().await;
    let identity = json(r#"{"number":7}"#);
    let imported = [
        client.import_by_identity("lab_hutch", identity).await,
        client.import("lab_hutch", "7").await,
        client.import("lab_hutch", "hutch-7").await,
    ];
    for hutch in imported {
        assert_eq!(
            shown_value(
                &<Hutch as terrane::ObjectModel>::block().ty(),
                hutch.unwrap().value().clone()
            ),
            r#"{"doors":[],"nails":null,"number":7,"pin":null,"roof":null,"shelves":{},"walls":[]}"#
        );
    }
}
