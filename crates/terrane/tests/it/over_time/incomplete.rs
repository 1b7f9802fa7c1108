//! States that lack what the provider computes: an older version, or an import, left it null.

use terrane::prelude::*;
use terrane_protocol::{ReadResourceRequest, ReadResourceResponse};

use super::{assert_fine, assert_says, shown, shown_value};
use crate::setup::{client, configured, value};

#[derive(Default)]
struct Lab;

#[provider("registry.terraform.io/example/lab")]
impl terrane::Provider for Lab {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Engine>().resource::<Wheel>();
    }
}

/// An engine.
#[derive(Model, Debug, Clone)]
struct Engine {
    /// Its name, which tells `read` what to do.
    #[tf(identity)]
    name: String,
    /// What only the state knows.
    note: String,
    /// Its power.
    power: Computed<i64>,
    /// Its colour, if it has one.
    colour: Computed<Option<String>>,
    /// Its main part.
    main: Option<Part>,
    /// Its parts.
    parts: Vec<Part>,
    /// Its parts by shelf.
    shelves: Computed<std::collections::BTreeMap<String, Part>>,
    /// Its spare parts.
    #[tf(block)]
    spare: Set<Spare>,
}

/// A part.
#[derive(Model, Debug, Clone)]
struct Part {
    /// The kind.
    kind: String,
    /// Its number.
    number: Computed<i64>,
}

/// A spare part.
#[derive(Model, Debug, Clone)]
struct Spare {
    /// The kind.
    kind: String,
    /// Its number.
    #[tf(keep)]
    number: Computed<i64>,
}

impl Resource for Engine {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        let Some(mut engine) = prior else {
            return Err(Error::new("There is no prior", "The key is all there is."));
        };
        // Nothing is lacking where null is a value.
        engine.colour.require()?;
        match key.name.as_str() {
            "filled" => {
                engine.power.fill(90);
                engine.parts.iter_mut().for_each(|part| part.number.fill(7));
            }
            "grown" => engine.parts.insert(
                0,
                Part {
                    kind: "new".to_owned(),
                    number: Computed::unknown(),
                },
            ),
            "forgotten" => engine.power = Computed::unknown(),
            _ => {}
        }
        Ok(Found::Object(engine))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A wheel: nothing but the key must be there.
#[derive(Model, Debug, Clone)]
struct Wheel {
    /// Its name.
    #[tf(identity)]
    id: String,
    /// The colour.
    colour: Option<String>,
    /// How many spokes it has.
    spokes: Computed<i64>,
}

impl Resource for Wheel {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        Ok(Found::or_gone(prior.or(Some(Self {
            id: key.id,
            colour: Some("found".to_owned()),
            spokes: 9.into(),
        }))))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// What becomes of a state by a read.
async fn read(state: &str) -> (ReadResourceResponse, String) {
    let request = ReadResourceRequest {
        type_name: "lab_engine".to_owned(),
        current_state: value::<Engine>(state),
        ..ReadResourceRequest::default()
    };
    let answer = configured::<Lab>()
        .await
        .read_resource(request)
        .await
        .unwrap();
    let text = shown(
        &<Engine as terrane::ObjectModel>::block().ty(),
        &answer.new_state,
    );
    (answer, text)
}

/// A state in which every attribute that the provider computes is missing.
fn incomplete(name: &str) -> String {
    format!(
        r#"{{"colour":null,"main":{{"kind":"m","number":null}},"name":"{name}","note":"n","parts":[{{"kind":"a","number":1}},{{"kind":"b","number":null}}],"power":null,"shelves":{{"left":{{"kind":"s","number":null}}}},"spare":[{{"kind":"c","number":null}},{{"kind":"d","number":2}}]}}"#
    )
}

#[tokio::test]
async fn r2_missing_values_stay_null_and_all_others_reach_the_read() {
    let state = incomplete("same");
    let (answer, new) = read(&state).await;
    assert_fine(&answer.diagnostics);
    assert_eq!(new, state);
    let state = state.replace(r#"{"left":{"kind":"s","number":null}}"#, "null");
    let (answer, new) = read(&state).await;
    assert_fine(&answer.diagnostics);
    assert_eq!(new, state);
}

#[tokio::test]
async fn r2_a_read_fills_missing_values() {
    let (answer, new) = read(&incomplete("filled")).await;
    assert_fine(&answer.diagnostics);
    let expected = incomplete("filled")
        .replace(r#""power":null"#, r#""power":90"#)
        .replace(
            r#"{"kind":"b","number":null}"#,
            r#"{"kind":"b","number":7}"#,
        );
    assert_eq!(new, expected);
}

#[tokio::test]
async fn r2_any_element_may_miss_a_value() {
    let (answer, new) = read(&incomplete("grown")).await;
    assert_fine(&answer.diagnostics);
    let first = r#""parts":[{"kind":"new","number":null},"#;
    assert_eq!(new, incomplete("grown").replace(r#""parts":["#, first));
}

#[tokio::test]
async fn r6_a_known_value_of_the_state_stays_known_if_another_value_is_missing() {
    let state = incomplete("forgotten").replace(r#""power":null"#, r#""power":90"#);
    let (answer, new) = read(&state).await;
    assert_says(
        &answer.diagnostics,
        &["Provider left a value unknown", "`power`"],
    );
    assert_eq!(new, state);
}

#[tokio::test]
async fn r2_a_state_of_the_key_alone_is_a_prior_object_unless_it_was_imported() {
    let request = |state: &str| ReadResourceRequest {
        type_name: "lab_wheel".to_owned(),
        current_state: value::<Wheel>(state),
        ..ReadResourceRequest::default()
    };
    let provider = configured::<Lab>().await;
    let ty = <Wheel as terrane::ObjectModel>::block().ty();
    for state in [
        r#"{"colour":null,"id":"a","spokes":null}"#,
        r#"{"colour":"red","id":"a","spokes":null}"#,
    ] {
        let answer = provider.read_resource(request(state)).await.unwrap();
        assert_fine(&answer.diagnostics);
        assert_eq!(shown(&ty, &answer.new_state), state);
    }
    let client = client::<Lab>().await;
    let imported = client.import("lab_wheel", "a").await.unwrap();
    let read = client.read(&imported).await.unwrap();
    assert_eq!(
        shown_value(&ty, read.value().clone()),
        r#"{"colour":"found","id":"a","spokes":9}"#
    );
}

#[tokio::test]
async fn r2_without_a_required_value_only_the_key_is_read() {
    let state = incomplete("same").replace(r#""note":"n""#, r#""note":null"#);
    let (answer, new) = read(&state).await;
    assert_says(&answer.diagnostics, &["There is no prior"]);
    assert_eq!(new, state);
}
