//! States of older versions that one model reads and a function upgrades.

use terrane::History;
use terrane::prelude::*;

use super::shelter::Shelter;
use super::upgrade::upgrade;
use super::{Bench, assert_says};
use crate::setup::failure;

/// A collar as versions before 2 stored it: version 0 had no colour.
#[derive(Model)]
struct Old {
    /// Its length in inches.
    inches: i64,
    /// The colour.
    colour: Option<String>,
    /// What opened its lock, which collars have no more.
    code: Option<Sensitive<String>>,
}

/// A collar.
#[derive(Model)]
#[tf(version = 2, history = past)]
pub(crate) struct Collar {
    /// Its length in millimetres.
    length: i64,
    /// The colour.
    colour: String,
}

fn past() -> History<Collar> {
    History::default()
        .model(0, |old| upgraded(old, "brown"))
        .model(1, |old| upgraded(old, "none"))
}

fn upgraded(old: Old, colour: &str) -> Result<Collar> {
    if let Some(code) = &old.code {
        return Err(Error::new("Locked collar", code.expose().clone()));
    }
    if old.inches < 0 {
        return Err(
            Error::new("Impossible collar", "It is shorter than nothing.")
                .at(path!(Collar, length)),
        );
    }
    Ok(Collar {
        length: old.inches * 254 / 10,
        colour: old.colour.unwrap_or_else(|| colour.to_owned()),
    })
}

impl Resource for Collar {
    type Provider = Shelter;

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

#[tokio::test]
async fn u4_each_version_has_its_own_route_to_this_one() {
    let bench = Bench::new().await;
    for (version, stored, expected) in [
        (0, r#"{"inches":10}"#, r#"{"colour":"brown","length":254}"#),
        (
            1,
            r#"{"inches":10,"colour":null}"#,
            r#"{"colour":"none","length":254}"#,
        ),
        (
            1,
            r#"{"inches":0,"colour":"red"}"#,
            r#"{"colour":"red","length":0}"#,
        ),
    ] {
        let upgraded = upgrade(&bench, "shelter_collar", version, stored).await;
        assert_eq!(bench.state(&upgraded.unwrap()), expected);
    }
}

#[tokio::test]
async fn a_secret_that_today_has_no_field_is_hidden() {
    let bench = Bench::new().await;
    let stored = r#"{"inches":1,"code":"c0de-of-old"}"#;
    let upgraded = upgrade(&bench, "shelter_collar", 1, stored).await;
    assert_says(failure(&upgraded), &["Locked collar", "***"]);
    let messages = format!("{:?}", failure(&upgraded));
    assert!(!messages.contains("c0de-of-old"), "{messages}");
}

#[tokio::test]
async fn a_state_that_the_author_refuses_has_the_authors_error() {
    let bench = Bench::new().await;
    let upgraded = upgrade(&bench, "shelter_collar", 1, r#"{"inches":-1}"#).await;
    assert_says(
        failure(&upgraded),
        &["Impossible collar", "It is shorter than nothing."],
    );
    let upgraded = upgrade(&bench, "shelter_collar", 1, r#"{"inches":"x"}"#).await;
    assert_says(
        failure(&upgraded),
        &["Unable to Read Previously Saved State", "inches: "],
    );
}
