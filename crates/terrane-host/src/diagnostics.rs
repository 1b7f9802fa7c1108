//! Errors and warnings of a plan or an apply.

use std::fmt;

use serde_json::{Value as Json, json};
use terrane_hcl::syntax::ast::Body;
use terrane_hcl::{Position, Sources, Span};
use terrane_value::Step;

/// An error or warning of a plan or an apply, with the object that it concerns.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The diagnostic, with its place in the configuration if it has one.
    pub diagnostic: terrane_hcl::Diagnostic,
    /// The address of the object.
    pub address: Option<String>,
}

impl Report {
    /// Creates an error.
    pub(crate) fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        terrane_hcl::Diagnostic::error(summary.into(), detail.into()).into()
    }

    /// Creates a warning.
    pub(crate) fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        terrane_hcl::Diagnostic::warning(summary.into(), detail.into()).into()
    }

    /// Creates the error of an answer that a provider must not give. The problem is a full sentence.
    pub(crate) fn provider_bug(summary: impl Into<String>, problem: impl fmt::Display) -> Self {
        let advice = "This is a bug in the provider, which should be reported to its developers.";
        Self::error(summary, format!("{problem} {advice}"))
    }

    /// Sets the place, unless there is one.
    #[must_use]
    pub(crate) fn at(mut self, span: Span) -> Self {
        self.diagnostic.subject.get_or_insert(span);
        self
    }

    /// Sets the object, unless there is one.
    #[must_use]
    pub(crate) fn of(mut self, address: impl fmt::Display) -> Self {
        self.address.get_or_insert_with(|| address.to_string());
        self
    }

    /// Returns whether this is an error.
    pub fn is_error(&self) -> bool {
        self.diagnostic.is_error()
    }

    /// Renders the report with the lines of the configuration.
    pub fn render(&self, sources: &Sources) -> String {
        let text = self.diagnostic.render(sources);
        match (&self.address, text.split_once('\n')) {
            (Some(address), Some((summary, rest))) => {
                format!("{summary}\n\n  with {address},\n{rest}")
            }
            _ => text,
        }
    }
}

impl Report {
    /// Returns the report in the form of `diagnostic` in the output of `terraform plan -json`, without the lines of the configuration.
    pub fn to_json(&self, sources: &Sources) -> Json {
        let diagnostic = &self.diagnostic;
        let mut shown = json!({
            "severity": if self.is_error() { "error" } else { "warning" },
            "summary": diagnostic.summary,
            "detail": diagnostic.detail,
        });
        if let Some(address) = &self.address {
            shown["address"] = address.clone().into();
        }
        let located = diagnostic
            .subject
            .and_then(|span| Some((sources.get(span.source)?, span)));
        if let Some((source, span)) = located {
            let (start, end) = source.range(span);
            let position = |position: Position, byte: u32| json!({ "line": position.line, "column": position.column, "byte": byte });
            shown["range"] = json!({
                "filename": source.name(),
                "start": position(start, span.start),
                "end": position(end, span.end),
            });
        }
        shown
    }
}

impl From<terrane_hcl::Diagnostic> for Report {
    fn from(diagnostic: terrane_hcl::Diagnostic) -> Self {
        Self {
            diagnostic,
            address: None,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.address {
            Some(address) => write!(f, "{address}: {}", self.diagnostic),
            None => write!(f, "{}", self.diagnostic),
        }
    }
}

/// Translates the diagnostics of a provider. A path leads to the argument in the body.
pub(crate) fn of_provider(
    diagnostics: terrane_protocol::Diagnostics,
    address: &dyn fmt::Display,
    body: Option<(&Body, Span)>,
) -> Vec<Report> {
    let reports = diagnostics.into_iter().map(|it| {
        let path = it.path.as_ref().map(ToString::to_string);
        let first = it.path.as_ref().and_then(|path| path.steps().first());
        let detail = match (&path, body) {
            (Some(path), None) if !it.detail.is_empty() => format!("{} ({path})", it.detail),
            _ => it.detail.clone(),
        };
        let report = if it.is_error() {
            Report::error(it.summary.clone(), detail)
        } else {
            Report::warning(it.summary.clone(), detail)
        };
        let report = report.of(address);
        match body {
            Some((body, header)) => report.at(argument(body, first).unwrap_or(header)),
            None => report,
        }
    });
    reports.collect()
}

/// Finds the argument or block of a path's first step.
fn argument(body: &Body, step: Option<&Step>) -> Option<Span> {
    let (Some(body), Some(Step::Attribute(name))) = (body.native(), step) else {
        return None;
    };
    let attribute = body.attributes.iter().find(|it| *it.name.name == **name);
    let block = || body.blocks.iter().find(|it| *it.kind.name == **name);
    attribute
        .map(|it| it.expression.span)
        .or_else(|| block().map(|it| it.header))
}
