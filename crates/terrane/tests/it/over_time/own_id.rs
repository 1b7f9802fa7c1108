//! Imports by an id of the author's own form.

use terrane::prelude::*;
use terrane_protocol::{
    ImportResourceStateRequest, ImportResourceStateResponse, ReadResourceRequest,
};

use super::shelter::{Knot, Shelter};
use super::{Bench, assert_fine, assert_says};

/// A kennel, which nothing identifies.
#[derive(Model)]
pub(crate) struct Kennel {
    /// Its street.
    street: String,
    /// Its number there.
    number: i64,
    /// The inhabitant.
    tenant: Option<String>,
    /// Its ropes.
    #[tf(block)]
    ropes: Vec<Knot>,
}

impl Resource for Kennel {
    type Provider = Shelter;

    async fn import(
        id: String,
        _: &Shelter,
        cx: &mut ImportContext,
    ) -> Result<Option<Draft<Self>>> {
        let Some((street, number)) = id.split_once(',') else {
            return Ok(None);
        };
        assert_ne!(street, "panics", "no such street");
        cx.private_mut().set("imported", &id);
        cx.warn("Kennels are small", street);
        Ok(Some(KennelDraft {
            street: street.to_owned().into(),
            number: match number {
                "?" => Value::unknown(),
                number => number.parse::<i64>().summary("Not a number")?.into(),
            },
            ..KennelDraft::default()
        }))
    }

    async fn create(plan: Self, _: &Shelter, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Shelter, cx: &mut ReadContext) -> Result<Found<Self>> {
        let tenant = cx.private().get::<String>("imported")?;
        let kennel = prior.into_complete();
        Ok(Found::or_gone(
            kennel.map(|kennel| Kennel { tenant, ..kennel }),
        ))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        _: &Shelter,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Shelter, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A nest, which is found by its tree.
#[derive(Model)]
pub(crate) struct Nest {
    /// Its tree.
    #[tf(identity)]
    tree: String,
    /// Its branch.
    branch: Option<String>,
}

impl Resource for Nest {
    type Provider = Shelter;

    async fn import(id: String, _: &Shelter, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        Ok(Some(match id.as_str() {
            "nothing" => NestDraft::default(),
            tree => NestDraft {
                tree: tree.to_owned().into(),
                ..NestDraft::default()
            },
        }))
    }

    async fn create(plan: Self, _: &Shelter, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        _: &Shelter,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Shelter, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

async fn import(bench: &Bench, id: &str) -> ImportResourceStateResponse {
    import_as(bench, "shelter_kennel", id).await
}

async fn import_as(bench: &Bench, type_name: &str, id: &str) -> ImportResourceStateResponse {
    let request = ImportResourceStateRequest {
        type_name: type_name.to_owned(),
        id: id.to_owned(),
        ..Default::default()
    };
    bench.provider.import_resource_state(request).await.unwrap()
}

#[tokio::test]
async fn i2_the_author_makes_the_state_of_an_id() {
    let bench = Bench::new().await;
    let response = import(&bench, "mill,7").await;
    assert_fine(&response.diagnostics);
    assert_eq!(response.diagnostics.iter().count(), 1, "a warning");
    let [imported] = response.imported_resources.as_slice() else {
        panic!("{response:?}");
    };
    assert_eq!(
        bench.shown("shelter_kennel", &imported.state),
        r#"{"number":7,"ropes":[],"street":"mill","tenant":null}"#
    );
    let read = ReadResourceRequest {
        type_name: "shelter_kennel".to_owned(),
        current_state: imported.state.clone(),
        private: imported.private.clone(),
        ..Default::default()
    };
    let read = bench.provider.read_resource(read).await.unwrap();
    assert_fine(&read.diagnostics);
    assert_eq!(
        bench.shown("shelter_kennel", &read.new_state),
        r#"{"number":7,"ropes":[],"street":"mill","tenant":"mill,7"}"#
    );
}

#[tokio::test]
async fn i2_an_id_that_is_left_to_the_identity_needs_one() {
    let bench = Bench::new().await;
    let response = import(&bench, "mill").await;
    assert_says(
        &response.diagnostics,
        &["Resource Import Not Implemented", "shelter_kennel"],
    );
}

#[tokio::test]
async fn i7_errors_of_an_import_id_are_reported() {
    let bench = Bench::new().await;
    for (id, parts) in [
        ("mill,seven", &["Not a number", "invalid digit"][..]),
        (
            "panics,7",
            &["Cannot import shelter_kennel", "no such street"],
        ),
    ] {
        let response = import(&bench, id).await;
        assert_says(&response.diagnostics, parts);
        assert!(response.imported_resources.is_empty());
    }
    let response = import(&bench, "mill,?").await;
    assert_says(
        &response.diagnostics,
        &["Provider left a value unknown", "`number`"],
    );
}

#[tokio::test]
async fn i7_an_import_without_a_complete_identity_is_an_error() {
    let bench = Bench::new().await;
    let response = import_as(&bench, "shelter_nest", "nothing").await;
    assert_says(
        &response.diagnostics,
        &["Imported object has no key", "`tree`"],
    );
    assert!(response.imported_resources.is_empty());
    let response = import_as(&bench, "shelter_nest", "oak").await;
    assert_fine(&response.diagnostics);
    assert_eq!(response.imported_resources.len(), 1);
}
