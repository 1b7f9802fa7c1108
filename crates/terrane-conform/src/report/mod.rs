//! The report of a run.

mod baseline;
mod junit;

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::finding::{Finding, Unchecked};
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
    /// The number of findings that the baseline contains. `None` without a baseline.
    pub known: Option<usize>,
    /// The entries of the baseline that were not found although their rules were checked.
    pub stale: Vec<String>,
    /// What users of the report should know, such as problems that hosts tolerate.
    pub remarks: Vec<String>,
    /// What the options ask for and was not checked. The run fails.
    pub unchecked: Vec<Unchecked>,
    /// The objects that were created and could not be destroyed.
    pub left: Vec<String>,
    /// The number of requests that were made.
    pub requests: usize,
    /// The rules by which at least one answer was judged.
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

    /// Whether a finding is at least this severe, an object is left, or something that the options ask for was not checked.
    #[must_use]
    pub fn fails(&self, at_least: Severity) -> bool {
        !self.left.is_empty()
            || !self.unchecked.is_empty()
            || self.findings.iter().any(|it| it.rule.severity >= at_least)
    }

    /// Removes the findings of a baseline, and lists its entries that were not found.
    pub fn subtract(&mut self, baseline: &Baseline) {
        let before = self.findings.len();
        let checked = |id: &str| self.checked.iter().any(|it| it.id == id);
        self.stale = baseline.stale(&self.findings, checked);
        self.findings.retain(|it| !baseline.contains(it));
        let known = before - self.findings.len();
        self.known = Some(self.known.unwrap_or_default() + known);
    }

    fn repeat(&self, rule: &Rule) -> String {
        format!(
            "cargo-terrane conform {} --rule {}",
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
        for remark in &self.remarks {
            let _ = writeln!(text, "remark: {remark}");
        }
        for stale in &self.stale {
            let _ = writeln!(
                text,
                "remark: the baseline has {stale}, which was not found"
            );
        }
        for Unchecked { what, reason } in &self.unchecked {
            let _ = writeln!(text, "not checked: {what}: {reason}");
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
        let known = match self.known {
            Some(known) => format!(", {known} in the baseline"),
            None => String::new(),
        };
        format!(
            "{}: {protocol}{} requests, {}, {}, {}{known}",
            self.program,
            self.requests,
            count(Severity::Error),
            count(Severity::Warning),
            count(Severity::Note),
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
            "stale": self.stale,
            "remarks": self.remarks,
            "unchecked": self.unchecked.iter().map(|it| {
                json!({ "what": it.what, "reason": it.reason })
            }).collect::<Vec<_>>(),
            "left": self.left,
            "checked": self.checked.iter().map(|it| it.id).collect::<Vec<_>>(),
        })
    }

    /// Formats the report as JUnit: a test case for each rule, in the order of their numbers, and one for each item that the options ask for and was not checked.
    /// These and the rules by which nothing was judged are skipped.
    #[must_use]
    pub fn junit(&self) -> String {
        let cases = RULES.iter().copied().map(|rule| {
            let of_rule = self.findings.iter().filter(|it| it.rule == rule);
            junit::Case {
                rule,
                is_checked: self.checked.contains(&rule),
                findings: of_rule.collect(),
                repeat: self.repeat(rule),
            }
        });
        junit::document(&self.program, &cases.collect::<Vec<_>>(), &self.unchecked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Place;
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
            known: None,
            stale: Vec::new(),
            remarks: vec!["a remark".to_owned()],
            unchecked: Vec::new(),
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
  repeat: cargo-terrane conform zoo --seed 1 --rule CF515
warning[CF402] it was accepted
  rule: A configured value for a read-only attribute is refused. (Terraform: computed attributes)
  at: resource zoo_pet, a
  repeat: cargo-terrane conform zoo --seed 1 --rule CF402
remark: a remark
zoo: protocol 6, 3 requests, 2 errors, 1 warning, 0 notes"
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
        assert_eq!((report.findings.len(), report.known), (1, Some(1)));
        assert_eq!(report.stale, Vec::<String>::new());
        report.findings.clear();
        report.subtract(&baseline);
        assert_eq!(report.stale, ["CF515 at resource zoo_pet, a"]);
        assert!(report.text().ends_with("1 in the baseline"));
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
    fn a_baseline_of_another_provider_is_refused() {
        let mut earlier = report(Vec::new());
        earlier.program = "dist/terraform-provider-zoo_v1.2.0".to_owned();
        let baseline: Baseline = earlier.json().to_string().parse().unwrap();
        let check = |program: &str| baseline.check_program(program.as_ref());
        assert!(check("terraform-provider-zoo").is_ok());
        let error = check("terraform-provider-pet").unwrap_err().to_string();
        assert!(error.contains("provider `zoo`"), "{error}");
    }

    #[test]
    fn what_was_not_checked_fails_the_run_and_is_skipped_in_junit() {
        let mut report = report(Vec::new());
        report.unchecked.push(Unchecked {
            what: "--read".to_owned(),
            reason: "the provider was not configured".to_owned(),
        });
        assert!(report.fails(Severity::Error));
        let line = "not checked: --read: the provider was not configured";
        assert!(report.text().contains(line));
        let skipped = "<skipped message=\"the provider was not configured\"/>";
        assert!(report.junit().contains(skipped), "{}", report.junit());
    }

    #[test]
    fn junit_has_a_case_for_each_rule_and_skips_unchecked_ones() {
        let report = report(vec![finding("CF515", "resource zoo_pet", "a <b> & \"c\"")]);
        let junit = report.junit();
        assert!(junit.contains("failures=\"1\""), "{junit}");
        let repeat = "repeat: cargo-terrane conform zoo --seed 1 --rule CF515";
        assert!(junit.contains(repeat), "{junit}");
        assert!(junit.contains("a &lt;b&gt; &amp; &quot;c&quot;"), "{junit}");
        assert_eq!(junit.matches("<testcase ").count(), RULES.len());
        assert_eq!(junit.matches("<skipped").count(), RULES.len() - 2);
    }
}
