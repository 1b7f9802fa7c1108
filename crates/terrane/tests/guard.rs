//! The hosts' rules, kept before an answer leaves: what is wrong is named, and what was created is in the answer all the same.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod setup;

use terrane::DynResource;
use terrane::attr::member;
use terrane::dynamic::{BoxFuture, Configured};
use terrane::prelude::*;
use terrane::schema::Block;
use terrane_protocol::{
    ApplyResourceChangeRequest, ApplyResourceChangeResponse, DynamicValue,
    ImportResourceStateRequest, Opaque,
};
use terrane_value::{Data, Object, Type, json};

use crate::setup::{configured, lab, of_type};

lab!(|registry| registry.resource::<Sign>().dyn_resource(Blob(blob())));

/// A sign.
#[derive(Schema)]
#[tf(settle)]
struct Sign {
    /// What it says.
    text: String,
    /// The colour of its letters.
    colours: Vec<String>,
    /// Its number.
    #[tf(identity)]
    number: Computed<i64>,
}

impl Resource for Sign {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, cx: &mut Create) -> Result<Self> {
        cx.private_mut(|private| private.set("made", &true));
        let text = plan.text.to_uppercase();
        if plan.text == "fails" {
            return Err(Error::new("No paint", "Buy some."));
        }
        Ok(Sign { text, ..plan }.with_computed(SignComputed { number: 7 }))
    }

    async fn settle(mut created: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        if created.text == "LATE" {
            created.colours.clear();
            return Err(Error::new("No varnish", "Buy some."));
        }
        Ok(created)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut Update) -> Result<Self> {
        Ok(Sign {
            colours: vec!["red".to_owned()],
            ..plan
        })
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
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

    fn validate(&self, _: &Object, _: Validate) -> Result<()> {
        Ok(())
    }

    fn create(&self, _: &Object, _: Configured, _: Create) -> BoxFuture<Result<Object>> {
        Box::pin(async { Ok(Object::from_pairs([("weight", "heavy")])) })
    }

    fn import(&self, _: String, _: Configured, _: Import) -> BoxFuture<Result<Option<Object>>> {
        Box::pin(async { Ok(Some(Object::from_pairs([("weight", "heavy")]))) })
    }

    fn read(
        &self,
        state: &Object,
        _: Configured,
        _: ReadResource,
    ) -> BoxFuture<Result<Option<Object>>> {
        let found = state.clone();
        Box::pin(async { Ok(Some(found)) })
    }

    fn update(
        &self,
        plan: &Object,
        _: &Object,
        _: Configured,
        _: Update,
    ) -> BoxFuture<Result<Object>> {
        let made = plan.clone();
        Box::pin(async { Ok(made) })
    }

    fn delete(&self, _: &Object, _: Configured, _: Delete) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// Adds what is not known to an object.
fn with_unknown(ty: &Type, text: &str, name: &str) -> DynamicValue {
    let mut value = json::decode(text.as_bytes(), ty).unwrap();
    value.as_object_mut().unwrap().set(name, Value::unknown());
    DynamicValue::encode(&value, ty).unwrap()
}

async fn apply(
    type_name: &str,
    prior: DynamicValue,
    planned: DynamicValue,
) -> ApplyResourceChangeResponse {
    let request = ApplyResourceChangeRequest {
        type_name: type_name.to_owned(),
        prior_state: prior,
        config: planned.clone(),
        planned_state: planned,
        ..ApplyResourceChangeRequest::default()
    };
    configured::<Lab>()
        .await
        .apply_resource_change(request)
        .await
        .unwrap()
}

fn errors(response: &ApplyResourceChangeResponse) -> Vec<String> {
    response
        .diagnostics
        .errors()
        .map(ToString::to_string)
        .collect()
}

fn sign() -> Type {
    Sign::block().ty()
}

#[tokio::test]
async fn k1_a_value_that_was_changed_by_accident_is_named_and_the_object_kept() {
    let ty = sign();
    let planned = with_unknown(
        &ty,
        r#"{"text":"Beware","colours":["red"],"number":null}"#,
        "number",
    );
    let response = apply("lab_sign", DynamicValue::default(), planned).await;
    let errors = errors(&response);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("`text`: expected \"Beware\" as planned, found \"BEWARE\""),
        "{errors:?}"
    );
    assert!(errors[0].contains("Return what was planned"), "{errors:?}");
    assert_eq!(
        response
            .diagnostics
            .errors()
            .next()
            .unwrap()
            .path
            .as_ref()
            .unwrap()
            .to_string(),
        "text"
    );
    let state = response.new_state.decode(&ty).unwrap();
    assert_eq!(
        state.as_object().unwrap().get("number"),
        Some(&Value::Known(Data::Number(7.into())))
    );
    assert_ne!(response.private, Opaque::default());
}

#[tokio::test]
async fn k2_an_element_that_was_not_planned_is_named_after_an_update() {
    let ty = sign();
    let prior = of_type(&ty, r#"{"text":"A","colours":[],"number":7}"#);
    let planned = of_type(&ty, r#"{"text":"B","colours":["blue","red"],"number":7}"#);
    let response = apply("lab_sign", prior, planned).await;
    let errors = errors(&response);
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
    let ty = sign();
    let planned = with_unknown(
        &ty,
        r#"{"text":"late","colours":["red"],"number":null}"#,
        "number",
    );
    let response = apply("lab_sign", DynamicValue::default(), planned).await;
    let errors = errors(&response);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("No varnish"), "{errors:?}");
    assert!(
        response.new_state.decode(&ty).unwrap().is_known(),
        "the object is in the state"
    );
}

#[tokio::test]
async fn an_object_that_does_not_fit_its_schema_is_stored_as_it_was_planned() {
    let ty = blob().ty();
    let planned = with_unknown(&ty, r#"{"name":"b","size":null}"#, "size");
    let response = apply("lab_blob", DynamicValue::default(), planned).await;
    let errors = errors(&response);
    assert!(
        errors
            .iter()
            .any(|error| error.contains("does not fit its schema")),
        "{errors:?}"
    );
    let state = response.new_state.decode(&ty).unwrap();
    assert_eq!(
        state,
        json::decode(br#"{"name":"b","size":null}"#, &ty).unwrap()
    );
    let named = Type::object([("name", Type::String)]);
    assert_eq!(
        response.new_identity,
        Some(of_type(&named, r#"{"name":"b"}"#)),
        "it is the planned one"
    );
}

#[tokio::test]
async fn an_imported_object_that_does_not_fit_its_schema_is_refused() {
    let request = ImportResourceStateRequest {
        type_name: "lab_blob".to_owned(),
        id: "b".to_owned(),
        ..ImportResourceStateRequest::default()
    };
    let provider = configured::<Lab>().await;
    let response = provider.import_resource_state(request).await.unwrap();
    let errors: Vec<_> = response.diagnostics.errors().collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].detail.contains("does not fit its schema"));
    assert!(response.imported_resources.is_empty());
}
