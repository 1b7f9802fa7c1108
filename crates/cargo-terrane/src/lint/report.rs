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
            .map(|it| format!("{}[{}] {}", it.level.name(), it.rule.id, it.finding))
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
            let rules = self.not_run.iter().filter(|it| it.reason == reason);
            let rules: Vec<&str> = rules.map(|it| it.rule.id).collect();
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
