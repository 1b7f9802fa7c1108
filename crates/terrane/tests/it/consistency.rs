//! The consistency check of answers: an error names each value that breaks a rule of hosts, and the answer still has the created object.

use std::sync::Arc;

use terrane::dynamic::member;
use terrane::dynamic::{BoxFuture, Configured, DynResource};
use terrane::prelude::*;
use terrane::schema::Block;
use terrane_protocol::ImportResourceStateRequest;
use terrane_test::client::{CallError, Client, Instance};
use terrane_value::Object;

use crate::lab::lab;
use crate::setup::{after, client, configured, errors, failure, json, stored};

lab!(|registry| registry.resource::<Sign>().dynamic().resource(Blob(blob())));

/// A sign.
#[derive(Model)]
struct Sign {
    /// The text.
    text: String,
    /// The colour of its letters.
    colours: Vec<String>,
    /// Its number.
    #[tf(identity)]
    number: Computed<i64>,
}

impl Resource for Sign {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        cx.private_mut().set("made", &true);
        let text = plan.text.to_uppercase();
        if plan.text == "fails" {
            return Err(Error::new("No paint", "Buy some."));
        }
        Ok(Sign { text, ..plan }.with_computed(SignComputed { number: 7 }))
    }

    async fn settle(mut created: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        if created.text == "LATE" {
            created.colours.clear();
            return Err(Error::new("No varnish", "Buy some."));
        }
        Ok(created)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(Sign {
            colours: vec!["red".to_owned()],
            ..plan
        })
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A resource whose objects do not fit its schema.
struct Blob(Block);

fn blob() -> Block {
    Block::new([
        member::<Computed<i64>>("size"),
        member::<String>("name").identity(),
    ])
}

impl DynResource for Blob {
    fn name(&self) -> &str {
        "blob"
    }

    fn block(&self) -> Block {
        self.0.clone()
    }

    fn validate(&self, _: &Object, _: ValidateContext) -> Result<()> {
        Ok(())
    }

    fn create(&self, _: &Object, _: Configured, _: CreateContext) -> BoxFuture<Result<Object>> {
        Box::pin(async { Ok(Object::from_pairs([("weight", "heavy")])) })
    }

    fn import(
        &self,
        _: String,
        _: Configured,
        _: ImportContext,
    ) -> BoxFuture<Result<Option<Object>>> {
        Box::pin(async { Ok(Some(Object::from_pairs([("weight", "heavy")]))) })
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        Box::pin(async { Ok(Found::Object(Arc::unwrap_or_clone(state))) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        let made = plan.clone();
        Box::pin(async { Ok(made) })
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

async fn changed(
    client: &Client,
    prior: &Instance,
    config: &str,
) -> std::result::Result<Instance, CallError> {
    let plan = client.plan(prior, json(config)).await.unwrap();
    client.apply(plan).await
}

async fn created(type_name: &str, config: &str) -> std::result::Result<Instance, CallError> {
    let client = client::<Lab>().await;
    changed(&client, &Instance::absent(type_name), config).await
}

#[tokio::test]
async fn k1_a_value_that_was_changed_by_accident_is_named_and_the_object_kept() {
    let created = created("lab_sign", r#"{"text":"Beware","colours":["red"]}"#).await;
    let [error] = failure(&created) else {
        panic!("{created:?}");
    };
    assert!(error.is_error());
    let message = error.to_string();
    assert!(
        message.contains("`text`: expected \"Beware\" as planned, found \"BEWARE\""),
        "{message}"
    );
    assert!(message.contains("Return what was planned"), "{message}");
    assert_eq!(error.path.as_ref().unwrap().to_string(), "text");
    let sign = after(&created).unwrap();
    assert_eq!(sign.attribute("number"), Some(&7.into()));
    assert!(!sign.private().is_empty());
}

#[tokio::test]
async fn k2_an_element_that_was_not_planned_is_named_after_an_update() {
    let client = client::<Lab>().await;
    let prior = r#"{"text":"A","colours":[],"number":7}"#;
    let prior = stored(&client, "lab_sign", Some(prior));
    let config = r#"{"text":"B","colours":["blue","red"]}"#;
    let errors = errors(&changed(&client, &prior, config).await);
    assert!(
        errors
            .iter()
            .any(|error| error.contains("expected the 2 planned elements, found 1")),
        "{errors:?}"
    );
    assert!(
        errors.iter().any(
            |error| error.contains("`colours[0]`: expected \"blue\" as planned, found \"red\"")
        ),
        "{errors:?}"
    );
}

#[tokio::test]
async fn a13_after_the_authors_own_error_nothing_is_compared() {
    let created = created("lab_sign", r#"{"text":"late","colours":["red"]}"#).await;
    let errors = errors(&created);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("No varnish"), "{errors:?}");
    let sign = after(&created).expect("the object is in the state");
    assert!(sign.value().is_known());
}

#[tokio::test]
async fn an_object_that_does_not_fit_its_schema_is_stored_as_it_was_planned() {
    let created = created("lab_blob", r#"{"name":"b"}"#).await;
    let errors = errors(&created);
    assert!(
        errors
            .iter()
            .any(|error| error.contains("does not match its schema")),
        "{errors:?}"
    );
    let blob = after(&created).unwrap();
    let planned = Value::object([("name", Value::from("b")), ("size", Value::Null)]);
    assert_eq!(blob.value(), &planned);
    let identity = Value::object([("name", "b")]);
    assert_eq!(blob.identity(), &identity, "it is the planned one");
}

#[tokio::test]
async fn an_imported_object_that_does_not_fit_its_schema_is_refused() {
    // A host drops what comes with an error, so the answer itself is inspected.
    let request = ImportResourceStateRequest {
        type_name: "lab_blob".to_owned(),
        id: "b".to_owned(),
        ..ImportResourceStateRequest::default()
    };
    let provider = configured::<Lab>().await;
    let response = provider.import_resource_state(request).await.unwrap();
    let errors: Vec<_> = response.diagnostics.errors().collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].detail.contains("does not match its schema"));
    assert!(response.imported_resources.is_empty());
}
