//! Findings that are known.

use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;

use serde_json::Value as Json;

use crate::finding::{Finding, Place};
use crate::subject::provider_name;

/// Findings that are known: the JSON of an earlier report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The name of the provider.
    provider: Option<String>,
    known: BTreeSet<(String, String, String)>,
}

/// The error of a file that is no report, or the report of another provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected the output of `cargo-terrane conform --json` for this provider: {0}")]
pub struct BaselineError(String);

impl Baseline {
    /// Checks that the baseline is of a provider, by the name of its program without its version.
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

    /// Returns the entries that are not among findings, of the rules that were checked.
    pub(crate) fn stale(
        &self,
        findings: &[Finding],
        is_checked: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let is_found = |(rule, item, path): &&(String, String, String)| {
            findings
                .iter()
                .any(|it| it.rule.id == *rule && it.place.item == *item && it.place.path == *path)
        };
        let missing = self.known.iter().filter(|it| !is_found(it));
        let missing = missing.filter(|(rule, _, _)| is_checked(rule));
        missing
            .map(|(rule, item, path)| {
                let place = Place::item(item.clone()).at(path);
                format!("{rule} at {place}")
            })
            .collect()
    }

    /// Whether a finding of the same rule at the same place is known.
    pub(crate) fn contains(&self, finding: &Finding) -> bool {
        let key = (
            finding.rule.id.to_owned(),
            finding.place.item.clone(),
            finding.place.path.clone(),
        );
        self.known.contains(&key)
    }
}

impl FromStr for Baseline {
    type Err = BaselineError;

    fn from_str(text: &str) -> Result<Self, BaselineError> {
        let document: Json =
            serde_json::from_str(text).map_err(|error| BaselineError(error.to_string()))?;
        let findings = document["findings"].as_array();
        let findings =
            findings.ok_or_else(|| BaselineError("the member `findings` is missing".to_owned()))?;
        let member = |finding: &Json, name: &str| {
            let text = finding[name].as_str().map(str::to_owned);
            text.ok_or_else(|| BaselineError(format!("a finding has no member `{name}`")))
        };
        let known = findings.iter().map(|it| {
            Ok((
                member(it, "rule")?,
                member(it, "item")?,
                member(it, "path")?,
            ))
        });
        let program = document["program"].as_str();
        Ok(Self {
            provider: program.and_then(|it| provider_name(Path::new(it))),
            known: known.collect::<Result<_, BaselineError>>()?,
        })
    }
}
