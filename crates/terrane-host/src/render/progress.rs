//! Progress, and the result of an apply.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::Renderer;
use super::paint::{Paint, Style};
use crate::engine::{Event, ObjectId};
use crate::plan::{Action, Mode};

/// Turns the events of a plan or an apply into lines, and counts the changes.
///
/// Terraform's lines about steps that take longer than ten seconds are left out.
///
/// ```
/// use terrane_host::engine::Event;
/// use terrane_host::plan::{Action, Mode};
/// use terrane_host::render::Renderer;
///
/// let progress = Renderer::new().progress();
/// let (address, deposed, action, id) = ("zoo_pet.rex".to_owned(), None, Action::Create, None);
/// let started = Event::Started { address, deposed, action, id };
/// assert_eq!(progress.line(&started).as_deref(), Some("zoo_pet.rex: Creating...\n"));
/// assert_eq!(progress.summary(Mode::Normal), "\nApply complete! Resources: 0 added, 0 changed, 0 destroyed.\n");
/// ```
#[derive(Debug)]
pub struct Progress {
    paint: Paint,
    counts: Mutex<Counts>,
}

/// The changes so far, and the times at which running ones have started.
#[derive(Debug, Default)]
struct Counts {
    imported: usize,
    added: usize,
    changed: usize,
    destroyed: usize,
    invoked: usize,
    started: BTreeMap<String, Instant>,
}

impl Renderer {
    /// Creates the progress of a plan or an apply.
    pub fn progress(&self) -> Progress {
        Progress {
            paint: self.paint,
            counts: Mutex::default(),
        }
    }
}

impl Progress {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes an event, and returns the lines that people see. Diagnostics and failed changes have none: they are reported at the end.
    pub fn line(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Importing { address, import_id } => self.bold(&format!(
                "{address}: Preparing import...{}",
                import(import_id)
            )),
            Event::Imported { address, import_id } => {
                self.counts().imported += 1;
                let id = import(import_id);
                let started = self.bold(&format!("{address}: Importing...{id}"));
                started + &self.bold(&format!("{address}: Import complete{id}"))
            }
            Event::Refreshing { address, id } => self.bold(&format!(
                "{address}: Refreshing state...{}",
                suffix(id.as_ref())
            )),
            Event::Reading { address } => {
                self.start(address);
                self.bold(&format!("{address}: Reading..."))
            }
            Event::Read { address, id } => {
                let time = self.end(address);
                self.bold(&format!(
                    "{address}: Read complete after {time}{}",
                    suffix(id.as_ref())
                ))
            }
            Event::Opening(address) => self.ephemeral(address, "Opening..."),
            Event::Opened(address) => self.ephemeral_end(address, "Opening complete"),
            Event::Renewing(address) => self.ephemeral(address, "Renewing..."),
            Event::Renewed(address) => self.ephemeral_end(address, "Renewing complete"),
            Event::Closing(address) => self.ephemeral(address, "Closing..."),
            Event::Closed(address) => self.ephemeral_end(address, "Closing complete"),
            Event::Provisioning {
                address,
                provisioner,
            } => self.bold(&format!("{address}: Provisioning with '{provisioner}'...")),
            Event::ProvisionerOutput {
                address,
                provisioner,
                output,
            } => {
                let name = format!("{address} ({provisioner}):");
                let prefix = self.paint.text(Style::Bold, name);
                let lines = output.lines().map(str::trim_end);
                let printed = lines.filter(|line| !line.is_empty());
                printed.map(|line| format!("{prefix} {line}\n")).collect()
            }
            Event::ActionStarted { .. }
            | Event::ActionProgress { .. }
            | Event::ActionFinished { .. } => return self.action_line(event),
            Event::Started {
                address,
                deposed,
                action,
                id,
            } => {
                let object = object(address, deposed.as_deref());
                return self.started_line(&object, *action, id.as_ref());
            }
            Event::Finished {
                address,
                deposed,
                action,
                success: true,
                id,
            } => {
                let object = object(address, deposed.as_deref());
                let (done, time) = self.finish(&object, *action)?;
                self.bold(&format!(
                    "{address}: {done} after {time}{}",
                    suffix(id.as_ref())
                ))
            }
            Event::Provisioned { .. } | Event::Finished { .. } | Event::Diagnostic(_) => {
                return None;
            }
        })
    }

    /// Returns the line of an action that a change has triggered.
    fn action_line(&self, event: &Event) -> Option<String> {
        let text = match event {
            Event::ActionStarted { action, trigger } => {
                format!("Action started: {action} (triggered by {trigger})")
            }
            Event::ActionProgress {
                action,
                trigger,
                message,
            } => format!("Action {action} (triggered by {trigger}): {message}"),
            Event::ActionFinished {
                action,
                trigger,
                error: None,
            } => {
                self.counts().invoked += 1;
                format!("Action complete: {action} (triggered by {trigger})")
            }
            Event::ActionFinished {
                action,
                trigger,
                error: Some(error),
            } => format!("Action failed: {action} (triggered by {trigger}) - {error}"),
            _ => return None,
        };
        Some(self.bold(&text))
    }

    /// Returns the line of a change that starts.
    fn started_line(&self, object: &str, action: Action, id: Option<&ObjectId>) -> Option<String> {
        let doing = match action {
            Action::Create => "Creating...",
            Action::Update => "Modifying...",
            Action::Delete => "Destroying...",
            _ => return None,
        };
        self.start(object);
        Some(self.bold(&format!("{object}: {doing}{}", suffix(id))))
    }

    /// Counts a finished change, and returns what was done and how long it has taken.
    fn finish(&self, object: &str, action: Action) -> Option<(&'static str, String)> {
        let mut counts = self.counts();
        let (count, done) = match action {
            Action::Create => (&mut counts.added, "Creation complete"),
            Action::Update => (&mut counts.changed, "Modifications complete"),
            Action::Delete => (&mut counts.destroyed, "Destruction complete"),
            _ => return None,
        };
        *count += 1;
        drop(counts);
        Some((done, self.end(object)))
    }

    fn ephemeral(&self, address: &str, doing: &str) -> String {
        self.start(address);
        self.bold(&format!("{address}: {doing}"))
    }

    fn ephemeral_end(&self, address: &str, done: &str) -> String {
        let time = self.end(address);
        self.bold(&format!("{address}: {done} after {time}"))
    }

    fn start(&self, object: &str) {
        let now = Instant::now();
        self.counts().started.insert(object.to_owned(), now);
    }

    /// Returns how long a step has taken.
    fn end(&self, object: &str) -> String {
        let started = self.counts().started.remove(object);
        let seconds = started.map_or(0, |started| started.elapsed().as_secs());
        match (seconds / 60, seconds % 60) {
            (0, seconds) => format!("{seconds}s"),
            (minutes, seconds) if minutes < 60 => format!("{minutes}m{seconds}s"),
            (minutes, seconds) => format!("{}h{}m{seconds}s", minutes / 60, minutes % 60),
        }
    }

    fn bold(&self, line: &str) -> String {
        self.paint.text(Style::Bold, line) + "\n"
    }

    /// Returns the result of an apply that has succeeded: how many objects it has imported, added, changed and destroyed.
    pub fn summary(&self, mode: Mode) -> String {
        let counts = self.counts();
        let summary = if mode == Mode::Destroy {
            format!(
                "Destroy complete! Resources: {} destroyed.",
                counts.destroyed
            )
        } else {
            let imported = match counts.imported {
                0 => String::new(),
                imported => format!("{imported} imported, "),
            };
            let invoked = match counts.invoked {
                0 => String::new(),
                invoked => format!(" Actions: {invoked} invoked."),
            };
            format!(
                "Apply complete! Resources: {imported}{} added, {} changed, {} destroyed.{invoked}",
                counts.added, counts.changed, counts.destroyed
            )
        };
        format!("\n{}\n", self.paint.text(Style::BoldGreen, summary))
    }
}

fn object(address: &str, deposed: Option<&str>) -> String {
    match deposed {
        Some(key) => format!("{address} (deposed object {key})"),
        None => address.to_owned(),
    }
}

fn suffix(id: Option<&ObjectId>) -> String {
    id.map_or(String::new(), |id| {
        format!(" [{}={}]", id.attribute, id.value)
    })
}

fn import(id: &str) -> String {
    if id.is_empty() {
        String::new()
    } else {
        format!(" [id={id}]")
    }
}
