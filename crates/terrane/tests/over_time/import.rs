//! Imports by id and by identity.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_protocol::{
    DynamicValue, ImportResourceStateRequest, ImportResourceStateResponse, Opaque,
    ReadResourceRequest,
};

use terrane_value::Type;

use super::setup::{configured, lab, of_type};
use super::{Bench, assert_fine, assert_says, shown};

async fn import(
    bench: &Bench,
    type_name: &str,
    id: &str,
    identity: Option<DynamicValue>,
) -> ImportResourceStateResponse {
    let request = ImportResourceStateRequest {
        type_name: type_name.to_owned(),
        id: id.to_owned(),
        identity,
        ..Default::default()
    };
    bench.provider.import_resource_state(request).await.unwrap()
}

#[tokio::test]
async fn i6_an_id_is_the_one_required_part_of_the_identity() {
    let bench = Bench::new().await;
    let response = import(&bench, "shelter_pet", "pet-7", None).await;
    assert_fine(&response.diagnostics);
    let [imported] = response.imported_resources.as_slice() else {
        panic!("{response:?}");
    };
    assert_eq!(imported.type_name, "shelter_pet");
    assert_eq!(
        bench.shown("shelter_pet", &imported.state),
        r#"{"id":"pet-7","kcal":null,"legs":null,"name":null,"region":null,"visits":null}"#
    );
    assert_eq!(
        bench
            .shown_identity("shelter_pet", imported.identity.as_ref())
            .as_deref(),
        Some(r#"{"id":"pet-7","region":null}"#)
    );
    let response = import(&bench, "shelter_cage", "12", None).await;
    let state = &response.imported_resources[0].state;
    assert_eq!(
        bench.shown("shelter_cage", state),
        r#"{"colour":null,"number":12}"#
    );
    let response = import(&bench, "shelter_cage", "twelve", None).await;
    assert_says(
        &response.diagnostics,
        &["Unexpected import id", "`number`", "`twelve`"],
    );
}

#[tokio::test]
async fn i3_an_identity_is_all_that_is_needed() {
    let bench = Bench::new().await;
    for (given, region) in [
        (r#"{"id":"pet-7","region":"us"}"#, r#""us""#),
        (r#"{"id":"pet-7","region":null}"#, "null"),
    ] {
        let identity = bench.identity("shelter_pet", given);
        let response = import(&bench, "shelter_pet", "", Some(identity)).await;
        assert_fine(&response.diagnostics);
        let imported = &response.imported_resources[0];
        assert_eq!(
            bench
                .shown_identity("shelter_pet", imported.identity.as_ref())
                .as_deref(),
            Some(given)
        );
        let state = bench.shown("shelter_pet", &imported.state);
        assert!(state.contains(&format!(r#""region":{region}"#)), "{state}");
    }
    let badge = r#"{"halls":["a","b"],"number":7}"#;
    let identity = bench.identity("shelter_badge", badge);
    let response = import(&bench, "shelter_badge", "", Some(identity)).await;
    let state = &response.imported_resources[0].state;
    assert_eq!(bench.shown("shelter_badge", state), badge);
}

#[tokio::test]
async fn i8_a_required_part_is_demanded_by_its_name() {
    let bench = Bench::new().await;
    for given in [
        r#"{"id":null,"region":"us"}"#,
        r#"{"id":"?","region":"us"}"#,
    ] {
        let identity = bench.identity("shelter_pet", given);
        let response = import(&bench, "shelter_pet", "", Some(identity)).await;
        assert_says(
            &response.diagnostics,
            &["Incomplete import identity", "`id`"],
        );
    }
    let bad = DynamicValue::from_json(br#"{"id":[],"region":null}"#.to_vec().into());
    let response = import(&bench, "shelter_pet", "", Some(bad)).await;
    assert_says(&response.diagnostics, &["Host sent a bad value", "id"]);
    let response = import(&bench, "shelter_pet", "", None).await;
    assert_says(&response.diagnostics, &["Missing import id", "`id`"]);
}

#[tokio::test]
async fn i2_import_without_identity_is_refused_with_the_reason() {
    let bench = Bench::new().await;
    for (type_name, why) in [
        ("shelter_rope", "nothing in it identifies an object"),
        ("shelter_locker", "by `codes` and `place` of their state"),
        ("shelter_shelf", "by `locker` of their state"),
    ] {
        let response = import(&bench, type_name, "x", None).await;
        let cannot = format!("{type_name} cannot be imported");
        assert_says(
            &response.diagnostics,
            &["Resource Import Not Implemented", &cannot, why],
        );
    }
    let response = import(&bench, "shelter_badge", "7", None).await;
    assert_says(
        &response.diagnostics,
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
    let response = import(&bench, "shelter_pet", "pet-renamed", None).await;
    let imported = response.imported_resources[0].clone();
    assert_ne!(imported.private, Opaque::default(), "I5");
    let read = |private: Opaque| {
        bench.provider.read_resource(ReadResourceRequest {
            type_name: "shelter_pet".to_owned(),
            current_state: imported.state.clone(),
            current_identity: imported.identity.clone(),
            private,
            ..Default::default()
        })
    };
    let first = read(imported.private.clone()).await.unwrap();
    assert_fine(&first.diagnostics);
    assert_eq!(
        bench
            .shown_identity("shelter_pet", first.new_identity.as_ref())
            .as_deref(),
        Some(r#"{"id":"pet-other","region":"eu"}"#)
    );
    assert_eq!(first.private, Opaque::default(), "the note is gone");
    let second = read(first.private).await.unwrap();
    assert_says(&second.diagnostics, &["Unexpected Identity Change"]);
}

lab!(|registry| registry.resource::<Hutch>());

/// A hutch, with a block of each nesting.
#[derive(Schema)]
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
    /// What opens it.
    pin: WriteOnly<String>,
}

/// A board.
#[derive(Schema, Clone)]
struct Board {
    /// Its length.
    length: Option<i64>,
}

impl Resource for Hutch {
    type Provider = Lab;

    async fn import(id: String, _: &Lab, _: &mut Import) -> Result<Option<Draft<Self>>> {
        let number = id
            .strip_prefix("hutch-")
            .and_then(|id| id.parse::<i64>().ok());
        Ok(number.map(|number| HutchDraft {
            number: number.into(),
            ..HutchDraft::default()
        }))
    }

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// G6: hosts refuse a collection of blocks that is null.
#[tokio::test]
async fn i4_an_imported_state_has_empty_collections_of_blocks() {
    let provider = configured::<Lab>().await;
    let identity = Type::object([("number", Type::Number)]);
    let identity = of_type(&identity, r#"{"number":7}"#);
    for (id, identity) in [("", Some(identity)), ("7", None), ("hutch-7", None)] {
        let request = ImportResourceStateRequest {
            type_name: "lab_hutch".to_owned(),
            id: id.to_owned(),
            identity,
            ..Default::default()
        };
        let answer = provider.import_resource_state(request).await.unwrap();
        assert_fine(&answer.diagnostics);
        let state = &answer.imported_resources[0].state;
        assert_eq!(
            shown(&<Hutch as terrane::model::ObjectModel>::block().ty(), state),
            r#"{"doors":[],"nails":null,"number":7,"pin":null,"roof":null,"shelves":{},"walls":[]}"#,
            "{id}"
        );
    }
}
