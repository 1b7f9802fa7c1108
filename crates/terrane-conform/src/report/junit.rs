//! The report in the format of JUnit, which CI systems show.

use std::fmt::Write as _;

use crate::finding::Place;
use crate::rule::{Rule, Severity};

/// The result of one rule.
pub(super) struct Case<'a> {
    pub(super) rule: &'static Rule,
    pub(super) is_checked: bool,
    pub(super) places: Vec<(&'a Place, &'a str)>,
}

impl Case<'_> {
    /// Whether the rule is violated. Notes are no failures.
    fn fails(&self) -> bool {
        !self.places.is_empty() && self.rule.severity > Severity::Note
    }
}

/// Writes the document.
pub(super) fn document(program: &str, cases: &[Case<'_>]) -> String {
    let failures = cases.iter().filter(|it| it.fails()).count();
    let skipped = cases.iter().filter(|it| !it.is_checked).count();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" skipped=\"{skipped}\">\n",
        escaped(program),
        cases.len()
    );
    for case in cases {
        // Writing to a string does not fail.
        let _ = write_case(&mut text, case);
    }
    text.push_str("</testsuite>\n");
    text
}

fn write_case(text: &mut String, case: &Case<'_>) -> std::fmt::Result {
    let name = escaped(&format!("{} {}", case.rule.id, case.rule.summary));
    write!(text, "  <testcase classname=\"conform\" name=\"{name}\">")?;
    let lines: Vec<String> = case
        .places
        .iter()
        .map(|(place, message)| format!("{place}: {message}"))
        .collect();
    let lines = escaped(&lines.join("\n"));
    if case.fails() {
        let severity = case.rule.severity.name();
        let count = case.places.len();
        write!(
            text,
            "<failure type=\"{severity}\" message=\"{count} places\">{lines}</failure>"
        )?;
    } else if !case.places.is_empty() {
        write!(text, "<system-out>{lines}</system-out>")?;
    } else if !case.is_checked {
        write!(text, "<skipped/>")?;
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
