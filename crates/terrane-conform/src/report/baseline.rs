//! Baselines: the findings of an earlier report.

use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;

use serde_json::Value as Json;

use crate::finding::{Finding, Place};
use crate::subject::provider_name;

/// The id of a rule, and a place.
type Key = (String, Place);

/// Findings that are known: the JSON of an earlier report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The name of the provider.
    provider: Option<String>,
    known: BTreeSet<Key>,
}

/// The error of a file that is no report, or the report of another provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected the output of `cargo-terrane conform --json` for this provider: {0}")]
pub struct BaselineError(String);

impl Baseline {
    /// Checks that the baseline belongs to the provider of a program, by the program's name without its version.
    ///
    /// # Errors
    ///
    /// Fails if both names are known and differ.
    pub fn check_program(&self, program: &Path) -> Result<(), BaselineError> {
        match (&self.provider, provider_name(program)) {
            (Some(known), Some(name)) if *known != name => Err(BaselineError(format!(
                "the report is of the provider `{known}`, and `{name}` is tested"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns the entries that were not found although their rules were checked.
    pub(crate) fn stale(
        &self,
        findings: &[Finding],
        is_checked: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let found: BTreeSet<Key> = findings.iter().map(key).collect();
        let missing = self.known.difference(&found);
        missing
            .filter(|(rule, _)| is_checked(rule))
            .map(|(rule, place)| format!("{rule} at {place}"))
            .collect()
    }

    /// Returns whether a finding of the same rule at the same place is known.
    pub(crate) fn contains(&self, finding: &Finding) -> bool {
        self.known.contains(&key(finding))
    }
}

fn key(finding: &Finding) -> Key {
    (finding.rule.id.to_owned(), finding.place.clone())
}

impl FromStr for Baseline {
    type Err = BaselineError;

    fn from_str(text: &str) -> Result<Self, BaselineError> {
        let document: Json =
            serde_json::from_str(text).map_err(|error| BaselineError(error.to_string()))?;
        let findings = document["findings"]
            .as_array()
            .ok_or_else(|| BaselineError("the member `findings` is missing".to_owned()))?;
        let member = |finding: &Json, name: &str| {
            let text = finding[name].as_str().map(str::to_owned);
            text.ok_or_else(|| BaselineError(format!("a finding has no member `{name}`")))
        };
        let known = findings.iter().map(|it| {
            let (rule, item) = (member(it, "rule")?, member(it, "item")?);
            Ok((rule, Place::item(item).at(member(it, "path")?)))
        });
        let program = document["program"].as_str();
        Ok(Self {
            provider: program.and_then(|it| provider_name(Path::new(it))),
            known: known.collect::<Result<_, BaselineError>>()?,
        })
    }
}
