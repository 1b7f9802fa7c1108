//! Validators that see the configuration, and validators that warn.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane::schema::{Validator, Violation};
use terrane::validate::{self, ValidationContext};
use terrane_test::client::Client;

use crate::lab::lab;
use crate::setup::{findings, json};

lab!(|registry| registry.data_source::<Stable>().function::<shoe>());

/// A stable.
#[derive(Model)]
struct Stable {
    /// How many stalls it has.
    stalls: Option<i64>,
    /// The horses in it.
    #[tf(validate(each(in_context(seen))))]
    names: Option<Vec<String>>,
    /// The horses by colour.
    #[tf(validate(all((each(each(in_context(seen))), keys(in_context(seen))))))]
    colours: Option<BTreeMap<String, Vec<String>>>,
    /// Its horses.
    #[tf(block)]
    horses: Vec<Horse>,
    /// Its ponies.
    #[tf(block)]
    ponies: Set<Horse>,
    /// The code that opens it.
    #[tf(validate(warn(len(8..)), lower))]
    code: Option<Sensitive<String>>,
}

/// A horse.
#[derive(Model)]
struct Horse {
    /// Its stall.
    #[tf(validate(in_context(exists)))]
    stall: i64,
    /// Its nicknames.
    #[tf(validate(any((one_of(["x"]), each_seen()))))]
    nicknames: Option<String>,
    /// Its weight.
    weight: Option<i64>,
}

/// A validator of another module, made of stock ones.
fn each_seen() -> impl validate::Check<str> {
    validate::any_with_all_warnings((
        validate::warn(validate::in_context(seen)),
        validate::one_of(["never"]),
    ))
}

/// Warns about every value, with its path.
fn seen(_: &str, context: &ValidationContext<'_>) -> std::result::Result<(), Violation> {
    Err(Violation::warning(format!("seen at {}", context.path())))
}

fn lower(text: &str) -> std::result::Result<(), String> {
    if text.chars().any(char::is_uppercase) {
        Err(format!("expected lower case, found {text}"))
    } else {
        Ok(())
    }
}

/// Compares a nested attribute with one of the root, and with its sibling.
fn exists(stall: &i64, context: &ValidationContext<'_>) -> std::result::Result<(), Violation> {
    let stable = validate::configuration::<Stable>(context);
    let path = context.path();
    let stalls = context
        .value(&path!(Stable, stalls))
        .and_then(Value::as_number);
    assert_eq!(
        stable.and_then(|stable| stable.stalls.into_known()),
        stalls.and_then(terrane::Number::to_i64)
    );
    if stalls
        .and_then(terrane::Number::to_i64)
        .is_some_and(|stalls| *stall > stalls)
    {
        return Err(format!("no such stall, asked at {path}").into());
    }
    match context.sibling("weight").and_then(Value::as_number) {
        Some(_) => Err(Violation::warning("heavy").summary("A heavy horse")),
        None => Ok(()),
    }
}

impl DataSource for Stable {
    type Provider = Lab;

    async fn read(config: Self, _: &Lab, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

/// Shoes a horse.
#[terrane::function]
fn shoe(#[tf(validate(warn(len(..=3)), in_context(alone)))] name: String) -> String {
    name
}

/// An argument has no configuration around it.
fn alone(_: &str, context: &ValidationContext<'_>) -> std::result::Result<(), String> {
    match context.configuration() {
        None if context.path().is_root() && context.sibling("name").is_none() => Ok(()),
        _ => Err("expected no configuration".to_owned()),
    }
}

async fn reported(config: &str) -> Vec<String> {
    let client = Client::new(terrane::server::<Lab>()).await.unwrap();
    let validated = client.validate_data("lab_stable", json(config)).await;
    let mut found: Vec<String> = findings(&validated)
        .iter()
        .map(|it| {
            let path = it
                .path
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            let severity = match it.severity {
                terrane::Severity::Warning => "warning",
                _ => "error",
            };
            format!("{severity} at {path}: {}: {}", it.summary, it.detail)
        })
        .collect();
    found.sort();
    found
}

#[tokio::test]
async fn a_validator_sees_the_path_of_each_element() {
    let config = r#"{
        "names": ["a", "b"],
        "colours": {"red": ["c", "d"]},
        "horses": [{"stall": 1, "nicknames": "e"}],
        "ponies": [{"stall": 1, "nicknames": "f"}]
    }"#;
    let seen = |path: &str, seen: &str| {
        format!("warning at {path}: Invalid Attribute Value: `{path}`: seen at {seen}.")
    };
    let each = |path: &str| seen(path, path);
    assert_eq!(
        reported(config).await,
        [
            each("colours[\"red\"]"),
            each("colours[\"red\"][0]"),
            each("colours[\"red\"][1]"),
            each("horses[0].nicknames"),
            each("names[0]"),
            each("names[1]"),
            seen("nicknames", "ponies").replace("at nicknames", "at ponies"),
        ]
    );
}

#[tokio::test]
async fn a_validator_sees_the_configuration_and_the_siblings() {
    let config = r#"{
        "stalls": 2,
        "horses": [{"stall": 2, "weight": 9}, {"stall": 3}],
        "ponies": [{"stall": 4}]
    }"#;
    assert_eq!(
        reported(config).await,
        [
            "error at horses[1].stall: Invalid Attribute Value: `horses[1].stall`: no such stall, asked at horses[1].stall.",
            "error at ponies: Invalid Attribute Value: `stall`: no such stall, asked at ponies.",
            "warning at horses[0].stall: A heavy horse: heavy",
        ]
    );
    let unknown = r#"{"stalls": "?", "horses": [{"stall": 3}], "ponies": []}"#;
    assert_eq!(reported(unknown).await, [""; 0]);
}

#[tokio::test]
async fn a_warning_about_a_secret_does_not_quote_it() {
    let config = |code: &str| format!(r#"{{"horses": [], "ponies": [], "code": "{code}"}}"#);
    assert_eq!(
        reported(&config("hunter2")).await,
        [
            "warning at code: Invalid Attribute Value: `code`: expected at least 8 characters; the value is sensitive and not shown."
        ]
    );
    let found = reported(&config("Hunter2")).await;
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("error at code"), "{found:?}");
}

#[tokio::test]
async fn an_argument_has_no_configuration_and_no_warnings() {
    let client = Client::configured(terrane::server::<Lab>(), json("{}"))
        .await
        .unwrap();
    let shod = client.call("shoe", ["Bucephalus".into()]).await;
    assert_eq!(shod.unwrap(), "Bucephalus".into());
}

#[test]
fn a_validator_of_run_time_warns_in_collections() {
    let validator = Validator::in_context("", |_, context| {
        Err(Violation::warning(format!("at {}", context.path())))
    });
    let violation = validator
        .of_elements()
        .check(&Value::list(["a", "b"]))
        .unwrap_err();
    assert!(!violation.has_errors());
    let found: Vec<String> = violation.each().map(|one| one.to_string()).collect();
    assert_eq!(found, ["`[0]`: at [0]", "`[1]`: at [1]"]);
}
