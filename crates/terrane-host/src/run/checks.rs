//! Conditions: validations, preconditions, postconditions and `check` blocks.

use terrane_hcl::value::{Mark, Value};
use terrane_value::{Text, Type};

use super::outputs::{contains_mark, instance_name};
use super::results::prefixed;
use super::{Failed, Run, lock};
use crate::address;
use crate::config::Condition;
use crate::diagnostics::Report;
use crate::evaluate::Place;
use crate::plan::Mode;
use crate::state::CheckStatus;

impl Run<'_> {
    /// Checks conditions of an instance, whose place has its address. An unknown condition is left to the apply.
    pub(crate) async fn conditions(
        &self,
        object: (&str, &str),
        place: &Place,
        conditions: &[Condition],
        summary: &str,
        only_warns: bool,
    ) -> Result<(), Failed> {
        let mut result = Ok(());
        for condition in conditions {
            let name = place.address.clone().unwrap_or_default();
            let (status, message, report) = self.condition(place, condition, summary).await;
            lock(&self.checks).add(object, &name, status, message);
            for mut report in report {
                if only_warns || object.0 == "check" {
                    report.diagnostic.severity = terrane_hcl::Severity::Warning;
                } else if report.is_error() {
                    result = Err(Failed);
                }
                // The checks of a destroy plan say nothing: what they are about goes.
                if object.0 != "check" || self.settings.mode != Mode::Destroy {
                    self.report(report.of(&name));
                }
            }
        }
        result
    }

    async fn condition(
        &self,
        place: &Place,
        condition: &Condition,
        summary: &str,
    ) -> (CheckStatus, Option<String>, Vec<Report>) {
        let Ok((value, diagnostics)) = self.tried(place, &condition.condition).await else {
            return (CheckStatus::Error, None, Vec::new());
        };
        if diagnostics.has_errors() {
            let reports = diagnostics.into_iter().map(Report::from).collect();
            return (CheckStatus::Error, None, reports);
        }
        let (value, _) = value.unmark();
        let span = condition.condition.span;
        let holds = match value.convert(&Type::Bool) {
            Ok(value) if value.is_unknown() => return (CheckStatus::Unknown, None, Vec::new()),
            Ok(value) => value.as_bool(),
            Err(_) => None,
        };
        match holds {
            Some(true) => (CheckStatus::Pass, None, Vec::new()),
            Some(false) => {
                let message = self.message(place, condition).await;
                let report = Report::error(summary, message.clone()).at(span);
                (CheckStatus::Fail, Some(message), vec![report])
            }
            None => {
                let detail = "The condition must be true or false.";
                let report = Report::error("Invalid condition result", detail).at(span);
                (CheckStatus::Error, None, vec![report])
            }
        }
    }

    async fn message(&self, place: &Place, condition: &Condition) -> String {
        let evaluated = self.tried(place, &condition.error_message).await;
        let message = evaluated.ok().filter(|(_, errors)| !errors.has_errors());
        let hidden = |value: &Value| {
            contains_mark(value, &Mark::Sensitive) || contains_mark(value, &Mark::Ephemeral)
        };
        match message {
            Some((value, _)) if hidden(&value) => {
                "The condition does not hold. Its message contains a secret and is not shown."
                    .to_owned()
            }
            Some((value, _)) => {
                let text = value.as_text().map(|text| text.trim().to_owned());
                text.unwrap_or_else(|| "The condition does not hold.".to_owned())
            }
            None => "The condition does not hold. Its message has an error.".to_owned(),
        }
    }

    /// Checks a `check` block in all instances of its module.
    pub(crate) async fn check(&self, at: &address::Module, name: &Text) -> Result<(), Failed> {
        let check = self.config.module(at).and_then(|it| it.checks.get(name));
        let Some(check) = check else {
            return Ok(());
        };
        let object = prefixed(at, &format!("check.{name}"));
        lock(&self.checks).declare("check", &object);
        let instances = lock(&self.values).instances_of(at);
        for instance in instances {
            let shown = instance_name(&instance, &format!("check.{name}"));
            let place = Place::new(&instance).of(&shown).in_check(Some(name));
            for assertion in &check.assertions {
                for expression in [&assertion.condition, &assertion.error_message] {
                    self.resolve(&place, expression)?;
                }
            }
            // A failed check is a warning.
            let checked = self.conditions(
                ("check", &object),
                &place,
                &check.assertions,
                "Check block assertion failed",
                true,
            );
            let _ = checked.await;
        }
        Ok(())
    }
}
