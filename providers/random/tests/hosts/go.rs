//! The Go provider that this one replaces: what either draws is the other's too, and both say the same.

use std::slice::from_ref;

use terrane_test::{
    Diagnostic, Failure, Feature, InstalledProvider, Matrix, Protocol, Workspace, go,
};

use super::schema::printed;
use super::validation::WRONG;
use super::{SOURCE, random};

/// What both know: the Go module is older than what is replaced, and has no versions of UUIDs.
const BOTH: &str = r#"
resource "random_bytes" "b" {
  length  = 7
  keepers = { a = null }
}
resource "random_id" "i" {
  byte_length = 5
  prefix      = "p"
}
resource "random_integer" "i" {
  min  = -10
  max  = 1000000
  seed = "both"
}
resource "random_password" "p" {
  length           = 90
  min_special      = 3
  override_special = "-_"
}
resource "random_pet" "p" {
  length = 3
}
resource "random_shuffle" "s" {
  input        = ["a", "b", "c", "d", "e", "f", "g"]
  seed         = "both"
  result_count = 30
}
resource "random_string" "s" {
  length  = 9
  number  = false
  keepers = {}
}
resource "random_uuid" "u" {
}
output "seeded" {
  value = [random_integer.i.result, random_shuffle.s.result]
}
"#;

/// The Go provider, if it can be built.
fn original() -> Option<InstalledProvider> {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/random");
    let package = "github.com/terraform-providers/terraform-provider-random";
    Some(InstalledProvider::binary(
        SOURCE,
        go::program(module, package)?,
    ))
}

#[test]
fn both_providers_accept_the_state_of_the_other() {
    let Some(original) = original() else { return };
    Matrix::new(random()).run(|ours| {
        let mut theirs = Workspace::new(ours.host(), Protocol::Newest, from_ref(&original))?;
        for host in [&mut *ours, &mut theirs] {
            host.config(BOTH)?;
            host.apply()?;
        }
        let (our_state, their_state) = (ours.state()?, theirs.state()?);
        assert_eq!(our_state.output("seeded"), their_state.output("seeded"));
        ours.set_state(their_state.json())?;
        theirs.set_state(our_state.json())?;
        ours.assert_settled()?;
        theirs.assert_settled()?;
        Ok(())
    });
}

#[test]
fn both_report_the_same() {
    let Some(original) = original() else { return };
    Matrix::new(random())
        .needs(Feature::CommandLine)
        .run(|ours| {
            let mut theirs = Workspace::new(ours.host(), Protocol::Newest, from_ref(&original))?;
            let run = |host: &mut Workspace| -> Result<(String, Vec<[String; 4]>), Failure> {
                host.config("").expect("it can be written");
                let schema = printed(host)?;
                host.config(WRONG).expect("it can be written");
                let wrong = host.validate().expect_err("it is wrong");
                Ok((schema, comparable(wrong.outcome().diagnostics())))
            };
            let ((our_schema, our_words), (their_schema, their_words)) =
                (run(ours)?, run(&mut theirs)?);
            assert_eq!(our_words, their_words);
            assert_eq!(known_to_the_original(&our_schema), their_schema);
            Ok(())
        });
}

/// What the Go module, being older, does not find yet.
const FOUND_LATER: &str = "Invalid Attribute Combination";

/// Severity, address, summary and detail of each diagnostic, sorted; advice is each provider's own.
fn comparable(diagnostics: &[Diagnostic]) -> Vec<[String; 4]> {
    let both = diagnostics.iter().filter(|it| it.summary != FOUND_LATER);
    let mut comparable: Vec<_> = both
        .map(|diagnostic| {
            let detail = match diagnostic.summary.as_str() {
                "Attribute Deprecated" => "",
                _ => &diagnostic.detail,
            };
            let address = diagnostic.address.clone().unwrap_or_default();
            let severity = format!("{:?}", diagnostic.severity);
            [
                severity,
                address,
                diagnostic.summary.clone(),
                detail.to_owned(),
            ]
        })
        .collect();
    comparable.sort();
    comparable
}

/// A printed schema without what came later than the Go module.
fn known_to_the_original(printed: &str) -> String {
    let mut later = false;
    let lines = printed.split_inclusive('\n').filter(|line| {
        if !line.starts_with(' ') {
            later =
                line.starts_with("ephemeral") || line.contains("uuid4") || line.contains("uuid7");
        }
        !later
    });
    lines.collect()
}
