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
        if is_denied { Level::Error } else { rule.level }
    }
}

fn known(rule: &str) -> Result<(), String> {
    match rules::find(rule) {
        Some(_) => Ok(()),
        None => Err(format!(
            "{rule:?} is not a rule; `cargo terrane lint --list` lists them"
        )),
    }
}

fn denied(rule: &str) -> Result<(), String> {
    match rule {
        "warnings" | "notes" => Ok(()),
        rule => known(rule),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(allow: &Value, deny: &[&str]) -> Result<Settings, String> {
        Settings::read(&json!({ "allow": allow, "deny": deny }))
    }

    #[test]
    fn an_exception_is_for_a_place_and_what_is_below() {
        let at = ["resource zoo_pet", "data source zoo_pet, legs"];
        let allow = json!([
            { "rule": "TF202", "at": at, "reason": "It is clear." },
            { "rule": "restated-name", "reason": "All are." },
        ]);
        let settings = settings(&allow, &[]).unwrap();
        let table = [
            ("TF202", "resource zoo_pet", "", Some(0)),
            ("TF202", "resource zoo_pet", "name", Some(0)),
            ("TF202", "resource zoo_pets", "", None),
            ("TF202", "data source zoo_pet", "legs", Some(0)),
            ("TF202", "data source zoo_pet", "legs.length", Some(0)),
            ("TF202", "data source zoo_pet", "legs_length", None),
            ("TF202", "data source zoo_pet", "", None),
            ("TF203", "resource zoo_cage", "", Some(1)),
            ("TF204", "resource zoo_pet", "", None),
        ];
        for (rule, owner, path, expected) in table {
            let rule = rules::find(rule).unwrap();
            let finding = Finding::new(owner, path, "");
            let found = settings.exception(rule, &finding);
            assert_eq!(found, expected, "{} {}", rule.id, finding.place());
        }
        // An exception for all places need not drop anything.
        let unused = "no finding of TF202 is dropped by the exception \"It is clear.\"";
        assert_eq!(settings.unused(&[1]), [unused]);
        assert_eq!(settings.unused(&[0]), [""; 0]);
    }

    #[test]
    fn denied_rules_are_errors_by_their_name_or_level() {
        let levels = |deny: &[&str]| {
            let settings = settings(&json!([]), deny).unwrap();
            ["TF101", "TF202", "TF203"].map(|rule| settings.level(rules::find(rule).unwrap()))
        };
        let (error, warning, note) = (Level::Error, Level::Warning, Level::Note);
        assert_eq!(levels(&[]), [error, warning, note]);
        assert_eq!(levels(&["warnings"]), [error, error, note]);
        assert_eq!(levels(&["notes"]), [error, error, error]);
        assert_eq!(levels(&["TF203"]), [error, warning, error]);
        assert_eq!(levels(&["restated-name"]), [error, warning, error]);
    }

    #[test]
    fn settings_name_existing_rules_and_reasons() {
        let exception = |rule: &str, reason: &str| json!([{ "rule": rule, "reason": reason }]);
        let table = [
            (exception("TF999", "None."), "", "\"TF999\" is not a rule"),
            (
                exception("TF202", " "),
                "",
                "the exception from TF202 has no reason",
            ),
            (json!([]), "errors", "\"errors\" is not a rule"),
            (
                json!([{ "rule": "TF202" }]),
                "notes",
                "missing field `reason`",
            ),
        ];
        for (allow, deny, expected) in table {
            let deny = [deny];
            let deny = if deny == [""] { &[][..] } else { &deny };
            let error = settings(&allow, deny).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
        assert!(Settings::read(&json!({ "allowed": [] })).is_err());
        assert!(Settings::read(&Value::Null).unwrap().allow.is_empty());
        let mut added = Settings::default();
        let names = |name: &str| [name.to_owned()];
        assert!(added.add(&names("TF999"), &[]).is_err());
        assert!(added.add(&[], &names("TF999")).is_err());
        added.add(&names("TF202"), &names("notes")).unwrap();
        let finding = Finding::new("resource zoo_pet", "", "");
        let rule = rules::find("TF202").unwrap();
        assert_eq!(added.exception(rule, &finding), Some(0));
        assert_eq!(added.level(rule), Level::Error);
    }
}
