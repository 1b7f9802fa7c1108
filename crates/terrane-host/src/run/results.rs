//! The results of conditions.

use std::collections::BTreeMap;

use crate::state::{CheckObject, CheckResult, CheckStatus};

/// The results of all conditions, by the kind and the address of the object in the configuration.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Checks(BTreeMap<(usize, String), Instances>);

/// The results of the instances by their addresses, with the messages of conditions that failed.
type Instances = BTreeMap<String, (CheckStatus, Vec<String>)>;

/// The kinds in the order in which states have them.
const KINDS: [&str; 4] = ["resource", "output", "check", "var"];

impl Checks {
    fn key(kind: &str, address: &str) -> (usize, String) {
        let kind = KINDS.iter().position(|it| *it == kind).unwrap_or_default();
        (kind, address.to_owned())
    }

    /// Adds an object that has conditions.
    pub(crate) fn declare(&mut self, kind: &str, address: &str) {
        self.0.entry(Self::key(kind, address)).or_default();
    }

    /// Adds the result for an instance. A result that is worse than the others counts.
    pub(crate) fn add(
        &mut self,
        (kind, address): (&str, &str),
        object: &str,
        status: CheckStatus,
        message: Option<String>,
    ) {
        let objects = self.0.entry(Self::key(kind, address)).or_default();
        let entry = objects
            .entry(object.to_owned())
            .or_insert((CheckStatus::Pass, Vec::new()));
        if rank(status) > rank(entry.0) {
            entry.0 = status;
        }
        entry.1.extend(message);
    }

    /// Returns the results for a state.
    pub(crate) fn results(&self) -> Option<Vec<CheckResult>> {
        if self.0.is_empty() {
            return None;
        }
        let results = self.0.iter().map(|((kind, address), objects)| {
            let statuses = objects.values().map(|(status, _)| *status);
            let status = statuses.max_by_key(|status| rank(*status));
            let all = objects
                .iter()
                .map(|(address, (status, messages))| CheckObject {
                    address: address.clone(),
                    status: *status,
                    failure_messages: messages.clone(),
                });
            CheckResult {
                kind: KINDS[*kind].to_owned(),
                address: address.clone(),
                status: status.unwrap_or(CheckStatus::Pass),
                objects: (!objects.is_empty()).then(|| all.collect()),
            }
        });
        Some(results.collect())
    }
}

/// Orders statuses: an error counts more than a failure, and this one more than an unknown result.
const fn rank(status: CheckStatus) -> u8 {
    match status {
        CheckStatus::Pass => 0,
        CheckStatus::Unknown => 1,
        CheckStatus::Fail => 2,
        CheckStatus::Error => 3,
    }
}
