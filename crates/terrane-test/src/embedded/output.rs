//! What a command of the embedded host prints.

use std::path::Path;

use serde_json::{Value as Json, json};
use terrane_hcl::Sources;
use terrane_host::Report;
use terrane_host::plan::Plan;
use terrane_host::render::Renderer;

/// The output of a command.
#[derive(Debug)]
pub(super) struct Output {
    /// Whether reports are lines of JSON on the standard output.
    pub(super) is_json: bool,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The folder of the configuration, to which the names of files are relative.
    folder: String,
}

impl Output {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            is_json: false,
            stdout: String::new(),
            stderr: String::new(),
            folder: format!("{}/", folder.display()),
        }
    }

    /// Prints errors and warnings.
    pub(super) fn reports(&mut self, reports: &[Report], sources: &Sources) {
        if !self.is_json {
            let text = Renderer::new().reports(reports, sources);
            self.stderr += &text.replace(&self.folder, "");
            return;
        }
        for report in reports {
            let diagnostic = self.located(report, sources);
            self.diagnostic(diagnostic);
        }
    }

    /// Returns a report in JSON, with the name of its file in the folder of the configuration.
    fn located(&self, report: &Report, sources: &Sources) -> Json {
        let mut diagnostic = report.to_json(sources);
        let file = diagnostic.pointer("/range/filename").and_then(Json::as_str);
        let name = file.and_then(|file| file.strip_prefix(&self.folder));
        if let Some(name) = name.map(str::to_owned) {
            diagnostic["range"]["filename"] = name.into();
        }
        diagnostic
    }

    /// Prints an error that has no place.
    pub(super) fn problem(&mut self, problem: &str) {
        if self.is_json {
            let diagnostic = json!({ "severity": "error", "summary": problem, "detail": "" });
            self.diagnostic(diagnostic);
        } else {
            self.stderr += &format!("Error: {problem}\n");
        }
    }

    fn diagnostic(&mut self, diagnostic: Json) {
        let event = json!({
            "@level": if diagnostic["severity"] == "error" { "error" } else { "warn" },
            "@message": format!("{}: {}", diagnostic["severity"], diagnostic["summary"]),
            "type": "diagnostic",
            "diagnostic": diagnostic,
        });
        self.stdout += &format!("{event}\n");
    }

    /// Prints a plan. In JSON, each change is an event.
    pub(super) fn plan(&mut self, plan: &Plan) {
        if !self.is_json {
            self.stdout += &Renderer::new().plan(plan);
            return;
        }
        for change in plan.actions() {
            let action = match change.action.names() {
                [action] => action,
                _ => "replace",
            };
            let address = change.address.to_string();
            let mut event = json!({
                "@level": "info",
                "@message": format!("{address}: Plan to {action}"),
                "type": "planned_change",
                "change": { "resource": { "addr": address }, "action": action },
            });
            if let Some(reason) = change.reason {
                event["change"]["reason"] = event_reason(reason.name()).into();
            }
            self.stdout += &format!("{event}\n");
        }
    }

    /// Prints what people see of an apply.
    pub(super) fn progress(&mut self, text: &str) {
        if !self.is_json {
            self.stdout += text;
        }
    }

    pub(super) fn json(&mut self, document: &Json) {
        self.text(&document.to_string());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.stdout += &format!("{text}\n");
    }
}

/// Returns the name of a reason in events, which is shorter than in plans: `tainted` for `replace_because_tainted`.
fn event_reason(name: &str) -> String {
    match name {
        "replace_because_tainted" => "tainted".to_owned(),
        "replace_by_request" => "requested".to_owned(),
        "replace_because_cannot_update" => "cannot_update".to_owned(),
        other => other.to_owned(),
    }
}
