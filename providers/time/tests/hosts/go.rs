//! The Go provider that this one replaces: what either makes is the other's too, and both say the same.

use std::error::Error;
use std::slice::from_ref;

use serde_json::{Map, Value, json};
use terrane_test::{
    Diagnostic, Feature, InstalledProvider, Matrix, Plan, Protocol, State, TestResult, Workspace,
    go,
};

use super::change::{AFTER, BEFORE};
use super::create::TIMES;
use super::functions::{CALLS, wrong_calls};
use super::import::{IDS, IMPORTED};
use super::schema::printed;
use super::validation::{RIGHT, WRONG};
use super::{SOURCE, matrix, time};

/// The Go provider, if it can be built.
fn original() -> Option<InstalledProvider> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/time");
    let binary = go::program(module, "github.com/hashicorp/terraform-provider-time")?;
    Some(InstalledProvider::binary(SOURCE, binary))
}

#[test]
fn both_providers_accept_the_state_of_the_other() {
    let Some(original) = original() else { return };
    matrix().run(|ours| {
        let mut theirs = Workspace::new(ours.host(), Protocol::Newest, from_ref(&original))?;
        takes_over(ours, &mut theirs)?;
        ours.destroy()?;
        takes_over(&mut theirs, ours)?;
        theirs.destroy()?;
        Ok(())
    });
}

/// Has one provider make times and the other plan them, also when an old version wrote the state and did not know every attribute.
fn takes_over(heir: &mut Workspace, author: &mut Workspace) -> TestResult {
    author.config(TIMES)?;
    author.apply()?;
    let mut state = author.state()?.json().clone();
    heir.config(TIMES)?;
    heir.set_state(&state)?;
    heir.assert_settled()?;
    for resource in state["resources"].as_array_mut().into_iter().flatten() {
        if let Some(attributes) = resource["instances"][0]["attributes"].as_object_mut() {
            attributes.retain(|_, value| !value.is_null());
        }
    }
    heir.set_state(&state)?;
    heir.assert_settled()?;
    Ok(())
}

#[test]
fn both_report_the_same() {
    let Some(original) = original() else { return };
    Matrix::new(time()).needs(Feature::CommandLine).run(|ours| {
        let mut theirs = Workspace::new(ours.host(), Protocol::Newest, from_ref(&original))?;
        let (our_answers, our_words) = answers(ours)?;
        let (their_answers, their_words) = answers(&mut theirs)?;
        for (ours, theirs) in our_answers.iter().zip(&their_answers) {
            assert_eq!(ours, theirs);
        }
        assert_eq!(our_answers.len(), their_answers.len());
        assert_eq!(our_words, their_words);
        Ok(())
    });
}

type Answers = (Vec<(String, Value)>, Vec<Value>);

/// What a provider does and says, as far as the time of the day does not matter.
fn answers(host: &mut Workspace) -> Result<Answers, Box<dyn Error + Send + Sync>> {
    let mut answers = Vec::new();
    host.config("")?;
    answers.push(("schema".to_owned(), printed(host)?));
    host.config(&format!("{WRONG}{RIGHT}"))?;
    let wrong = host.validate().expect_err("it is wrong");
    let mut words = comparable(wrong.outcome().diagnostics());
    if host.host().has(Feature::Functions) {
        host.config(CALLS)?;
        host.apply()?;
        let state = host.state()?;
        for name in ["durations", "timestamps", "unix"] {
            answers.push((name.to_owned(), state.output(name).clone()));
        }
        host.destroy()?;
        host.config(&wrong_calls())?;
        let wrong = host.plan().expect_err("it is wrong");
        words.extend(comparable(wrong.outcome().diagnostics()));
    }
    host.config(TIMES)?;
    let plan = host.plan()?;
    answers.extend(planned(&plan));
    host.apply_plan(&plan)?;
    answers.extend(stored(&host.state()?));
    host.destroy()?;
    // The original cannot update a time whose base is not written as it writes it, nor keep a rotation next to years.
    let plain = |text: &str| {
        let text = text.replace("+00:00", "Z").replace(".5Z", "Z");
        text.replace(
            "  rotation_years   = 1
",
            "",
        )
    };
    host.config(&plain(BEFORE))?;
    host.apply()?;
    host.config(&plain(AFTER))?;
    let plan = host.plan()?;
    answers.extend(planned(&plan));
    host.apply_plan(&plan)?;
    answers.extend(stored(&host.state()?));
    host.destroy()?;
    host.config(IMPORTED)?;
    for (address, id) in IDS {
        host.import(address, id)?;
    }
    answers.extend(stored(&host.state()?));
    Ok((answers, words))
}

/// What is planned to become of each time.
fn planned(plan: &Plan) -> Vec<(String, Value)> {
    let changes = plan.changes().map(|change| {
        let planned = json!([
            format!("{:?}", change.action),
            timeless(&change.address, &change.after),
            change.unknown,
            change.json["replace_paths"],
        ]);
        (change.address, planned)
    });
    changes.collect()
}

/// What the state has of each time.
fn stored(state: &State) -> Vec<(String, Value)> {
    let objects = state.iter();
    objects
        .map(|(address, object)| (address.to_owned(), timeless(address, &object.attributes)))
        .collect()
}

/// An object without what depends on when it was made.
fn timeless(address: &str, object: &Value) -> Value {
    let of_now = address.ends_with(".now")
        || address.ends_with(".triggered")
        || address.starts_with("time_sleep");
    let is_of_now = |name: &str| {
        [
            "day", "hour", "id", "minute", "month", "second", "unix", "year",
        ]
        .contains(&name)
            || name.ends_with("rfc3339")
    };
    let attributes = object.as_object().cloned().unwrap_or_default();
    let kept: Map<String, Value> = attributes
        .into_iter()
        .filter(|(name, _)| !(of_now && is_of_now(name)))
        .collect();
    Value::Object(kept)
}

/// What the providers word alike: of the rest only the part before, or after, their own words.
fn comparable(diagnostics: &[Diagnostic]) -> Vec<Value> {
    let mut comparable: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| {
            let mut detail = diagnostic.detail.replace('\n', " ");
            for own in ["Error: ", "Unable to Convert", "expected a whole number"] {
                detail = detail.split(own).next().unwrap_or_default().to_owned();
            }
            let alike = detail.find("must be ").unwrap_or_default();
            json!([
                format!("{:?}", diagnostic.severity),
                diagnostic.address,
                diagnostic.summary,
                detail[alike..],
                diagnostic.place,
            ])
        })
        .collect();
    comparable.sort_by_key(Value::to_string);
    comparable
}
