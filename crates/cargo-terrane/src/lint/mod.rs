//! Rules about the schemas and examples of providers.

mod examples;
mod finding;
mod names;
mod report;
mod rule;
mod rules;
mod sarif;
mod settings;
mod sources;
mod subject;

pub(crate) use report::Report;
pub(crate) use rules::{RULES, find};
pub(crate) use sarif::sarif;
pub(crate) use settings::Settings;
pub(crate) use sources::Sources;
pub(crate) use subject::Subject;

use report::{NotRun, Reported};

/// Checks all rules.
pub(crate) fn check(subject: &Subject, settings: &Settings) -> Report {
    let mut report = Report::new(&subject.described.address);
    let mut used = Vec::new();
    for rule in &RULES {
        if let Some(reason) = rule.needs.missing(subject) {
            report.not_run.push(NotRun { rule, reason });
            continue;
        }
        for mut finding in (rule.check)(subject) {
            subject.locate(&mut finding);
            match settings.exception(rule, &finding) {
                Some(exception) => used.push(exception),
                None => report.findings.push(Reported {
                    rule,
                    level: settings.level(rule),
                    finding,
                }),
            }
        }
    }
    report.allowed = used.len();
    report.unused = if report.not_run.is_empty() {
        settings.unused(&used)
    } else {
        Vec::new()
    };
    report
}
