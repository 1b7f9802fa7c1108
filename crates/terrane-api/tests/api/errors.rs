//! Errors of an API as diagnostics.

use serde_json::{Value as Json, json};
use terrane::context::CreateContext;
use terrane::prelude::*;
use terrane_api::{Fields, ResultExt as _};

use crate::fake::{Fake, status};

/// An animal.
#[derive(Model)]
struct Pet {
    /// Its name.
    name: String,
    /// Its meals.
    daily_meals: Option<Vec<String>>,
}

async fn refused(code: u16, body: Json) -> terrane_api::Error {
    let fake = Fake::new(move |_| status(code, body.clone()));
    let cx = CreateContext::default();
    fake.client()
        .post(["pets"])
        .query("token", "s3cret")
        .send(&cx)
        .await
        .unwrap_err()
}

fn shown(error: Error) -> Vec<(String, String, String)> {
    let diagnostics = error.into_diagnostics("Cannot create zoo_pet");
    let path = |path: Option<terrane::Path>| path.map_or(String::new(), |it| it.to_string());
    diagnostics
        .into_iter()
        .map(|it| (path(it.path), it.summary, it.detail))
        .collect()
}

#[tokio::test]
async fn problem_details_become_diagnostics_on_attributes() {
    let error = refused(
        422,
        json!({
            "title": "The request has errors.",
            "errors": [
                { "pointer": "#/spec/label", "detail": "is taken" },
                { "pointer": "#/spec/dailyMeals/1", "detail": "is too long" },
                { "pointer": "#/color", "detail": "is ugly" },
            ],
        }),
    )
    .await;
    let fields = Fields::of::<Pet>()
        .rename("/spec/label", path!(Pet, name))
        .rename("/spec", terrane::Path::root());
    let all = shown(error.fields(&fields));
    let expected = [
        ("name", "The API refused the value: is taken"),
        ("daily_meals[1]", "The API refused the value: is too long"),
        ("", "The API refused `#/color`: is ugly"),
    ];
    for ((path, summary, detail), (place, text)) in all.iter().zip(expected) {
        assert_eq!((path.as_str(), detail.as_str()), (place, text));
        assert_eq!(summary, "Cannot create zoo_pet");
    }
    assert_eq!(all.len(), 3);
}

#[tokio::test]
async fn an_error_names_request_status_and_reason_without_the_query() {
    let error = refused(400, json!({ "message": "no pets today" })).await;
    let text = Error::from(error).to_string();
    assert_eq!(
        text,
        "The API answered `POST https://api.test/v1/pets` with 400 Bad Request: no pets today."
    );
}

#[tokio::test]
async fn an_object_that_exists_has_the_command_to_import_it() {
    let conflict: terrane_api::Result<()> = Err(refused(409, Json::Null).await);
    let error = conflict.or_exists("zoo_pet", "it's").unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains(r"`terraform import zoo_pet.NAME 'it'\''s'`"),
        "{text}"
    );
    let other: terrane_api::Result<()> = Err(refused(400, Json::Null).await);
    assert!(
        !other
            .or_exists("zoo_pet", "x")
            .unwrap_err()
            .to_string()
            .contains("import")
    );
}

#[tokio::test]
async fn refusals_without_places_stay_one_diagnostic() {
    let error = refused(403, json!({ "error": "no" })).await;
    let all = shown(error.fields_of::<Pet>());
    assert_eq!(all.len(), 1);
    assert!(all[0].2.contains("do not have the permission"), "{all:?}");
}
