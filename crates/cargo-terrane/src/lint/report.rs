//! The result of a check, as text and JSON.

use serde_json::{Value, json};

use super::finding::{Finding, Level};
use super::rule::Rule;

/// The result of a check.
pub(crate) struct Report {
    /// The address of the provider.
    pub(super) provider: String,
    pub(super) findings: Vec<Reported>,
    pub(super) not_run: Vec<NotRun>,
    /// The number of findings that exceptions dropped.
    pub(super) allowed: usize,
    /// Texts about exceptions that dropped nothing.
    pub(super) unused: Vec<String>,
}

/// A finding of a rule.
pub(crate) struct Reported {
    pub(super) rule: &'static Rule,
    pub(super) level: Level,
    pub(super) finding: Finding,
}

/// A rule that was not checked.
pub(crate) struct NotRun {
    pub(super) rule: &'static Rule,
    pub(super) reason: &'static str,
}

impl Report {
    pub(super) fn new(provider: &str) -> Self {
        Self {
            provider: provider.to_owned(),
            findings: Vec::new(),
            not_run: Vec::new(),
            allowed: 0,
            unused: Vec::new(),
        }
    }

    /// Returns whether a finding is an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.count(Level::Error) > 0
    }

    fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|it| it.level == level).count()
    }

    /// Formats the report for people.
    pub(crate) fn text(&self) -> String {
        let mut lines: Vec<String> = self
            .findings
            .iter()
            .map(|it| {
                let position = it
                    .finding
                    .position()
                    .map_or_else(String::new, |it| format!("{it}: "));
                format!(
                    "{}[{}] {position}{}",
                    it.level.name(),
                    it.rule.id,
                    it.finding
                )
            })
            .collect();
        let shown = |level: Level| {
            let count = self.count(level);
            let plural = if count == 1 { "" } else { "s" };
            format!("{count} {}{plural}", level.name())
        };
        lines.push(format!(
            "{}: {}, {}, {}, {} allowed",
            self.provider,
            shown(Level::Error),
            shown(Level::Warning),
            shown(Level::Note),
            self.allowed
        ));
        if let Some(first) = self.findings.first() {
            lines.push(format!(
                "`cargo terrane lint --explain {}` explains a rule",
                first.rule.id
            ));
        }
        let mut reasons: Vec<&str> = Vec::new();
        for NotRun { reason, .. } in &self.not_run {
            if !reasons.contains(reason) {
                reasons.push(reason);
            }
        }
        for reason in reasons {
            let not_run = self.not_run.iter().filter(|it| it.reason == reason);
            let rules: Vec<&str> = not_run.map(|it| it.rule.id).collect();
            lines.push(format!(
                "not checked, because {reason}: {}",
                rules.join(", ")
            ));
        }
        lines.extend(self.unused.iter().cloned());
        lines.join("\n")
    }

    /// Formats the report for programs.
    pub(crate) fn json(&self) -> Value {
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|it| {
                json!({
                    "rule": it.rule.id,
                    "name": it.rule.name,
                    "level": it.level.name(),
                    "item": it.finding.owner,
                    "path": it.finding.path,
                    "message": it.finding.message,
                    "file": it.finding.file,
                    "line": it.finding.line,
                })
            })
            .collect();
        let not_run: Vec<Value> = self
            .not_run
            .iter()
            .map(|it| json!({ "rule": it.rule.id, "reason": it.reason }))
            .collect();
        json!({
            "provider": self.provider,
            "findings": findings,
            "not_checked": not_run,
            "allowed": self.allowed,
            "unused_exceptions": self.unused,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::find;

    #[test]
    fn a_report_counts_levels_and_groups_what_was_not_checked() {
        let mut report = Report::new("zoo");
        assert!(!report.has_errors());
        assert_eq!(
            report.text(),
            "zoo: 0 errors, 0 warnings, 0 notes, 0 allowed"
        );

        let found = [
            ("TF202", Level::Warning),
            ("TF203", Level::Note),
            ("TF202", Level::Warning),
        ];
        for (rule, level) in found {
            report.findings.push(Reported {
                rule: find(rule).unwrap(),
                level,
                finding: Finding::new("resource zoo_pet", "name", "is bad"),
            });
        }
        assert!(!report.has_errors());
        report.findings[2].level = Level::Error;
        assert!(report.has_errors());
        let skipped = [
            ("TF503", "no program"),
            ("TF701", "no examples"),
            ("TF506", "no program"),
        ];
        for (rule, reason) in skipped {
            report.not_run.push(NotRun {
                rule: find(rule).unwrap(),
                reason,
            });
        }
        report.allowed = 3;
        report.unused = vec!["an exception is unused".to_owned()];
        let expected = "\
warning[TF202] resource zoo_pet, name: is bad
note[TF203] resource zoo_pet, name: is bad
error[TF202] resource zoo_pet, name: is bad
zoo: 1 error, 1 warning, 1 note, 3 allowed
`cargo terrane lint --explain TF202` explains a rule
not checked, because no program: TF503, TF506
not checked, because no examples: TF701
an exception is unused";
        assert_eq!(report.text(), expected);
    }
}
