//! Plan hooks of fields that read the path, other fields and the private state, and that warn.

use std::collections::BTreeMap;

use terrane::plan::FieldChange;
use terrane::plan::Modify;
use terrane::prelude::*;
use terrane_protocol::Severity;
use terrane_test::client::{Instance, PlannedChange};

use crate::lab::lab;
use crate::setup::{client, failure, json, stored};

lab!(|registry| registry.resource::<Cabinet>());

/// A cabinet of samples.
#[derive(Model)]
struct Cabinet {
    /// Its name.
    #[tf(key(mutable), plan = Renamed)]
    name: String,
    /// How much it carries.
    #[tf(default = 10)]
    carries: i64,
    #[tf(flatten, computed)]
    label: Label,
    /// By position.
    listed: Option<Vec<Drawer>>,
    /// By name.
    #[tf(align = name)]
    aligned: Option<Vec<Drawer>>,
    /// By key.
    keyed: Option<BTreeMap<String, Drawer>>,
    /// By content.
    set: Option<Set<Drawer>>,
    /// One.
    single: Option<Drawer>,
    /// What `create` finds in the private state.
    seen: Computed<i64>,
}

/// A label, which is a part of the cabinet.
#[derive(Model)]
struct Label {
    /// The text.
    #[tf(plan = printed)]
    text: Option<String>,
    /// The size of its letters.
    size: Option<i64>,
    /// When it was printed.
    #[tf(keep)]
    printed: Computed<String>,
}

/// A drawer.
#[derive(Model)]
struct Drawer {
    /// Its name.
    name: String,
    /// The weight.
    #[tf(plan = weighed)]
    weighs: Option<i64>,
}

/// Counts the plans in the private state, and reports the fields that have changed.
struct Renamed;

impl Modify<String, Cabinet> for Renamed {
    fn modify(&self, name: &mut FieldChange<'_, String, Cabinet>) -> Result<()> {
        let plans = name.private().get::<i64>("plans")?.unwrap_or_default() + 1;
        name.private_mut().set("plans", &plans);
        if name.planned()? == Value::Known("keep".to_owned()) {
            let prior = name.prior()?;
            name.set_planned(prior);
        }
        if name.planned()? == Value::Known("nothing".to_owned()) {
            name.set_planned(Value::Null);
        }
        let config = name.config_object()?;
        let prior = name.prior_object()?;
        let configured = config.is_some_and(|config| config.carries.is_known());
        let before = prior.map(|prior| prior.carries);
        let planned = name.planned_object()?.carries;
        name.warn("Name", format!("{configured} {before:?} {planned:?}"));
        Ok(())
    }
}

/// Reports the size of the letters.
fn printed(text: &mut FieldChange<'_, String, Label>) -> Result<()> {
    let (planned, before) = (text.planned_object()?, text.prior_object()?);
    let before = before.map(|before| before.size);
    text.warn("Text", format!("{:?} {before:?}", planned.size));
    Ok(())
}

/// Reports the path, and the name of the same drawer in configuration, state and plan.
fn weighed(weighs: &mut FieldChange<'_, i64, Drawer>) -> Result<()> {
    let name = |drawer: Option<Draft<Drawer>>| {
        drawer
            .and_then(|drawer| drawer.name.known().cloned())
            .unwrap_or_default()
    };
    let config = name(weighs.config_object()?);
    let prior = name(weighs.prior_object()?);
    let planned = name(Some(weighs.planned_object()?));
    if config == "broken" {
        return Err(Error::new("It is broken", "Repair it."));
    }
    let detail = format!("{}: {config} {prior} {planned}", weighs.path());
    weighs.warn("Weight", detail);
    Ok(())
}

impl Resource for Cabinet {
    type Provider = Lab;

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        let plans = change.private().get::<i64>("plans")?;
        change.cx().warn("Object", format!("{plans:?}"));
        Ok(())
    }

    async fn create(plan: Self, _: &Lab, cx: &mut CreateContext) -> Result<Self> {
        let seen = cx.private().get("plans")?.unwrap_or_default();
        Ok(plan.with_computed(CabinetComputed {
            seen,
            label: LabelComputed {
                printed: "now".to_owned(),
            },
        }))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Lab, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// The warnings of a plan: path, summary and detail.
fn warnings(planned: &PlannedChange, summary: &str) -> Vec<String> {
    let warnings = planned.warnings().iter().filter(|it| it.summary == summary);
    let texts = warnings.map(|it| {
        let path = it.path.clone().unwrap_or_default();
        format!("{path}; {}", it.detail)
    });
    texts.collect()
}

async fn plan(prior: &Instance, config: &str) -> PlannedChange {
    client::<Lab>()
        .await
        .plan(prior, json(config))
        .await
        .unwrap()
}

async fn prior(state: &str) -> Instance {
    stored(&client::<Lab>().await, "lab_cabinet", Some(state))
}

async fn new() -> Instance {
    stored(&client::<Lab>().await, "lab_cabinet", None)
}

#[tokio::test]
async fn l10h_a_plan_hook_sees_its_path_and_its_siblings_in_every_nesting() {
    let drawers = |one: &str, other: &str| {
        format!(
            r#"{{"name":"a","listed":[{one},{other}],"aligned":[{one},{other}],"keyed":{{"k":{one}}},"set":[{other}],"single":{one}}}"#
        )
    };
    let (hammer, saw) = (r#"{"name":"hammer"}"#, r#"{"name":"saw"}"#);
    let planned = plan(&new().await, &drawers(hammer, saw)).await;
    let expected = [
        "aligned[0].weighs; aligned[0].weighs: hammer  hammer",
        "aligned[1].weighs; aligned[1].weighs: saw  saw",
        "keyed[\"k\"].weighs; keyed[\"k\"].weighs: hammer  hammer",
        "listed[0].weighs; listed[0].weighs: hammer  hammer",
        "listed[1].weighs; listed[1].weighs: saw  saw",
        "set; set: saw  saw",
        "single.weighs; single.weighs: hammer  hammer",
    ];
    assert_eq!(warnings(&planned, "Weight"), expected);

    // Elements with a key are found in the state at another position, and those without by their position.
    let planned = plan(&prior(&drawers(hammer, saw)).await, &drawers(saw, hammer)).await;
    let expected = [
        "aligned[0].weighs; aligned[0].weighs: saw saw saw",
        "aligned[1].weighs; aligned[1].weighs: hammer hammer hammer",
        "keyed[\"k\"].weighs; keyed[\"k\"].weighs: saw hammer saw",
        "listed[0].weighs; listed[0].weighs: saw hammer saw",
        "listed[1].weighs; listed[1].weighs: hammer saw hammer",
        "set; set: hammer  hammer",
        "single.weighs; single.weighs: saw hammer saw",
    ];
    assert_eq!(warnings(&planned, "Weight"), expected);
}

#[tokio::test]
async fn l10h_siblings_have_their_defaults_and_are_seen_from_a_flattened_model() {
    let planned = plan(&new().await, r#"{"name":"a","text":"t","size":3}"#).await;
    assert_eq!(warnings(&planned, "Name"), ["name; false None Known(10)"]);
    assert_eq!(warnings(&planned, "Text"), ["text; Known(3) None"]);
    let state = r#"{"name":"a","carries":7,"text":"t","size":3,"printed":"now"}"#;
    let config = r#"{"name":"a","carries":8,"text":"t","size":4}"#;
    let planned = plan(&prior(state).await, config).await;
    let expected = ["name; true Some(Known(7)) Known(8)"];
    assert_eq!(warnings(&planned, "Name"), expected);
    assert_eq!(
        warnings(&planned, "Text"),
        ["text; Known(4) Some(Known(3))"]
    );
}

#[tokio::test]
async fn l10h_the_private_state_of_a_plan_hook_reaches_the_next_calls_once() {
    let client = client::<Lab>().await;
    let planned = client
        .plan(&new().await, json(r#"{"name":"a"}"#))
        .await
        .unwrap();
    assert_eq!(warnings(&planned, "Object"), ["; Some(1)"]);
    let created = client.apply(planned).await.unwrap();
    assert_eq!(created.attribute("seen"), Some(&Value::from(1)));

    // The hook may take the only change back, so it runs twice, and one of the runs counts.
    for config in [r#"{"name":"keep"}"#, r#"{"name":"other"}"#] {
        let planned = client.plan(&created, json(config)).await.unwrap();
        assert_eq!(warnings(&planned, "Object"), ["; Some(2)"], "{config}");
        assert_eq!(warnings(&planned, "Name").len(), 1, "{config}");
    }
}

#[tokio::test]
async fn l10h_the_warnings_of_a_refused_plan_are_reported() {
    let client = client::<Lab>().await;
    let planned = client
        .plan(&new().await, json(r#"{"name":"nothing"}"#))
        .await;
    let found = failure(&planned).iter().map(|it| it.severity);
    let expected = [Severity::Warning, Severity::Warning, Severity::Error];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn l10h_warnings_precede_the_errors_of_plan_hooks() {
    let client = client::<Lab>().await;
    let config = r#"{"name":"a","listed":[{"name":"fine"},{"name":"broken"}]}"#;
    let planned = client.plan(&new().await, json(config)).await;
    let found: Vec<_> = failure(&planned)
        .iter()
        .map(|it| {
            (
                it.path.clone().unwrap_or_default().to_string(),
                it.summary.as_str(),
            )
        })
        .collect();
    let expected = [
        ("listed[0].weighs", "Weight"),
        ("name", "Name"),
        ("text", "Text"),
        ("listed[1].weighs", "It is broken"),
    ];
    assert_eq!(
        found,
        expected.map(|(path, summary)| (path.to_owned(), summary))
    );
}
