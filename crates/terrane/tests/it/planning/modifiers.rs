//! Plan hooks in several fields, in elements of sets, and next to options.

use std::cell::Cell;

use terrane::plan::FieldChange;
use terrane::prelude::*;
use terrane_test::client::{CallError, Client, PlannedChange};

use crate::lab::lab;
use crate::planning::rig::plan;
use crate::setup::{failure, json, stored};

lab!(|registry| registry.resource::<Parcel>());

/// Asks for another object, and then takes the change back.
fn replaced_in_vain(name: &mut FieldChange<'_, String>) -> Result<()> {
    let prior = name.prior()?;
    if prior.is_known() {
        name.replace();
        name.set_planned(prior);
    }
    Ok(())
}

fn lower(text: &mut FieldChange<'_, String>) -> Result<()> {
    if let Value::Known(planned) = text.planned()? {
        if planned == "FORBIDDEN" {
            return Err(Error::new("No such text", "Choose another."));
        }
        text.set_planned(planned.to_lowercase());
    }
    Ok(())
}

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

fn counted(_: &mut FieldChange<'_, i64>) -> Result<()> {
    CALLS.set(CALLS.get() + 1);
    Ok(())
}

/// Takes changes back.
fn settled(items: &mut FieldChange<'_, Vec<Item>>) -> Result<()> {
    let prior = items.prior()?;
    if prior.is_known() {
        items.set_planned(prior);
    }
    Ok(())
}

/// A parcel.
#[derive(Model)]
struct Parcel {
    /// The food on the dish.
    #[tf(plan = replaced_in_vain)]
    label: String,
    /// Who sends it.
    #[tf(plan = lower)]
    from: Option<String>,
    /// Who gets it.
    #[tf(plan = lower)]
    to: Option<String>,
    /// Its weight.
    #[tf(plan = counted)]
    weight: Option<i64>,
    /// How it is sent.
    by: Option<String>,
    /// Tags.
    tags: Option<Set<Tag>>,
    /// The contents.
    content: Option<Tag>,
    /// What it was packed from.
    #[tf(align = name, plan = settled)]
    items: Option<Vec<Item>>,
}

/// An item.
#[derive(Model)]
struct Item {
    /// Its name.
    name: String,
    /// Its id.
    id: Computed<String>,
}

/// A tag.
#[derive(Model)]
struct Tag {
    /// The text.
    #[tf(plan = lower)]
    text: String,
}

impl Resource for Parcel {
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

async fn ask(prior: Option<&str>, config: &str) -> std::result::Result<PlannedChange, CallError> {
    let client = Client::new(terrane::server::<Lab>()).await.unwrap();
    let prior = stored(&client, "lab_parcel", prior);
    client.plan(&prior, json(config)).await
}

fn errors(planned: &std::result::Result<PlannedChange, CallError>) -> Vec<String> {
    let errors = failure(planned).iter();
    let messages =
        errors.map(|it| format!("{}: {}", it.path.clone().unwrap_or_default(), it.summary));
    messages.collect()
}

#[tokio::test]
async fn l10a_a_requested_replacement_stays_requested() {
    let prior = r#"{"label":"a"}"#;
    let plan = plan::<Lab>("lab_parcel", Some(prior), r#"{"label":"b"}"#).await;
    assert_eq!(plan.at("label"), "a".into());
    assert_eq!(plan.replace(), ["label"]);
}

#[tokio::test]
async fn code_that_cannot_put_the_change_back_is_called_once() {
    let prior = r#"{"label":"a","weight":1,"by":"sea"}"#;
    for (config, calls) in [
        (prior, 1),
        (r#"{"label":"a","weight":1,"by":"air"}"#, 1),
        (r#"{"label":"a","weight":2,"by":"sea"}"#, 2),
    ] {
        CALLS.set(0);
        plan::<Lab>("lab_parcel", Some(prior), config).await;
        assert_eq!(CALLS.get(), calls, "{config}");
    }
    CALLS.set(0);
    let stored = r#"{"label":"a","from":"ME","weight":1,"by":"sea"}"#;
    let planned = ask(Some(stored), stored).await;
    assert_eq!(
        errors(&planned),
        ["from: Provider planned an invalid value"]
    );
    assert_eq!(
        CALLS.get(),
        1,
        "there is no change, but code that makes one"
    );
}

#[tokio::test]
async fn l10a_elements_that_a_plan_function_adds_stay_unchanged() {
    let created = r#"{"label":"a","items":[{"name":"x"}]}"#;
    let plan = self::plan::<Lab>("lab_parcel", None, created).await;
    assert!(plan.at("items[0].id").is_unknown(), "it has put in none");

    let prior = r#"{"label":"a","items":[{"name":"x","id":"X"}]}"#;
    let config = r#"{"label":"a","from":"me","items":[{"name":"y"}]}"#;
    let plan = self::plan::<Lab>("lab_parcel", Some(prior), config).await;
    assert_eq!(plan.at("items[0].name"), "x".into());
    assert_eq!(plan.at("items[0].id"), "X".into());
}

#[tokio::test]
async fn l10b_no_plan_function_runs_inside_null_and_unknown_values() {
    for (content, errors_of) in [
        ("null", &[][..]),
        (r#"{"text":"?"}"#, &[]),
        (r#"{"text":"FORBIDDEN"}"#, &["content.text: No such text"]),
    ] {
        let config = format!(r#"{{"label":"a","content":{content}}}"#);
        assert_eq!(errors(&ask(None, &config).await), errors_of, "{content}");
    }
}

#[tokio::test]
async fn l10e_elements_that_become_equal_are_reported() {
    let same = ask(None, r#"{"label":"a","tags":[{"text":"x"},{"text":"y"}]}"#).await;
    assert_eq!(errors(&same), Vec::<String>::new());
    let fewer = ask(None, r#"{"label":"a","tags":[{"text":"x"},{"text":"X"}]}"#).await;
    assert_eq!(errors(&fewer), ["tags: Provider planned an invalid value"]);
}

#[tokio::test]
async fn l10f_errors_of_several_fields_are_reported_in_one_answer() {
    let config =
        r#"{"label":"a","from":"FORBIDDEN","to":"FORBIDDEN","tags":[{"text":"FORBIDDEN"}]}"#;
    assert_eq!(
        errors(&ask(None, config).await),
        [
            "from: No such text",
            "tags: No such text",
            "to: No such text"
        ]
    );
}
