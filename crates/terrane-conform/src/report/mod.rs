//! The report of a run.

mod baseline;
mod junit;

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::finding::{Finding, Place};
use crate::rule::{RULES, Rule, Severity};

pub use baseline::{Baseline, BaselineError};

/// How many places of a group are listed for people.
const PLACES_SHOWN: usize = 5;

/// The report of a run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The program.
    pub program: String,
    /// The protocol version that was tested. `None` if the program did not start.
    pub protocol: Option<u32>,
    /// The arguments of `cargo terrane conform` that repeat the run.
    pub arguments: String,
    /// The violations, by rule and place.
    pub findings: Vec<Finding>,
    /// Findings that the baseline contains.
    pub known: usize,
    /// What users of the report should know: checks that could not be made, and problems that hosts tolerate.
    pub notes: Vec<String>,
    /// The objects that were created and could not be destroyed.
    pub left: Vec<String>,
    /// The number of requests that were made.
    pub requests: usize,
    /// The rules that were checked.
    pub checked: Vec<&'static Rule>,
}

/// Findings with the same cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Group<'a> {
    /// The rule.
    pub rule: &'static Rule,
    /// What was found.
    pub message: &'a str,
    /// The findings. There is at least one.
    pub findings: Vec<&'a Finding>,
}

impl Report {
    /// Returns the findings by cause: by rule and message. Errors come first.
    #[must_use]
    pub fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for finding in &self.findings {
            let same =
                |it: &&mut Group<'_>| it.rule == finding.rule && it.message == finding.message;
            match groups.iter_mut().find(same) {
                Some(group) => group.findings.push(finding),
                None => groups.push(Group {
                    rule: finding.rule,
                    message: &finding.message,
                    findings: vec![finding],
                }),
            }
        }
        groups.sort_by_key(|it| (std::cmp::Reverse(it.rule.severity), it.rule.id));
        groups
    }

    /// Whether a finding is at least this severe, or an object is left.
    #[must_use]
    pub fn fails(&self, at_least: Severity) -> bool {
        !self.left.is_empty() || self.findings.iter().any(|it| it.rule.severity >= at_least)
    }

    /// Removes the findings of a baseline.
    pub fn subtract(&mut self, baseline: &Baseline) {
        let before = self.findings.len();
        self.findings.retain(|it| !baseline.contains(it));
        self.known += before - self.findings.len();
    }

    fn repeat(&self, rule: &Rule) -> String {
        format!(
            "cargo terrane conform {} --rule {}",
            self.arguments, rule.id
        )
    }

    /// Formats the report for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for group in self.groups() {
            // Writing to a string does not fail.
            let _ = self.write_group(&mut text, &group);
        }
        for note in &self.notes {
            let _ = writeln!(text, "note: {note}");
        }
        for left in &self.left {
            let _ = writeln!(text, "error: {left} exists and could not be destroyed");
        }
        let _ = write!(text, "{}", self.summary());
        text
    }

    fn write_group(&self, text: &mut String, group: &Group<'_>) -> std::fmt::Result {
        let rule = group.rule;
        writeln!(
            text,
            "{}[{}] {}",
            rule.severity.name(),
            rule.id,
            group.message
        )?;
        writeln!(text, "  rule: {} ({})", rule.summary, rule.source)?;
        for finding in group.findings.iter().take(PLACES_SHOWN) {
            writeln!(text, "  at: {}", finding.place)?;
        }
        if let Some(more) = group.findings.len().checked_sub(PLACES_SHOWN)
            && more > 0
        {
            writeln!(text, "  and at {more} other places")?;
        }
        if let Some(finding) = group.findings.first()
            && !finding.request.is_null()
        {
            writeln!(text, "  request: {}", finding.request)?;
        }
        writeln!(text, "  repeat: {}", self.repeat(rule))
    }

    fn summary(&self) -> String {
        let count = |severity: Severity| {
            let of_severity = self.findings.iter();
            let count = of_severity
                .filter(|it| it.rule.severity == severity)
                .count();
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {}{plural}", severity.name())
        };
        let protocol = match self.protocol {
            Some(version) => format!("protocol {version}, "),
            None => String::new(),
        };
        format!(
            "{}: {protocol}{} requests, {}, {}, {}, {} in the baseline",
            self.program,
            self.requests,
            count(Severity::Error),
            count(Severity::Warning),
            count(Severity::Note),
            self.known
        )
    }

    /// Formats the report for programs. Such a document is also a [`Baseline`].
    #[must_use]
    pub fn json(&self) -> Json {
        let findings = self.findings.iter().map(|it| {
            json!({
                "rule": it.rule.id,
                "severity": it.rule.severity.name(),
                "source": it.rule.source,
                "summary": it.rule.summary,
                "item": it.place.item,
                "path": it.place.path,
                "message": it.message,
                "request": it.request,
                "repeat": self.repeat(it.rule),
            })
        });
        json!({
            "program": self.program,
            "protocol": self.protocol,
            "requests": self.requests,
            "findings": findings.collect::<Vec<_>>(),
            "known": self.known,
            "notes": self.notes,
            "left": self.left,
            "checked": self.checked.iter().map(|it| it.id).collect::<Vec<_>>(),
        })
    }

    /// Formats the report as JUnit: a test case for each rule, in the order of their numbers. Rules that were not checked are skipped.
    #[must_use]
    pub fn junit(&self) -> String {
        let places = |rule: &Rule| -> Vec<(&Place, &str)> {
            let of_rule = self.findings.iter().filter(|it| it.rule == rule);
            of_rule.map(|it| (&it.place, &*it.message)).collect()
        };
        let cases = RULES.iter().map(|rule| junit::Case {
            rule,
            is_checked: self.checked.contains(rule),
            places: places(rule),
        });
        junit::document(&self.program, &cases.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::rule;

    fn finding(id: &str, item: &str, message: &str) -> Finding {
        Finding {
            rule: rule(id).unwrap(),
            place: Place::item(item).at("a"),
            message: message.to_owned(),
            request: Json::Null,
        }
    }

    fn report(findings: Vec<Finding>) -> Report {
        Report {
            program: "zoo".to_owned(),
            protocol: Some(6),
            arguments: "zoo --seed 1".to_owned(),
            findings,
            known: 0,
            notes: vec!["a note".to_owned()],
            left: Vec::new(),
            requests: 3,
            checked: vec![rule("CF515").unwrap(), rule("CF402").unwrap()],
        }
    }

    #[test]
    fn findings_are_grouped_by_rule_and_message_and_errors_come_first() {
        let report = report(vec![
            finding("CF402", "resource zoo_pet", "it was accepted"),
            finding("CF515", "resource zoo_pet", "it was changed"),
            finding("CF515", "resource zoo_cage", "it was changed"),
        ]);
        assert_eq!(
            report.text(),
            "\
error[CF515] it was changed
  rule: A configured value is planned unchanged. (Terraform: `AssertPlanValid`, C6)
  at: resource zoo_pet, a
  at: resource zoo_cage, a
  repeat: cargo terrane conform zoo --seed 1 --rule CF515
warning[CF402] it was accepted
  rule: A configured value for a read-only attribute is refused. (Terraform: computed attributes)
  at: resource zoo_pet, a
  repeat: cargo terrane conform zoo --seed 1 --rule CF402
note: a note
zoo: protocol 6, 3 requests, 2 errors, 1 warning, 0 notes, 0 in the baseline"
        );
        assert!(report.fails(Severity::Error));
    }

    #[test]
    fn an_earlier_report_is_a_baseline() {
        let mut report = report(vec![
            finding("CF402", "resource zoo_pet", "it was accepted"),
            finding("CF515", "resource zoo_pet", "it was changed"),
        ]);
        let earlier = Report {
            findings: report.findings[1..].to_vec(),
            ..report.clone()
        };
        let baseline: Baseline = earlier.json().to_string().parse().unwrap();
        report.subtract(&baseline);
        assert_eq!((report.findings.len(), report.known), (1, 1));
        assert!(!report.fails(Severity::Error));
        assert!("[]".parse::<Baseline>().is_err());
    }

    #[test]
    fn an_object_that_is_left_fails_the_run() {
        let mut report = report(Vec::new());
        assert!(!report.fails(Severity::Error));
        report.left.push("resource zoo_pet".to_owned());
        assert!(report.fails(Severity::Error));
    }

    #[test]
    fn junit_has_a_case_for_each_rule_and_skips_unchecked_ones() {
        let report = report(vec![finding("CF515", "resource zoo_pet", "a <b> & \"c\"")]);
        let junit = report.junit();
        assert!(junit.contains("failures=\"1\""), "{junit}");
        assert!(junit.contains("a &lt;b&gt; &amp; &quot;c&quot;"), "{junit}");
        assert_eq!(junit.matches("<testcase ").count(), RULES.len());
        assert_eq!(junit.matches("<skipped").count(), RULES.len() - 2);
    }
}
