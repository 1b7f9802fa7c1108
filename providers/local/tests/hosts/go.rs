//! The Go provider that this one replaces: what either makes is the other's too, and both say the same.

use std::error::Error;
use std::path::Path;
use std::slice::from_ref;

use serde_json::{Map, Value, json};
use terrane_test::{
    Action, Diagnostic, Feature, InstalledProvider, Matrix, Protocol, State, TestResult, Workspace,
    go,
};

use super::command::{COMMANDS, blocks, prepare};
use super::create::files_in;
use super::data::{ODD, sources};
use super::failures::IMPOSSIBLE;
use super::schema::printed;
use super::validation::{RIGHT, WRONG};
use super::{SOURCE, destroy_without_refresh, local, matrix};

/// The Go provider, if it can be built.
fn original() -> Option<InstalledProvider> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/local");
    let package = "github.com/terraform-providers/terraform-provider-local";
    Some(InstalledProvider::binary(
        SOURCE,
        go::program(module, package)?,
    ))
}

#[test]
fn both_providers_accept_the_state_of_the_other() {
    let Some(original) = original() else { return };
    matrix().run(|ours| {
        let mut theirs = Workspace::new(ours.host(), Protocol::Newest, from_ref(&original))?;
        let folder = theirs.path().to_owned();
        takes_over(ours, &mut theirs, &folder, is_hash_or_permission)?;
        destroy_without_refresh(ours)?;
        assert!(!folder.join("text").exists() && !folder.join("private.copy").exists());

        let folder = ours.path().to_owned();
        takes_over(&mut theirs, ours, &folder, is_hash)
    });
}

/// Has one provider create files and the other plan them, also when an old version wrote the state and knew some attributes not yet.
fn takes_over(
    heir: &mut Workspace,
    author: &mut Workspace,
    folder: &Path,
    is_new: fn(&str) -> bool,
) -> TestResult {
    let config = files_in(folder)?;
    author.config(&config)?;
    author.apply()?;
    let mut state = author.state()?.json().clone();
    heir.config(&config)?;
    heir.set_state(&state)?;
    heir.assert_settled()?;
    age(&mut state, is_new);
    heir.set_state(&state)?;
    heir.assert_settled()?;
    let aged = state.clone();
    age(&mut state, |name| name == "id");
    heir.set_state(&state)?;
    for change in heir.plan()?.changes() {
        assert_eq!(
            change.action,
            Action::Create,
            "{} without `id`",
            change.address
        );
    }
    heir.set_state(&aged)?;
    Ok(())
}

/// What versions before 2.4 did not write.
fn is_hash(name: &str) -> bool {
    name.starts_with("content_") && name != "content_base64"
}

/// What the first versions did not write; the Go provider replaces their files.
fn is_hash_or_permission(name: &str) -> bool {
    is_hash(name) || name.ends_with("_permission")
}

/// Takes new attributes out of a state: here they are null, there they are missing. What is configured otherwise than by default stays.
fn age(state: &mut Value, is_new: fn(&str) -> bool) {
    let resources = state["resources"].as_array_mut().expect("a state");
    for (at, resource) in resources.iter_mut().enumerate() {
        let attributes = &mut resource["instances"][0]["attributes"];
        let attributes = attributes.as_object_mut().expect("an object");
        let (new, kept) = std::mem::take(attributes)
            .into_iter()
            .partition(|(name, value)| {
                is_new(name) && !CONFIGURED.contains(&value.as_str().unwrap_or_default())
            });
        let new: Map<String, Value> = new;
        assert!(!new.is_empty(), "{kept:?}");
        *attributes = kept;
        if at % 2 == 0 {
            attributes.extend(new.into_iter().map(|(name, _)| (name, Value::Null)));
        }
    }
}

/// The permissions that the configuration sets.
const CONFIGURED: [&str; 4] = ["0666", "775", "0644", "+777"];

#[test]
fn both_report_the_same() {
    let Some(original) = original() else { return };
    Matrix::new(local()).needs(Feature::CommandLine).run(|ours| {
        let mut theirs = Workspace::new(ours.host(), Protocol::Newest, from_ref(&original))?;
        let names = ODD.into_iter().map(|(name, ..)| name);
        let run = |host: &mut Workspace| -> Result<(String, Vec<Value>, State), Box<dyn Error + Send + Sync>> {
            host.config("")?;
            let schema = printed(host)?;
            host.config(&format!("{WRONG}{RIGHT}"))?;
            let wrong = host.validate().expect_err("it is wrong");
            let mut messages = comparable(wrong.outcome().diagnostics());
            host.file("folder/inside", "")?;
            host.file("file", "")?;
            for (name, bytes, _) in ODD {
                host.file(name, bytes)?;
            }
            prepare(host)?;
            let read = sources(names.clone()) + &blocks("data", COMMANDS);
            host.config(&format!("{IMPOSSIBLE}{read}"))?;
            let impossible = host.apply().expect_err("it is impossible");
            messages.extend(comparable(impossible.outcome().diagnostics()));
            Ok((schema, messages, host.state()?))
        };
        let (our_schema, our_words, our_state) = run(ours)?;
        let (their_schema, their_words, their_state) = run(&mut theirs)?;
        assert_eq!(our_words, their_words);
        assert_eq!(our_schema, their_schema);
        let data = |state: &State| -> Vec<Value> {
            state.iter().map(|(address, object)| json!([address, object.attributes])).collect()
        };
        assert_eq!(data(&our_state).len(), 2 * ODD.len() + COMMANDS.len());
        assert_eq!(data(&our_state), data(&their_state));
        Ok(())
    });
}

/// What the providers word differently: the places of bad characters in base64, and the directory that cannot be made.
const OWN_TEXTS: [&str; 2] = ["local_file.garbled", "local_sensitive_file.below"];

/// Severity, address, summary and cause of each diagnostic, sorted. The sentence before the cause is each provider's own.
fn comparable(diagnostics: &[Diagnostic]) -> Vec<Value> {
    let mut comparable: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| {
            let address = diagnostic.address.as_deref().unwrap_or_default();
            let cause = match diagnostic.detail.split_once("Original Error: ") {
                Some(_) if OWN_TEXTS.contains(&address) => "",
                Some((_, cause)) => cause,
                None => &diagnostic.detail,
            };
            json!([
                format!("{:?}", diagnostic.severity),
                address,
                diagnostic.summary,
                cause
            ])
        })
        .collect();
    comparable.sort_by_key(Value::to_string);
    comparable
}
