//! The text of plans and applies, compared with the text of Terraform.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;

use terrane_host::engine::Event;
use terrane_host::plan::{Mode, Plan};
use terrane_host::render::{Progress, Renderer};
use terrane_host::state::State;

use crate::cases::Step;

/// The ends of lines about progress, after the address.
const PROGRESS: [&str; 21] = [
    "Refreshing state...",
    "Reading...",
    "Read complete after",
    "Preparing import...",
    "Importing...",
    "Import complete",
    "Creating...",
    "Creation complete after",
    "Modifying...",
    "Modifications complete after",
    "Destroying...",
    "Destruction complete after",
    "Still creating...",
    "Still destroying...",
    "Opening...",
    "Opening complete after",
    "Renewing...",
    "Renewing complete after",
    "Closing...",
    "Closing complete after",
    "Provisioning with ",
];

/// The progress of a command in this host.
pub(crate) struct Watched {
    /// The folder of the configuration, which is the current one of Terraform.
    folder: String,
    progress: Progress,
    lines: Mutex<String>,
}

impl Watched {
    pub(crate) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.display().to_string(),
            progress: Renderer::new().progress(),
            lines: Mutex::default(),
        }
    }

    /// Notes an event.
    pub(crate) fn note(&self, event: &Event) {
        if let Some(line) = self.progress.line(event) {
            self.lines.lock().unwrap().push_str(&line);
        }
    }

    /// Returns a text with paths as Terraform has them in the current folder.
    fn here(&self, text: &str) -> String {
        let text = text.replace(&format!("{}/\"", self.folder), ".\"");
        text.replace(&self.folder, ".")
    }

    fn lines(&self) -> Vec<String> {
        progress(&self.lines.lock().unwrap())
    }
}

/// Compares a plan with the output of `terraform plan`. Returns what differs.
pub(crate) fn plan(
    at: &str,
    plan: &Plan,
    watched: &Watched,
    output: &str,
    step: &Step,
) -> Vec<String> {
    let output = without_overrides(output);
    let own = watched.here(&Renderer::new().plan(plan));
    let mut differences = Differences::new(at);
    differences.compare("the text of the plan", &text(&output), &text(&own));
    let (theirs, ours) = (progress(&output).join("\n"), watched.lines().join("\n"));
    // To destroy targets, Terraform also reads objects that do not belong to them.
    if step.targets.is_empty() {
        differences.compare("the progress of the plan", &theirs, &ours);
    }
    let colored = Renderer::new().with_colors(true).plan(plan);
    differences.compare(
        "the plan without colours",
        &own,
        &without_colors(&watched.here(&colored)),
    );
    differences.found
}

/// Compares a successful apply with the output of `terraform apply`. The values that only an apply decides are left out.
pub(crate) fn apply(
    at: &str,
    state: &State,
    undecided: &BTreeSet<String>,
    watched: &Watched,
    output: &str,
) -> Vec<String> {
    let output = without_overrides(output);
    let mut differences = Differences::new(at);
    let end = output.find("\nApply complete!").unwrap_or_default();
    let hidden = |lines: Vec<String>| {
        let lines = lines.iter().map(|line| without_id(line));
        let mut lines: Vec<String> = lines.collect();
        lines.sort();
        lines.join("\n")
    };
    let (theirs, ours) = (hidden(progress(&output)), hidden(watched.lines()));
    differences.compare("the progress of the apply", &theirs, &ours);
    // A saved plan to destroy is applied like any other.
    let own =
        watched.progress.summary(Mode::Normal) + &watched.here(&Renderer::new().outputs(state));
    let result = |text: &str| known_outputs(&self::text(text), undecided);
    differences.compare(
        "the result of the apply",
        &result(&output[end..]),
        &result(&own),
    );
    differences.found
}

/// Returns the outputs whose values only the apply decides.
pub(crate) fn undecided(plan: &Plan) -> BTreeSet<String> {
    let outputs = plan.outputs.iter();
    let undecided = outputs.filter(|(_, output)| !output.after.is_wholly_known());
    undecided.map(|(name, _)| name.to_string()).collect()
}

/// What differs in a step.
struct Differences<'a> {
    at: &'a str,
    found: Vec<String>,
}

impl<'a> Differences<'a> {
    fn new(at: &'a str) -> Self {
        let found = Vec::new();
        Self { at, found }
    }

    fn compare(&mut self, what: &str, theirs: &str, ours: &str) {
        if theirs != ours {
            let at = self.at;
            self.found.push(format!(
                "{at}: {what}\n--- terraform\n{theirs}\n--- here\n{ours}"
            ));
        }
    }
}

/// Removes the warning that the providers are builds of a developer.
fn without_overrides(output: &str) -> String {
    match output.split_once("Warning: Provider development overrides are in effect") {
        Some((before, rest)) => {
            let (_, after) = rest.split_once("releases.\n").unwrap_or(("", rest));
            format!("{before}{after}")
        }
        None => output.to_owned(),
    }
}

fn is_progress(line: &str) -> bool {
    let is_action = line.starts_with("Action ") && line.contains(" (triggered by ");
    if is_action || line.contains(" (local-exec): ") {
        return true;
    }
    let is_end = |end: &str| PROGRESS.iter().any(|it| end.starts_with(it));
    !line.starts_with(' ') && line.rsplit_once(": ").is_some_and(|(_, end)| is_end(end))
}

/// Returns the lines about progress, sorted. Each took no time.
fn progress(output: &str) -> Vec<String> {
    let lines = output.lines().filter(|line| is_progress(line));
    let mut lines: Vec<String> = lines
        .map(|line| match line.split_once(" after ") {
            Some((start, rest)) => {
                let rest = rest.split_once(' ').map_or("", |(_, id)| id);
                format!("{start} after a while {rest}")
                    .trim_end()
                    .to_owned()
            }
            None => line.to_owned(),
        })
        .collect();
    lines.sort();
    lines
}

/// Returns a line without the identifier that an apply has made, and without the key of a deposed object.
fn without_id(line: &str) -> String {
    let line = match line.split_once(" (deposed object ") {
        Some((start, rest)) => {
            let (_, end) = rest.split_once(')').unwrap_or_default();
            format!("{start} (deposed object){end}")
        }
        None => line.to_owned(),
    };
    match line.split_once(" [id=") {
        Some((start, _)) if line.contains("complete") => start.to_owned(),
        _ => line,
    }
}

/// Returns a text without progress, warnings, and the advice about the saved plan.
fn text(output: &str) -> String {
    let lines: Vec<&str> = output.lines().filter(|line| !is_progress(line)).collect();
    let text = format!("\n{}\n", lines.join("\n"));
    let ends = ["\nWarning: ", "\nError: "];
    let end = ends.iter().filter_map(|end| text.find(end)).min();
    let text = &text[..end.unwrap_or(text.len())];
    let text = match text.rfind("\n\nSaved the plan to: ") {
        Some(end) => text[..end].trim_end_matches('─'),
        None => text,
    };
    text.trim_matches('\n').to_owned()
}

/// Removes the values of outputs that the apply has decided.
fn known_outputs(text: &str, undecided: &BTreeSet<String>) -> String {
    let Some((start, outputs)) = text.split_once("Outputs:\n\n") else {
        return text.to_owned();
    };
    let mut known = String::from(start);
    let mut is_known = true;
    for line in outputs.lines() {
        if let Some((name, _)) = line
            .split_once(" = ")
            .filter(|_| !line.starts_with([' ', '}', ']']))
        {
            is_known = !undecided.contains(name);
            if !is_known {
                known += &format!("{name} = (decided by the apply)\n");
            }
        }
        if is_known {
            known += line;
            known.push('\n');
        }
    }
    known
}

fn without_colors(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, text)| text);
    }
    plain
}
