//! What a change left unknown is read.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_test::client::{CallError, Instance};

use crate::lab::lab;
use crate::setup::{after, client, errors, json, stored};

lab!(|registry| registry.resource::<Sample>().resource::<Note>());

/// A sample.
#[derive(Model)]
struct Sample {
    /// Says what becomes of it.
    name: String,
    /// Its id.
    #[tf(key, keep)]
    id: Computed<String>,
    /// The value that the API computes from it.
    digest: Computed<String>,
    /// Perhaps nothing.
    etag: Computed<Option<String>>,
    /// Its parts.
    parts: Option<Vec<Part>>,
    /// Parts by name.
    by_name: Option<BTreeMap<String, Part>>,
    /// Parts without order.
    loose: Option<Set<Part>>,
}

/// A part of a sample.
#[derive(Model)]
struct Part {
    /// Its name.
    name: String,
    /// The value that the API computes from it.
    digest: Computed<String>,
}

impl Part {
    fn read(self) -> Self {
        let digest = format!("digest of {}", self.name).into();
        Self { digest, ..self }
    }
}

impl Resource for Sample {
    type Provider = Lab;

    async fn create(mut plan: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        cx.private_mut().set("made", &1);
        if plan.name != "no id" {
            plan.id.fill("sample-1".to_owned());
        }
        if plan.name == "knows" {
            plan.digest.fill("known".to_owned());
        }
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Lab, cx: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        assert_eq!(key.id, "sample-1");
        cx.private_mut().set("read", &1);
        let Some(prior) = prior else {
            return Err(Error::new(
                "Not complete",
                "It is what the change returned.",
            ));
        };
        assert!(
            prior.etag.known().is_none(),
            "read once, for what is not known"
        );
        match prior.name.as_str() {
            "late" => return Ok(Found::Gone),
            "error" => Err(std::io::Error::other("the line is dead"))?,
            "panics" => panic!("out of tune"),
            "as it is" => return Ok(Found::Object(prior)),
            _ => {}
        }
        Ok(Found::Object(Self {
            name: "the API calls it otherwise".to_owned(),
            id: key.id.into(),
            digest: "read".to_owned().into(),
            etag: None.into(),
            parts: prior
                .parts
                .map(|parts| parts.into_iter().map(Part::read).collect()),
            by_name: prior.by_name.map(|parts| {
                let parts = parts.into_iter();
                parts.map(|(name, part)| (name, part.read())).collect()
            }),
            loose: prior
                .loose
                .map(|parts| parts.into_iter().map(Part::read).collect()),
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A note, which cannot be read.
#[derive(Model)]
struct Note {
    /// The text.
    text: String,
    /// Its id.
    id: Computed<String>,
}

impl Resource for Note {
    type Provider = Lab;

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

fn sample(name: &str, computed: &str) -> String {
    let part = |name: &str| format!(r#"{{"name": "{name}", "digest": null}}"#);
    let (a, b) = (part("a"), part("b"));
    format!(
        r#"{{"name": "{name}", {computed}, "parts": [{a}, {b}], "by_name": {{"x": {a}}}, "loose": [{a}, {b}]}}"#
    )
}

const EMPTY: &str = r#""id": null, "digest": null, "etag": null"#;

type Changed = std::result::Result<Instance, CallError>;

async fn changed(prior: Option<&str>, name: &str) -> Changed {
    let client = client::<Lab>().await;
    let prior = stored(&client, "lab_sample", prior);
    let config = json(&sample(name, EMPTY));
    let planned = client.plan(&prior, config).await.unwrap();
    client.apply(planned).await
}

async fn created(name: &str) -> Changed {
    changed(None, name).await
}

async fn updated(name: &str) -> Changed {
    let prior = sample(
        "before",
        r#""id": "sample-1", "digest": "old", "etag": "old""#,
    );
    changed(Some(&prior), name).await
}

/// The attributes that are stored after a change, which may have failed.
fn state(changed: &Changed) -> &terrane_value::Value {
    after(changed).unwrap().value()
}

async fn object(text: &str) -> terrane_value::Value {
    let sample = stored(&client::<Lab>().await, "lab_sample", Some(text));
    sample.value().clone()
}

/// A sample of which all is known.
async fn whole(name: &str, digest: &str) -> terrane_value::Value {
    let computed = format!(r#""id": "sample-1", "digest": "{digest}", "etag": null"#);
    let text = sample(name, &computed);
    let text = ["a", "b"].into_iter().fold(text, |text, part| {
        let unknown = format!(r#""name": "{part}", "digest": null"#);
        let known = format!(r#""name": "{part}", "digest": "digest of {part}""#);
        text.replace(&unknown, &known)
    });
    object(&text).await
}

#[tokio::test]
async fn a12_values_that_create_leaves_unknown_are_filled_by_a_read() {
    for (name, digest) in [("plain", "read"), ("knows", "known")] {
        let response = created(name).await;
        assert_eq!(errors(&response), Vec::<String>::new());
        assert_eq!(state(&response), &whole(name, digest).await);
    }
}

#[tokio::test]
async fn a12_values_that_update_leaves_unknown_are_filled_by_a_read() {
    let response = updated("plain").await;
    assert_eq!(errors(&response), Vec::<String>::new());
    assert_eq!(state(&response), &whole("plain", "read").await);
}

#[tokio::test]
async fn a7_private_state_that_a_read_sets_is_stored() {
    let created = created("plain").await.unwrap();
    let stored: BTreeMap<String, String> = serde_json::from_slice(created.private()).unwrap();
    assert_eq!(stored.keys().collect::<Vec<_>>(), ["made", "read"]);
}

#[tokio::test]
async fn a13_an_object_that_cannot_be_read_yet_is_in_the_state() {
    for (name, says) in [
        (
            "late",
            "reading it back to fill computed attributes found nothing",
        ),
        ("error", "the line is dead"),
        ("panics", "out of tune"),
    ] {
        for (done, response, known) in [
            ("created", created(name).await, "null"),
            ("updated", updated(name).await, r#""old""#),
        ] {
            let errors = errors(&response);
            assert_eq!(errors.len(), 1, "{errors:?}");
            let summary = format!("Cannot read lab_sample after it was {done}");
            assert!(
                errors[0].contains(&summary) && errors[0].contains(says),
                "{errors:?}"
            );
            let known = format!(r#""id": "sample-1", "digest": {known}, "etag": {known}"#);
            let expected = object(&sample(name, &known)).await;
            assert_eq!(state(&response), &expected, "{name}");
        }
    }
}

#[tokio::test]
async fn a12_an_unknown_value_that_no_code_fills_is_an_error_with_its_path() {
    let response = created("as it is").await;
    let errors = errors(&response);
    assert!(
        errors
            .iter()
            .any(|it| it.contains("`digest` of lab_sample is still not known")),
        "{errors:?}"
    );
    assert!(
        errors.iter().all(|it| it.contains("left a value unknown")),
        "{errors:?}"
    );
}

#[tokio::test]
async fn a12_an_object_without_its_key_is_not_read() {
    let response = created("no id").await;
    let errors = errors(&response);
    assert!(
        errors
            .iter()
            .any(|it| it.contains("`id` of lab_sample is still not known")),
        "{errors:?}"
    );
}

#[tokio::test]
async fn a12_a_resource_that_cannot_be_read_has_to_fill_everything() {
    let client = client::<Lab>().await;
    for prior in [None, Some(r#"{"text": "a", "id": "1"}"#)] {
        let prior = stored(&client, "lab_note", prior);
        let planned = client.plan(&prior, json(r#"{"text": "b"}"#)).await;
        let errors = errors(&client.apply(planned.unwrap()).await);
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(
            errors[0].contains("`id` of lab_note is still not known"),
            "{errors:?}"
        );
    }
}
