//! The results of conditions.

use std::collections::BTreeMap;

use crate::address;
use crate::config::Config;
use crate::state::{CheckObject, CheckResult, CheckStatus};

/// The results of all conditions, by the kind and the address of the object in the configuration. An object that was not visited has none.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Checks {
    results: BTreeMap<(usize, String), Option<Instances>>,
    /// The instances that the plan has found, whose results are unknown until they are visited.
    planned: BTreeMap<(usize, String), Vec<String>>,
}

/// The results of the instances by their addresses, with the messages of conditions that failed.
type Instances = BTreeMap<String, (CheckStatus, Vec<String>)>;

/// The kinds in the order in which states have them.
const KINDS: [&str; 4] = ["resource", "output", "check", "var"];

impl Checks {
    fn key(kind: &str, address: &str) -> (usize, String) {
        let place = KINDS.iter().position(|it| *it == kind);
        (place.unwrap_or_default(), address.to_owned())
    }

    /// Finds the objects of a configuration that have conditions.
    pub(crate) fn of(config: &Config) -> Self {
        let mut checks = Self::default();
        for module in config.modules() {
            let at = &module.address;
            let mut add = |kind: &str, address: &str, has_conditions: bool| {
                if has_conditions {
                    checks.results.insert(Self::key(kind, address), None);
                }
            };
            for (name, variable) in &module.variables {
                let has_conditions = !variable.validations.is_empty();
                add("var", &prefixed(at, &format!("var.{name}")), has_conditions);
            }
            for (name, output) in &module.outputs {
                let has_conditions = !output.preconditions.is_empty();
                let address = prefixed(at, &format!("output.{name}"));
                add("output", &address, has_conditions);
            }
            for name in module.checks.keys() {
                add("check", &prefixed(at, &format!("check.{name}")), true);
            }
            for resource in module.resources.values() {
                let lifecycle = &resource.lifecycle;
                let has_conditions =
                    !lifecycle.preconditions.is_empty() || !lifecycle.postconditions.is_empty();
                let address = prefixed(at, &resource.address.to_string());
                add("resource", &address, has_conditions);
            }
        }
        checks
    }

    /// Adds the instances that a plan has found.
    pub(crate) fn with_planned(mut self, results: &[CheckResult]) -> Self {
        for result in results {
            if let Some(objects) = &result.objects {
                let names = objects.iter().map(|object| object.address.clone());
                let key = Self::key(&result.kind, &result.address);
                self.planned.insert(key, names.collect());
            }
        }
        self
    }

    /// Notes that an object with conditions is visited.
    pub(crate) fn declare(&mut self, kind: &str, address: &str) {
        self.instances(kind, address);
    }

    fn instances(&mut self, kind: &str, address: &str) -> &mut Instances {
        let entry = self.results.entry(Self::key(kind, address)).or_default();
        entry.get_or_insert_default()
    }

    /// Adds the result for an instance. A result that is worse than the others counts.
    pub(crate) fn add(
        &mut self,
        (kind, address): (&str, &str),
        object: &str,
        status: CheckStatus,
        message: Option<String>,
    ) {
        let entry = self
            .instances(kind, address)
            .entry(object.to_owned())
            .or_insert((CheckStatus::Pass, Vec::new()));
        if rank(status) > rank(entry.0) {
            entry.0 = status;
        }
        entry.1.extend(message);
    }

    /// Returns the results for a state.
    pub(crate) fn results(&self) -> Option<Vec<CheckResult>> {
        if self.results.is_empty() {
            return None;
        }
        let results = self.results.iter().map(|(key, objects)| {
            let (kind, address) = key;
            let Some(objects) = objects else {
                return CheckResult {
                    kind: KINDS[*kind].to_owned(),
                    address: address.clone(),
                    status: CheckStatus::Unknown,
                    objects: self.planned.get(key).map(|names| unknown(names)),
                };
            };
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

/// Returns the results of instances that are not known.
fn unknown(names: &[String]) -> Vec<CheckObject> {
    let objects = names.iter().map(|name| CheckObject {
        address: name.clone(),
        status: CheckStatus::Unknown,
        failure_messages: Vec::new(),
    });
    objects.collect()
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

/// Returns an address in a module of the configuration.
pub(crate) fn prefixed(module: &address::Module, name: &str) -> String {
    if module.0.is_empty() {
        name.to_owned()
    } else {
        format!("{module}.{name}")
    }
}
