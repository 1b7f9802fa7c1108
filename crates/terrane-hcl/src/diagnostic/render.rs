//! The text of a diagnostic, with the lines of the source that it is about.

use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation as _;

use super::Diagnostic;
use crate::source::{Source, Sources, Span};

impl Diagnostic {
    /// Renders the diagnostic with the lines of the source that it is about.
    ///
    /// ```
    /// use terrane_hcl::{Sources, syntax};
    ///
    /// let mut sources = Sources::new();
    /// let source = sources.add("main.tf", "a = 'x'\n");
    /// let error = &syntax::parse_file(&source).diagnostics[0];
    /// assert_eq!(
    ///     error.render(&sources),
    ///     "Error: Invalid character\n\n  on main.tf line 1:\n   1: a = 'x'\n          ^\n\n\
    ///      Single quotes do not enclose strings. Use double quotes (\").\n",
    /// );
    /// ```
    pub fn render(&self, sources: &Sources) -> String {
        let mut text = format!("{}: {}\n", self.severity, self.summary);
        let place = self
            .subject
            .and_then(|subject| Some((subject, sources.get(subject.source)?)));
        if let Some((subject, source)) = place {
            write_snippet(&mut text, source, subject, self.context);
        }
        if !self.detail.is_empty() {
            text.push('\n');
            text += &self.detail;
            text.push('\n');
        }
        text
    }
}

fn write_snippet(text: &mut String, source: &Source, subject: Span, context: Option<Span>) {
    let label = context
        .filter(|context| context.contains(subject))
        .unwrap_or(subject);
    let (first, start, end) = (
        source.position(label.start).line,
        source.position(subject.start),
        source.position(subject.end),
    );
    let last = source
        .position(label.end.saturating_sub(1).max(label.start))
        .line;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n  on {} line {}:", source.name(), start.line);
    let width = last.to_string().len().max(4);
    for number in first..=last {
        let Some(line) = source.line(number) else {
            break;
        };
        let _ = writeln!(text, "{number:>width$}: {line}");
        if number == start.line {
            let marked = source.part(subject.start, subject.end);
            let length = if end.line == start.line {
                marked.graphemes(true).count().max(1)
            } else {
                1
            };
            let indent = blank(&source.line_before(subject.start));
            let _ = writeln!(text, "{:width$}  {indent}{}", "", "^".repeat(length));
        }
    }
}

/// Returns blanks of the width of a text: tabs stay tabs, so that the marker stands below its text.
fn blank(text: &str) -> String {
    let blank = |cluster: &str| if cluster == "\t" { '\t' } else { ' ' };
    text.graphemes(true).map(blank).collect()
}
