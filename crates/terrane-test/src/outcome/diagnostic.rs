//! A host's errors and warnings, from its JSON output or, where it has none, from its text.

use std::fmt;

use serde_json::Value;

/// How bad a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Severity {
    /// It made the command fail.
    Error,
    /// The command continued.
    Warning,
}

/// An error or a warning that the host showed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The first line.
    pub summary: String,
    /// The text after the summary. From commands without JSON output it starts with the place, and its lines may be wrapped.
    pub detail: String,
    /// The address of the object that it is about, such as `zoo_pet.rex`.
    pub address: Option<String>,
    /// The file and the line of the configuration.
    pub place: Option<(String, u64)>,
}

impl Diagnostic {
    /// Returns whether the summary or the detail holds a text, wherever the lines are broken.
    #[must_use]
    pub fn mentions(&self, text: &str) -> bool {
        flat(&format!("{} {}", self.summary, self.detail)).contains(&flat(text))
    }

    fn from_json(json: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let range = &json["range"];
        Some(Self {
            severity: match json["severity"].as_str()? {
                "error" => Severity::Error,
                "warning" => Severity::Warning,
                _ => return None,
            },
            summary: text(&json["summary"]),
            detail: text(&json["detail"]),
            address: json["address"].as_str().map(str::to_owned),
            place: range["start"]["line"]
                .as_u64()
                .map(|line| (text(&range["filename"]), line)),
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}: {}", self.summary)?;
        if let Some(address) = &self.address {
            write!(f, " ({address})")?;
        }
        if let Some((file, line)) = &self.place {
            write!(f, " at {file}:{line}")?;
        }
        for line in self.detail.lines() {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}

/// Returns the summaries and details of the diagnostics about the object at an address, sorted.
///
/// # Examples
///
/// ```no_run
/// # use terrane_test::{Workspace, messages};
/// # fn test(host: &Workspace) {
/// let failure = host.plan().expect_err("a pet without a name");
/// assert_eq!(messages(failure.errors(), "zoo_pet.rex"), [("Bad name", "It is empty.")]);
/// # }
/// ```
pub fn messages<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    address: &str,
) -> Vec<(&'a str, &'a str)> {
    let mut messages: Vec<_> = diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.address.as_deref() == Some(address))
        .map(|diagnostic| (diagnostic.summary.as_str(), diagnostic.detail.as_str()))
        .collect();
    messages.sort_unstable();
    messages
}

/// Joins the words with single spaces.
pub(super) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads the diagnostics of a command: events of `-json`, the document of `validate -json`, or text.
pub(super) fn parse(stdout: &str, stderr: &str) -> Vec<Diagnostic> {
    let from_events =
        super::events::read(stdout).flat_map(|event| match event["diagnostics"].as_array() {
            Some(all) => all.iter().filter_map(Diagnostic::from_json).collect(),
            None => Diagnostic::from_json(&event["diagnostic"])
                .into_iter()
                .collect::<Vec<_>>(),
        });
    let from_document = serde_json::from_str::<Value>(stdout)
        .ok()
        .filter(|_| stdout.trim_end().contains('\n')) // one line is an event
        .and_then(|document| document["diagnostics"].as_array().cloned())
        .into_iter()
        .flatten()
        .filter_map(|diagnostic| Diagnostic::from_json(&diagnostic));
    from_events
        .chain(from_document)
        .chain(from_text(stdout))
        .chain(from_text(stderr))
        .filter(|diagnostic| diagnostic.summary != "Provider development overrides are in effect")
        .collect()
}

/// Reads texts that start with `Error: ` or `Warning: ` after an empty line, or in a box of `╷`, `│` and `╵`.
fn from_text(text: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut after_gap = true;
    let mut inside = false;
    for line in text.lines() {
        inside &= !line.starts_with('╵');
        let line = line.trim_start_matches(['╷', '│', '╵']).trim();
        let severity = match line.split_once(": ") {
            Some(("Error", _)) if after_gap => Some(Severity::Error),
            Some(("Warning", _)) if after_gap => Some(Severity::Warning),
            _ => None,
        };
        after_gap = line.is_empty();
        if let (Some(severity), Some((_, summary))) = (severity, line.split_once(": ")) {
            inside = true;
            found.push(Diagnostic {
                severity,
                summary: summary.to_owned(),
                detail: String::new(),
                address: None,
                place: None,
            });
        } else if let Some(last) = found.last_mut()
            && inside
            && !after_gap
        {
            last.detail
                .push_str(if last.detail.is_empty() { "" } else { "\n" });
            last.detail.push_str(line);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_the_json_output_are_read_and_our_own_warning_is_not() {
        let stdout = concat!(
            r#"{"type":"version","terraform":"1.11.4"}"#,
            "\n",
            r#"{"type":"diagnostic","diagnostic":{"severity":"warning","summary":"Provider development overrides are in effect","detail":""}}"#,
            "\n",
            r#"{"type":"diagnostic","diagnostic":{"severity":"error","summary":"Too long","detail":"A b.","address":"zoo_pet.rex","range":{"filename":"main.tf","start":{"line":3,"column":1}}}}"#,
            "\n",
        );
        let found = parse(stdout, "");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].severity, Severity::Error);
        assert_eq!(found[0].address.as_deref(), Some("zoo_pet.rex"));
        assert_eq!(found[0].place, Some(("main.tf".to_owned(), 3)));
        assert_eq!(
            found[0].to_string(),
            "error: Too long (zoo_pet.rex) at main.tf:3\n    A b."
        );
    }

    #[test]
    fn a_document_is_read_once_whether_pretty_or_not() {
        let document = serde_json::json!({ "valid": false, "diagnostics": [
            { "severity": "warning", "summary": "Old", "detail": "" },
            { "severity": "error", "summary": "Bad", "detail": "Worse" },
        ]});
        for text in [document.to_string(), format!("{document:#}")] {
            let found = parse(&text, "");
            let summaries: Vec<&str> = found.iter().map(|d| d.summary.as_str()).collect();
            assert_eq!(summaries, ["Old", "Bad"], "{text}");
        }
    }

    #[test]
    fn texts_are_read_with_and_without_boxes() {
        let stderr = "╷\n│ Warning: Old\n│ \n│ It is old.\n╵\n╷\n│ Error: Import Not Implemented\n│ \n│   with zoo_pet.rex,\n│ \
            \n│ This resource does not support\n│ import.\n╵\n";
        let plain = stderr.replace(['╷', '│', '╵'], "");
        for text in [stderr, &plain] {
            let found = parse("", text);
            assert_eq!(found.len(), 2, "{found:?}");
            assert_eq!(
                (found[0].severity, found[0].detail.as_str()),
                (Severity::Warning, "It is old.")
            );
            assert!(found[1].mentions("does not support import"));
            assert!(found[1].mentions("Import Not Implemented"));
            assert!(!found[1].mentions("It is old"));
        }
    }

    #[test]
    fn other_output_has_no_diagnostics() {
        assert_eq!(
            parse(
                "{\n\"diagnostics\": 7}\nplain {\"severity\": 1}\n{broken",
                "x\nError: no gap"
            ),
            []
        );
    }
}
