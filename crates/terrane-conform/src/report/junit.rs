//! The report in the format of JUnit, which CI systems show.

use std::fmt::Write as _;

use crate::finding::{Finding, Unchecked};
use crate::rule::{Rule, Severity};

/// The result of one rule.
pub(super) struct Case<'a> {
    pub(super) rule: &'static Rule,
    pub(super) is_checked: bool,
    pub(super) findings: Vec<&'a Finding>,
    /// The command that checks the rule again.
    pub(super) repeat: String,
}

impl Case<'_> {
    /// Whether the rule is violated. Notes are no failures.
    fn fails(&self) -> bool {
        !self.findings.is_empty() && self.rule.severity > Severity::Note
    }

    fn is_skipped(&self) -> bool {
        !self.is_checked && self.findings.is_empty()
    }

    /// Returns a line for each finding, with its request, and the command.
    fn details(&self) -> String {
        let mut lines = Vec::new();
        for finding in &self.findings {
            lines.push(format!("{}: {}", finding.place, finding.message));
            if !finding.request.is_null() {
                lines.push(format!("request: {}", finding.request));
            }
        }
        lines.push(format!("repeat: {}", self.repeat));
        lines.join("\n")
    }
}

/// Writes the document.
pub(super) fn document(program: &str, cases: &[Case<'_>], unchecked: &[Unchecked]) -> String {
    let failures = cases.iter().filter(|it| it.fails()).count();
    let skipped = cases.iter().filter(|it| it.is_skipped()).count() + unchecked.len();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" skipped=\"{skipped}\">\n",
        escaped(program),
        cases.len() + unchecked.len()
    );
    // Writing to a string does not fail.
    for case in cases {
        let _ = write_case(&mut text, case);
    }
    for Unchecked { what, reason } in unchecked {
        let (what, reason) = (escaped(what), escaped(reason));
        let _ = writeln!(
            text,
            "  <testcase classname=\"conform\" name=\"{what}\"><skipped message=\"{reason}\"/></testcase>"
        );
    }
    text.push_str("</testsuite>\n");
    text
}

fn write_case(text: &mut String, case: &Case<'_>) -> std::fmt::Result {
    let name = escaped(&format!("{} {}", case.rule.id, case.rule.summary));
    write!(text, "  <testcase classname=\"conform\" name=\"{name}\">")?;
    let details = escaped(&case.details());
    if case.fails() {
        let severity = case.rule.severity.name();
        let count = case.findings.len();
        let places = if count == 1 { "place" } else { "places" };
        write!(
            text,
            "<failure type=\"{severity}\" message=\"{count} {places}\">{details}</failure>"
        )?;
    } else if !case.findings.is_empty() {
        write!(text, "<system-out>{details}</system-out>")?;
    } else if case.is_skipped() {
        write!(
            text,
            "<skipped message=\"no answer was judged by this rule\"/>"
        )?;
    }
    writeln!(text, "</testcase>")
}

/// Escapes a text for XML. Characters that XML cannot contain are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            it if it.is_control() || matches!(it, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('\u{fffd}');
            }
            it => escaped.push(it),
        }
    }
    escaped
}
