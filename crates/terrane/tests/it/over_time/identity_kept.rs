//! Identities in results and reads.

use super::identity::{REX, REX_IDENTITY};
use super::{Bench, assert_fine, assert_says};

#[tokio::test]
async fn a9_a_created_object_has_an_identity_after_an_error() {
    let bench = Bench::new().await;
    for (name, errors) in [("Rex", 0), ("late", 1)] {
        let planned = format!(
            r#"{{"id":"?","region":"?","name":"{name}","kcal":300,"legs":4,"visits":"0"}}"#
        );
        let unknown = r#"{"id":"?","region":"?"}"#;
        let response = bench
            .apply("shelter_pet", (None, Some(unknown)), Some(&planned))
            .await;
        assert_eq!(
            response.diagnostics.errors().count(),
            errors,
            "{:?}",
            response.diagnostics
        );
        assert_eq!(
            bench
                .shown_identity("shelter_pet", response.new_identity.as_ref())
                .as_deref(),
            Some(REX_IDENTITY)
        );
    }
}

#[tokio::test]
async fn a9_an_object_without_an_identity_is_one_error() {
    let bench = Bench::new().await;
    let planned = r#"{"id":"?","region":"?","name":"nameless","kcal":300,"legs":4,"visits":0}"#;
    let response = bench
        .apply("shelter_pet", (None, None), Some(planned))
        .await;
    let errors = super::errors(&response.diagnostics);
    assert_eq!(
        errors.len(),
        3,
        "one for each unknown field, and what exists: {errors:?}"
    );
    assert!(
        errors[0].contains("`id` of shelter_pet is still not known"),
        "{errors:?}"
    );
    assert_eq!(response.new_identity, None);
}

#[tokio::test]
async fn a9_an_update_that_changes_the_identity_is_refused_unless_it_is_mutable() {
    let bench = Bench::new().await;
    let planned = REX.replace("Rex", "moves away").replace("\"eu\"", "\"?\"");
    let prior = (Some(REX), Some(REX_IDENTITY));
    let response = bench.apply("shelter_pet", prior, Some(&planned)).await;
    assert_says(
        &response.diagnostics,
        &["Unexpected Identity Change", "`region`", "returned \"us\""],
    );
    assert_eq!(
        bench
            .shown_identity("shelter_pet", response.new_identity.as_ref())
            .as_deref(),
        Some(REX_IDENTITY)
    );
    assert_eq!(
        bench.shown("shelter_pet", &response.new_state),
        REX,
        "the state keeps the object that it had"
    );

    let (old, new) = (
        r#"{"number":7,"halls":["a"]}"#,
        r#"{"halls":["b"],"number":8}"#,
    );
    let response = bench
        .apply("shelter_badge", (Some(old), Some(old)), Some(new))
        .await;
    assert_fine(&response.diagnostics);
    assert_eq!(
        bench
            .shown_identity("shelter_badge", response.new_identity.as_ref())
            .as_deref(),
        Some(new)
    );
}

#[tokio::test]
async fn a5_a_failed_update_or_deletion_keeps_the_identity_and_a_deletion_removes_it() {
    let bench = Bench::new().await;
    let prior = (Some(REX), Some(REX_IDENTITY));
    let planned = REX.replace("Rex", "fails");
    let response = bench.apply("shelter_pet", prior, Some(&planned)).await;
    assert_eq!(response.diagnostics.errors().count(), 1);
    assert_eq!(
        bench
            .shown_identity("shelter_pet", response.new_identity.as_ref())
            .as_deref(),
        Some(REX_IDENTITY)
    );
    let bites = REX.replace("Rex", "bites");
    let response = bench
        .apply("shelter_pet", (Some(&bites), Some(REX_IDENTITY)), None)
        .await;
    assert_eq!(response.diagnostics.errors().count(), 1);
    assert_eq!(
        bench
            .shown_identity("shelter_pet", response.new_identity.as_ref())
            .as_deref(),
        Some(REX_IDENTITY)
    );
    let response = bench.apply("shelter_pet", prior, None).await;
    assert_fine(&response.diagnostics);
    assert_eq!(response.new_identity, None);
}

#[tokio::test]
async fn r4_a_read_fills_the_identity_missing_in_an_old_state() {
    let bench = Bench::new().await;
    for stored in [None, Some("null"), Some(REX_IDENTITY)] {
        let response = bench.read("shelter_pet", REX, stored).await;
        assert_fine(&response.diagnostics);
        assert_eq!(
            bench
                .shown_identity("shelter_pet", response.new_identity.as_ref())
                .as_deref(),
            Some(REX_IDENTITY)
        );
    }
    let state = r#"{"number":7,"colour":"red"}"#;
    let response = bench.read("shelter_cage", state, None).await;
    assert_eq!(
        bench
            .shown_identity("shelter_cage", response.new_identity.as_ref())
            .as_deref(),
        Some(r#"{"number":7}"#),
        "also where the provider has nothing to read"
    );
}

#[tokio::test]
async fn r4_a_read_that_finds_another_object_is_refused() {
    let bench = Bench::new().await;
    let state = REX.replace("pet-1", "pet-renamed");
    let identity = REX_IDENTITY.replace("pet-1", "pet-renamed");
    let response = bench.read("shelter_pet", &state, Some(&identity)).await;
    assert_says(
        &response.diagnostics,
        &["Unexpected Identity Change", "`id`", "\"pet-other\""],
    );
}

#[tokio::test]
async fn r5_a_missing_or_unreadable_object_keeps_its_identity() {
    let bench = Bench::new().await;
    for (id, errors) in [("pet-gone", 0), ("pet-error", 1)] {
        let identity = REX_IDENTITY.replace("pet-1", id);
        let state = REX.replace("pet-1", id);
        let response = bench.read("shelter_pet", &state, Some(&identity)).await;
        assert_eq!(response.diagnostics.errors().count(), errors);
        assert_eq!(
            bench.shown_identity("shelter_pet", response.new_identity.as_ref()),
            Some(identity)
        );
    }
}
