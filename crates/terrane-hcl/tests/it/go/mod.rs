//! Functions against Go's implementations, on generated documents, patterns and formats.
//!
//! `TERRANE_GO` is the number of cases of each kind in the long form. `TERRANE_YAML_SUITE` names a folder with the YAML test suite: its files `in.yaml` are
//! read, too. `TERRANE_RE2_TESTS` names a folder with the tests of RE2, such as `regexp/testdata` of Go's library.

use crate::support::go as notation;

mod differences;
mod documents;
mod format;
mod json;
mod network;
mod program;
mod random;
mod regex;
mod yaml;

use std::collections::BTreeMap;

use serde_json::Value as Json;
use terrane_hcl::value::Value;
use terrane_hcl::{Builtins, NoEnvironment, Scope, Source, evaluate, syntax};

use program::{Answer, ask};

/// The number of cases of each kind.
const COUNT: u64 = 2000;

/// The greatest number of differences that a failure shows.
const SHOWN: usize = 25;

fn count() -> u64 {
    let count = std::env::var("TERRANE_GO").ok();
    count.map_or(COUNT, |count| count.parse().expect("a number"))
}

/// Returns a value in the notation of Go, or nothing for an error.
fn shown<E>(value: Result<Value, E>) -> Option<String> {
    value.ok().map(|value| notation::go_string(&value))
}

/// Sends requests to Go, and compares the results with those of this crate.
#[expect(
    clippy::print_stdout,
    reason = "the numbers of cases and differences are shown"
)]
fn compare(
    kind: &str,
    requests: &[Json],
    ours: impl Fn(&Json) -> Vec<Option<String>>,
    class_of: impl Fn(&Json, &Answer, &[Option<String>]) -> Option<&'static str>,
) {
    let Some(answers) = ask(requests) else {
        return;
    };
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut successes = 0;
    for (request, answer) in requests.iter().zip(answers) {
        successes += usize::from(answer.results.iter().any(Option::is_some));
        let found = ours(request);
        if found == answer.results {
            continue;
        }
        match class_of(request, &answer, &found) {
            Some(class) => *classes.entry(class).or_default() += 1,
            None => wrong.push(format!(
                "{request}\n  Go   {:?} {}\n  ours {found:?}",
                answer.results, answer.error
            )),
        }
    }
    let total = requests.len();
    println!("{kind}: {total} cases, {successes} without an error, differences {classes:?}");
    for class in classes.keys() {
        differences::check(class);
    }
    let number = wrong.len();
    wrong.truncate(SHOWN);
    assert!(
        wrong.is_empty(),
        "{number} of {total} differ:\n{}",
        wrong.join("\n")
    );
    assert!(
        successes * 5 > total,
        "{successes} of {total} are no errors"
    );
}

/// Compares the values of expressions that call functions.
fn compare_expressions(kind: &str, requests: &[Json]) {
    let functions = Builtins::newest(&NoEnvironment);
    let scope = Scope::new().with_functions(&functions);
    let ours = |request: &Json| {
        let text = request["Text"].as_str().unwrap_or_default().to_owned();
        let parsed = syntax::parse_expression(&Source::detached("x", text));
        let (value, diagnostics) = evaluate(&parsed.value, &scope);
        let is_valid = !parsed.diagnostics.has_errors() && !diagnostics.has_errors();
        vec![shown(is_valid.then_some(value).ok_or(()))]
    };
    compare(kind, requests, ours, |_, _, _| None);
}

/// Returns a string of the configuration language.
fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
        .replace('\t', "\\t");
    format!("\"{}\"", escaped.replace("${", "$${").replace("%{", "%%{"))
}
