//! The Go provider that this one replaces: what either makes is the other's too, and both say the same.

use std::error::Error;
use std::path::Path;
use std::slice::from_ref;

use serde_json::{Value, json};
use terrane_test::{Diagnostic, Matrix, Protocol, Provider, State, TestResult, Workspace, go};

use super::create::files_in;
use super::data::{ODD, sources};
use super::failures::IMPOSSIBLE;
use super::schema::printed;
use super::validation::{RIGHT, WRONG};
use super::{SOURCE, assert_settled, destroy_without_refresh, local, matrix};

/// The Go provider; where it cannot be built, that is said, and there is nothing to compare with.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
fn original() -> Option<Provider> {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../go/local");
    let package = "github.com/terraform-providers/terraform-provider-local";
    match go::build(module, package, "terraform-provider-local") {
        Ok(binary) => Some(Provider::binary(SOURCE, binary)),
        Err(go::Error::Unavailable(problem)) => {
            println!("skipped: {problem}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn either_takes_over_what_the_other_made() {
    let Some(original) = original() else { return };
    matrix().run(|ours| {
        let mut theirs = Workspace::new(ours.host(), Protocol::Newest, from_ref(&original))?;
        let folder = theirs.path().to_owned();
        takes_over(ours, &mut theirs, &folder)?;
        destroy_without_refresh(ours)?;
        assert!(!folder.join("text").exists() && !folder.join("private.copy").exists());

        let folder = ours.path().to_owned();
        takes_over(&mut theirs, ours, &folder)
    });
}

/// Has one provider create files and the other plan them, also when the state is one of an old version.
fn takes_over(heir: &mut Workspace, author: &mut Workspace, folder: &Path) -> TestResult {
    let config = files_in(folder)?;
    author.config(&config)?;
    author.apply()?;
    let mut state = author.state()?.json().clone();
    heir.config(&config)?;
    heir.set_state(&state)?;
    assert_settled(heir)?;
    age(&mut state);
    heir.set_state(&state)?;
    assert_settled(heir)?;
    Ok(())
}

/// Makes a state as versions before 2.4 wrote it: without hashes, here as nulls and there not at all.
fn age(state: &mut Value) {
    let resources = state["resources"].as_array_mut().expect("a state");
    for (at, resource) in resources.iter_mut().enumerate() {
        let instance = &mut resource["instances"][0];
        let attributes = instance["attributes"].as_object_mut().expect("an object");
        let hashes: Vec<String> = attributes
            .keys()
            .filter(|name| name.contains("md5") || name.contains("sha"))
            .cloned()
            .collect();
        assert_eq!(hashes.len(), 6);
        for hash in hashes {
            match at % 2 {
                0 => attributes.insert(hash, Value::Null),
                _ => attributes.remove(&hash),
            };
        }
    }
}

#[test]
fn both_say_the_same() {
    let Some(original) = original() else { return };
    Matrix::new(local()).run(|ours| {
        let mut theirs = Workspace::new(ours.host(), Protocol::Newest, from_ref(&original))?;
        let names = ODD.into_iter().map(|(name, ..)| name);
        let run = |host: &mut Workspace| -> Result<(String, Vec<Value>, State), Box<dyn Error + Send + Sync>> {
            host.config("")?;
            let schema = printed(host)?;
            host.config(&format!("{WRONG}{RIGHT}"))?;
            let wrong = host.validate().expect_err("it is wrong");
            let mut said = comparable(wrong.outcome().diagnostics());
            host.file("folder/inside", "")?;
            host.file("file", "")?;
            for (name, bytes, _) in ODD {
                host.file(name, bytes)?;
            }
            host.config(&format!("{IMPOSSIBLE}{}", sources(names.clone())))?;
            let impossible = host.apply().expect_err("it is impossible");
            said.extend(comparable(impossible.outcome().diagnostics()));
            Ok((schema, said, host.state()?))
        };
        let (our_schema, our_words, our_state) = run(ours)?;
        let (their_schema, their_words, their_state) = run(&mut theirs)?;
        assert_eq!(our_words, their_words);
        assert_eq!(our_schema, without_commands(&their_schema));
        let data = |state: &State| -> Vec<Value> {
            state.iter().map(|(address, object)| json!([address, object.attributes])).collect()
        };
        assert_eq!(data(&our_state).len(), 2 * ODD.len());
        assert_eq!(data(&our_state), data(&their_state));
        Ok(())
    });
}

/// What the providers word differently: the places of bad characters in base64, and the directory that cannot be made.
const OWN_WORDS: [&str; 2] = ["local_file.garbled", "local_sensitive_file.below"];

/// Severity, address, summary and cause of each diagnostic, sorted. The sentence before the cause is each provider's own.
fn comparable(diagnostics: &[Diagnostic]) -> Vec<Value> {
    let comparable = diagnostics.iter().map(|diagnostic| {
        let address = diagnostic.address.as_deref().unwrap_or_default();
        let cause = match diagnostic.detail.split_once("Original Error: ") {
            Some(_) if OWN_WORDS.contains(&address) => "",
            Some((_, cause)) => cause,
            None => &diagnostic.detail,
        };
        json!([
            format!("{:?}", diagnostic.severity),
            address,
            diagnostic.summary,
            cause
        ])
    });
    let mut comparable: Vec<Value> = comparable.collect();
    comparable.sort_by_key(Value::to_string);
    comparable
}

/// A printed schema without the kinds that this provider does not serve.
fn without_commands(printed: &str) -> String {
    let mut command = false;
    let lines = printed.split_inclusive('\n').filter(|line| {
        if !line.starts_with(' ') {
            command = line.contains(" local_command ");
        }
        !command
    });
    lines.collect()
}
