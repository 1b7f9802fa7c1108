//! `changes_with`, `unknown`, `replace(if = ..)` and `plan`.

use terrane::plan::FieldChange;
use terrane::prelude::*;
use terrane_test::client::Client;
use terrane_value::Unknown;

use crate::lab::lab;
use crate::planning::rig::plan;
use crate::setup::{json, stored};

lab!(|registry| registry.resource::<Sample>());

fn shrinks(prior: &Value<i64>, planned: &Value<i64>) -> bool {
    matches!((prior, planned), (Value::Known(prior), Value::Known(planned)) if planned < prior)
}

fn ignore_case(name: &mut FieldChange<'_, String>) -> Result<()> {
    if let (Value::Known(prior), Value::Known(planned)) = (name.prior()?, name.planned()?) {
        if planned == "forbidden" {
            return Err(Error::new("No such name", "Choose another."));
        }
        if planned == "replace" {
            name.replace();
        }
        if prior.eq_ignore_ascii_case(&planned) {
            name.set_planned(prior);
        }
    }
    Ok(())
}

/// A sample.
#[derive(Model)]
struct Sample {
    /// The name.
    #[tf(plan = ignore_case)]
    name: String,
    /// The size.
    #[tf(replace(if = shrinks))]
    size: Option<i64>,
    /// The contents.
    content: Option<Content>,
    /// Something else.
    note: Option<String>,
    /// Its id.
    #[tf(keep, unknown(prefix = "sample-"))]
    id: Computed<String>,
    /// Depends on the name, and on what is in it.
    #[tf(changes_with(name, content.text))]
    digest: Computed<String>,
    /// Depends on something that comes later in the alphabet and is computed itself.
    #[tf(changes_with(digest))]
    checksum: Computed<String>,
    /// May be null.
    etag: Computed<Option<String>>,
    /// Known to be positive.
    #[tf(unknown(range(1..)))]
    amount: Computed<i64>,
    /// Known to have parts.
    #[tf(unknown(len(1..=3)))]
    parts: Computed<Vec<String>>,
}

/// What is in a sample.
#[derive(Model)]
struct Content {
    /// The text.
    text: String,
    /// Depends on the text.
    #[tf(changes_with(text))]
    length: Computed<i64>,
    /// Something else.
    colour: Option<String>,
}

impl Resource for Sample {
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

const STATE: &str = r#"{"name":"Tom","size":5,"content":{"text":"abc","length":3},"id":"sample-1","digest":"d","checksum":"c",
    "etag":"e","amount":1,"parts":["p"]}"#;

async fn change(config: &str) -> crate::planning::rig::Planned {
    plan::<Lab>("lab_sample", Some(STATE), config).await
}

#[tokio::test]
async fn l8_a_hook_that_restores_the_state_plans_no_change() {
    let same = r#""size":5,"content":{"text":"abc"}"#;
    let quiet = change(&format!(r#"{{"name":"TOM",{same}}}"#)).await;
    assert_eq!(quiet.at("name"), "Tom".into());
    assert_eq!(
        (quiet.at("etag"), quiet.at("amount")),
        ("e".into(), 1.into())
    );
    assert_eq!(quiet.at("digest"), "d".into());
    assert!(quiet.replace().is_empty());
    let other = change(&format!(r#"{{"name":"TOM","note":"new",{same}}}"#)).await;
    assert_eq!(other.at("name"), "Tom".into());
    assert!(other.at("etag").is_unknown() && other.at("amount").is_unknown());
    assert_eq!(other.at("digest"), "d".into());
}

#[tokio::test]
async fn l21_a_changes_with_attribute_keeps_its_value_unless_a_dependency_changes() {
    let plan =
        change(r#"{"name":"Tom","size":5,"note":"new","content":{"text":"abc","colour":"red"}}"#)
            .await;
    for (path, known) in [
        ("digest", true),
        ("checksum", true),
        ("content.length", true),
        ("id", true),
        ("etag", false),
    ] {
        assert_eq!(plan.at(path).is_known(), known, "{path}");
    }
}

#[tokio::test]
async fn l8_a_changes_with_attribute_is_unknown_if_a_dependency_changes_or_may_change() {
    for (config, length) in [
        (r#"{"name":"Kit","size":5,"content":{"text":"abc"}}"#, true),
        (r#"{"name":"?","size":5,"content":{"text":"abc"}}"#, true),
        (
            r#"{"name":"Tom","size":5,"content":{"text":"abcd"}}"#,
            false,
        ),
        (r#"{"name":"Tom","size":5,"content":{"text":"?"}}"#, false),
    ] {
        let plan = change(config).await;
        assert!(plan.at("digest").is_unknown(), "{config}");
        assert!(
            plan.at("checksum").is_unknown(),
            "what depends on it: {config}"
        );
        assert_eq!(plan.at("content.length").is_known(), length, "{config}");
    }
    let removed = change(r#"{"name":"Tom","size":5}"#).await;
    assert!(removed.at("digest").is_unknown());
    let created = plan::<Lab>("lab_sample", None, r#"{"name":"Tom"}"#).await;
    assert!(created.at("digest").is_unknown());
}

#[tokio::test]
async fn l8_refinements_of_unknown_values_are_in_the_plan() {
    let plan = plan::<Lab>("lab_sample", None, r#"{"name":"Tom"}"#).await;
    let unknown = |path: &str| -> Unknown {
        match plan.at(path) {
            Value::Unknown(unknown) => unknown,
            other => panic!("{path} is {other:?}"),
        }
    };
    assert!(unknown("id").is_not_null());
    assert_eq!(unknown("id").string_prefix().unwrap(), "sample-");
    assert!(unknown("digest").is_not_null());
    assert!(!unknown("etag").is_not_null());
    assert_eq!(unknown("amount").number_lower().unwrap().number, 1.into());
    assert_eq!(
        (
            unknown("parts").length_lower(),
            unknown("parts").length_upper()
        ),
        (1, Some(3))
    );
}

#[tokio::test]
async fn l20_a_replace_condition_runs_only_on_an_update_with_a_difference() {
    let size = |size: i64| format!(r#"{{"name":"Tom","size":{size},"content":{{"text":"abc"}}}}"#);
    assert_eq!(change(&size(4)).await.replace(), ["size"]);
    assert_eq!(change(&size(5)).await.replace(), Vec::<String>::new());
    assert_eq!(change(&size(6)).await.replace(), Vec::<String>::new());
}

#[tokio::test]
async fn l10_a_field_plan_function_changes_the_plan_and_requests_replacement() {
    let config = |name: &str| format!(r#"{{"name":"{name}","size":5,"content":{{"text":"abc"}}}}"#);
    let kept = change(&config("TOM")).await;
    assert_eq!(kept.at("name"), "Tom".into());
    let replaced = change(&config("replace")).await;
    assert_eq!(replaced.replace(), ["name"]);
    let client = Client::new(terrane::server::<Lab>()).await.unwrap();
    let prior = stored(&client, "lab_sample", Some(STATE));
    let refused = client
        .plan(&prior, json(&config("forbidden")))
        .await
        .unwrap_err();
    let error = &refused.diagnostics()[0];
    assert!(error.is_error(), "{error}");
    assert_eq!(
        (&*error.summary, error.path.as_ref().unwrap().to_string()),
        ("No such name", "name".to_owned())
    );
}
