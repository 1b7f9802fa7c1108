//! Which rules apply, and where: the options of the command, and the configuration of a package.

use serde::Deserialize;
use serde_json::Value;

use super::finding::{Finding, Level};
use super::rule::Rule;
use super::rules;

/// The table `[package.metadata.terrane.lint]` of a Cargo.toml.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// Findings that are dropped.
    allow: Vec<Exception>,
    /// Rules, `warnings` or `notes` that are errors.
    deny: Vec<String>,
}

/// An exception from a rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exception {
    rule: String,
    /// The places, such as `resource zoo_pet` or `resource zoo_pet, cage.size`. Without any, all places.
    #[serde(default)]
    at: Vec<String>,
    /// Why the rule does not apply.
    reason: String,
}

impl Settings {
    /// Reads the value of `package.metadata.terrane.lint`.
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
        let settings = match value {
            Value::Null => Self::default(),
            value => Self::deserialize(value).map_err(|error| error.to_string())?,
        };
        for exception in &settings.allow {
            known(&exception.rule)?;
            if exception.reason.trim().is_empty() {
                return Err(format!(
                    "the exception from {} has no reason",
                    exception.rule
                ));
            }
        }
        settings.deny.iter().try_for_each(|rule| denied(rule))?;
        Ok(settings)
    }

    /// Adds the options of the command.
    pub(crate) fn add(&mut self, allow: &[String], deny: &[String]) -> Result<(), String> {
        for rule in allow {
            known(rule)?;
            self.allow.push(Exception {
                rule: rule.clone(),
                at: Vec::new(),
                reason: "the option --allow".to_owned(),
            });
        }
        for rule in deny {
            denied(rule)?;
            self.deny.push(rule.clone());
        }
        Ok(())
    }

    /// Returns the position of the exception that drops a finding.
    pub(crate) fn exception(&self, rule: &Rule, finding: &Finding) -> Option<usize> {
        let place = finding.place();
        self.allow.iter().position(|exception| {
            let is_same = rules::find(&exception.rule).is_some_and(|it| it.id == rule.id);
            let is_here = |at: &String| {
                let rest = place.strip_prefix(at.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([',', '.']))
            };
            is_same && (exception.at.is_empty() || exception.at.iter().any(is_here))
        })
    }

    /// Returns a text about each exception whose position is not among the used ones.
    pub(crate) fn unused(&self, used: &[usize]) -> Vec<String> {
        let all = self.allow.iter().enumerate();
        all.filter(|(at, exception)| !used.contains(at) && !exception.at.is_empty())
            .map(|(_, exception)| {
                format!(
                    "no finding of {} is dropped by the exception \"{}\"",
                    exception.rule, exception.reason
                )
            })
            .collect()
    }

    /// Returns the level of a rule's findings.
    pub(crate) fn level(&self, rule: &Rule) -> Level {
        let is_denied = self.deny.iter().any(|denied| match denied.as_str() {
            "warnings" => rule.level >= Level::Warning,
            "notes" => true,
            name => rules::find(name).is_some_and(|it| it.id == rule.id),
        });
        match is_denied {
            true => Level::Error,
            false => rule.level,
        }
    }
}

fn known(rule: &str) -> Result<(), String> {
    match rules::find(rule) {
        Some(_) => Ok(()),
        None => Err(format!(
            "{rule:?} is no rule; `cargo terrane lint --list` lists them"
        )),
    }
}

fn denied(rule: &str) -> Result<(), String> {
    match rule {
        "warnings" | "notes" => Ok(()),
        rule => known(rule),
    }
}
