//! Errors and warnings with the lines of the configuration.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use terrane_hcl::syntax::parse_file;
use terrane_hcl::{Source, Sources, Span};

use super::Renderer;
use super::paint::Style;
use super::wrap::wrap;
use crate::diagnostics::Report;
use crate::quote::quoted;

impl Renderer {
    /// Returns errors and warnings as text: warnings first, then by their place in the configuration.
    /// Warnings with the same summary are shown once, with their number.
    pub fn reports(&self, reports: &[Report], sources: &Sources) -> String {
        let mut sorted: Vec<&Report> = reports.iter().collect();
        sorted.sort_by_cached_key(|report| {
            let place = report.diagnostic.subject.and_then(|span| {
                let name = sources.get(span.source)?.name().to_owned();
                Some((name.matches('/').count(), name, span.start, span.end))
            });
            (report.is_error(), place)
        });
        let mut similar: BTreeMap<&str, usize> = BTreeMap::new();
        for report in sorted.iter().copied().filter(|it| is_folded(it)) {
            *similar.entry(&report.diagnostic.summary).or_default() += 1;
        }
        let mut text = String::new();
        for report in sorted {
            let others = if is_folded(report) {
                similar.remove(&*report.diagnostic.summary)
            } else {
                Some(1)
            };
            if let Some(count) = others {
                text += &self.report(report, count - 1, sources);
            }
        }
        text
    }

    /// Returns one report as text, with the number of similar ones that are not shown.
    fn report(&self, report: &Report, similar: usize, sources: &Sources) -> String {
        let diagnostic = &report.diagnostic;
        let style = if report.is_error() {
            Style::Red
        } else {
            Style::Yellow
        };
        let heading = format!("{}:", diagnostic.severity);
        let has_border = self.paint.has_colors;
        let mut text = format!(
            "{} {}\n\n",
            self.paint.text(style, heading),
            self.paint.text(Style::Bold, &diagnostic.summary)
        );
        if let Some(address) = &report.address {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  with {address},");
        }
        if let Some(span) = diagnostic.subject
            && let Some(source) = sources.get(span.source)
        {
            snippet(&mut text, source, span, diagnostic.context);
            text.push('\n');
        }
        let width = self.width.saturating_sub(if has_border { 2 } else { 1 });
        let similar = match similar {
            0 => String::new(),
            1 => "\n\n(and one more similar warning elsewhere)".to_owned(),
            count => format!("\n\n(and {count} more similar warnings elsewhere)"),
        };
        let detail = format!("{}{similar}", diagnostic.detail);
        for line in detail.split('\n') {
            // Indented lines, such as examples, keep their form.
            if line.starts_with(' ') {
                text += line;
            } else {
                text += &wrap(line, width);
            }
            text.push('\n');
        }
        if !has_border {
            return format!("\n{text}");
        }
        let bar = self.paint.text(style, "│");
        let lines: String = text.lines().map(|line| format!("{bar} {line}\n")).collect();
        format!(
            "{}\n{lines}{}\n",
            self.paint.text(style, "╷"),
            self.paint.text(style, "╵")
        )
    }
}

/// The summary of a check that fails. Each one is shown.
const CHECK: &str = "Check block assertion failed";

/// Returns whether the report is shown together with others that have its summary: a warning with a place.
fn is_folded(report: &Report) -> bool {
    let diagnostic = &report.diagnostic;
    !report.is_error() && diagnostic.subject.is_some() && diagnostic.summary != CHECK
}

/// Writes the place and its lines.
fn snippet(text: &mut String, source: &Source, subject: Span, context: Option<Span>) {
    let shown = context
        .filter(|context| context.contains(subject))
        .unwrap_or(subject);
    let start = source.position(subject.start).line;
    let first = source.position(shown.start).line;
    let last = source
        .position(shown.end.saturating_sub(1).max(shown.start))
        .line;
    let block = match enclosing(source, subject) {
        Some(header) => format!(", in {header}"),
        None => String::new(),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  on {} line {start}{block}:", source.name());
    for number in first..=last {
        if let Some(line) = source.line(number) {
            let _ = writeln!(text, "{number:>4}: {line}");
        }
    }
}

/// Returns the header of the outermost block around a place.
fn enclosing(source: &Source, place: Span) -> Option<String> {
    let parsed = parse_file(source);
    let body = parsed.value.body.native()?;
    let is_around = |span: Span| span.start <= place.start && place.start < span.end;
    let block = body.blocks.iter().find(|block| is_around(block.span))?;
    let labels = block
        .labels
        .iter()
        .map(|label| format!(" {}", quoted(&label.name)));
    Some(block.kind.name.to_string() + &labels.collect::<String>())
}
