//! Findings that are known.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde_json::Value as Json;

use crate::finding::Finding;

/// Findings that are known: the JSON of an earlier report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    known: BTreeSet<(String, String, String)>,
}

/// The error of a file that is no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected the output of `cargo terrane conform --json`: {0}")]
pub struct BaselineError(String);

impl Baseline {
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
        Ok(Self {
            known: known.collect::<Result<_, BaselineError>>()?,
        })
    }
}
