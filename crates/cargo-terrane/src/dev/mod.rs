//! `cargo terrane dev`: builds the provider, serves it to hosts, and does so again after each change.

mod build;
mod changes;
mod front;
mod plan;
mod socket;
mod task;

use std::collections::BTreeSet;
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use terrane_record::{ObservedCall, REATTACH};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;

use crate::cli;
use crate::error::Error;
use crate::output::{Output, shown};
use crate::source;
use build::{Builds, Built, Program};
use changes::{Changes, Kind};
use front::Front;
use task::{Step, Task};

/// How long files must be unchanged before a build or a plan begins. Editors and hosts write a file in several steps.
const SETTLED: Duration = Duration::from_millis(50);

/// Runs until it is interrupted, or until its shell has ended.
pub(crate) async fn run(arguments: cli::Dev, output: &Output) -> Result<ExitCode, Error> {
    let package = source::package(&arguments.folder, arguments.package.as_deref(), output)?;
    let watched = match &arguments.watch {
        Some(folder) => Some(Watched {
            folder: fs_err::canonicalize(folder)?,
            host: plan::find_host(),
            last: None,
        }),
        None => None,
    };
    let changes = Changes::watch(&package, watched.as_ref().map(|it| it.folder.as_path()))?;
    let programs = tempfile::tempdir()?;
    let (sender, calls) = mpsc::unbounded_channel();
    let (late_sender, late) = mpsc::unbounded_channel();
    let development = Development {
        output,
        builds: Builds {
            package,
            is_quiet: output.is_quiet(),
            folder: programs.path().to_owned(),
            calls: sender,
        },
        front: Front::open(late_sender).await?,
        address: None,
        served: None,
        number: 0,
        changed: BTreeSet::new(),
        watched,
        has_shell: arguments.shell,
        shell: None,
        _programs: programs,
    };
    development.run(changes, Messages { calls, late }).await?;
    Ok(ExitCode::SUCCESS)
}

/// The configuration whose plan is shown.
struct Watched {
    folder: PathBuf,
    host: plan::Host,
    last: Option<String>,
}

/// What hosts do.
struct Messages {
    calls: mpsc::UnboundedReceiver<ObservedCall>,
    /// A host has waited for a build in vain.
    late: mpsc::UnboundedReceiver<()>,
}

struct Development<'a> {
    output: &'a Output,
    builds: Builds,
    front: Front,
    /// The address of the provider. `None` before the first build.
    address: Option<String>,
    /// The program that is served.
    served: Option<Program>,
    /// The number of started builds.
    number: usize,
    /// The files that have changed since the last build began.
    changed: BTreeSet<PathBuf>,
    watched: Option<Watched>,
    has_shell: bool,
    shell: Option<Child>,
    _programs: TempDir,
}

impl Development<'_> {
    async fn run(mut self, mut changes: Changes, mut messages: Messages) -> Result<(), Error> {
        let (mut build, mut plan) = (Task::new(), Task::new());
        build.want(Duration::ZERO);
        let interrupted = interrupted();
        tokio::pin!(interrupted);
        loop {
            tokio::select! {
                Some(change) = changes.next() => match change.kind {
                    Kind::Code => {
                        self.changed.insert(change.path);
                        self.front.begin_build();
                        build.want(SETTLED);
                    }
                    Kind::Configuration => plan.want(SETTLED),
                },
                Some(call) = messages.calls.recv() => self.show(&call),
                Some(()) = messages.late.recv() => self.tell_late(),
                step = build.step() => match step {
                    Step::Start => {
                        self.tell_building();
                        changes.begin_build();
                        self.front.begin_build();
                        build.run(self.builds.clone().build());
                    }
                    Step::Ended(built) => {
                        let program = built.as_ref().ok().map(|it| it.program.path.as_path());
                        changes.end_build(program)?;
                        if self.follow(built).await {
                            plan.want(Duration::ZERO);
                        }
                        // Hosts wait for the build of what has changed meanwhile.
                        if build.is_wanted() {
                            self.front.begin_build();
                        }
                    }
                },
                step = plan.step() => match step {
                    Step::Start => {
                        changes.begin_plan();
                        if let Some(run) = self.plan() {
                            plan.run(run);
                        }
                    }
                    Step::Ended(text) => self.show_plan(text?),
                },
                end = end_of(&mut self.shell) => return end,
                end = &mut interrupted => return Ok(end?),
            }
        }
    }

    /// Returns a plan of the watched configuration by the newest build. `None` without a configuration, and before the first build.
    fn plan(&self) -> Option<impl Future<Output = Result<String, Error>> + Send + use<>> {
        let watched = self.watched.as_ref()?;
        let (host, folder) = (watched.host.clone(), watched.folder.clone());
        // The plan does not wait for a build that has begun since.
        let build = self.front.newest()?;
        let value = build.reattach().to_json(self.address.as_ref()?);
        Some(async move {
            let text = plan::plan(host, folder, REATTACH, value).await;
            drop(build);
            text
        })
    }

    /// Says that a build begins, and why.
    fn tell_building(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        let files: Vec<_> = changed.iter().map(|path| shown(path)).collect();
        self.output.event(json!({
            "event": "building",
            "build": self.number + 1,
            "changed": files,
        }));
        self.output.note(&match files.as_slice() {
            [] => format!("building {}", self.builds.package.program),
            [file] => format!("{} changed; building", file.display()),
            [file, others @ ..] => {
                let count = others.len();
                format!("{} and {count} more changed; building", file.display())
            }
        });
    }

    /// Says that a host got the build before the change.
    fn tell_late(&self) {
        let (old, next) = (self.number, self.number + 1);
        self.output
            .event(json!({ "event": "late", "build": old, "next": next }));
        self.output.note(&format!(
            "a host uses build {old}; build {next} is not ready"
        ));
    }

    /// Gives hosts what was built. Returns whether it is a new build.
    async fn follow(&mut self, built: Result<Built, Error>) -> bool {
        let failure = match built {
            Ok(built) if self.served.as_ref() == Some(&built.program) => {
                self.front.end_build(None);
                let number = self.number;
                self.output
                    .event(json!({ "event": "unchanged", "build": number }));
                let text = format!("the program is the same; serving build {number}");
                self.output.note(&text);
                return false;
            }
            Ok(built) => self.start(&built).await.err(),
            Err(error) => Some(error),
        };
        self.keep_old_after(failure.as_ref());
        failure.is_none()
    }

    /// Starts a program, and gives it to hosts.
    async fn start(&mut self, built: &Built) -> Result<(), Error> {
        let program = &built.program;
        let is_first = self.address.is_none();
        if is_first {
            let address = source::address(&program.path, self.output).await?;
            self.address = Some(address.to_string());
        }
        let observed = self.builds.clone().start(program, self.number).await?;
        self.number += 1;
        self.front.end_build(Some(observed));
        self.served = Some(program.clone());
        self.announce(is_first, built.took)
    }

    /// Says how hosts find the provider, or that they get a new build.
    fn announce(&mut self, is_first: bool, took: Duration) -> Result<(), Error> {
        let Some(value) = self.variable() else {
            return Ok(());
        };
        let seconds = took.as_secs_f64();
        self.output.event(json!({
            "event": "serving",
            "build": self.number,
            "cargo_seconds": seconds,
            "variable": REATTACH,
            "value": value,
            "file": self.env_file()?,
        }));
        let assignment = format!("{REATTACH}='{}'", value.replace('\'', r"'\''"));
        fs_err::write(self.env_file()?, format!("{assignment}\n"))?;
        if !is_first {
            let number = self.number;
            let text = format!("serving build {number}; cargo took {seconds:.2} s");
            self.output.note(&text);
            return Ok(());
        }
        self.output.note(&format!(
            "serving; where Terraform or OpenTofu runs, set the variable in {}:\nexport {assignment}",
            shown(&self.env_file()?).display(),
        ));
        if self.has_shell {
            let shell = env::var_os("SHELL").unwrap_or_else(|| "sh".into());
            let mut command = Command::new(&shell);
            command.env(REATTACH, value);
            let name = shell.to_string_lossy().into_owned();
            let started = command.spawn().map_err(|error| Error::Run(name, error))?;
            self.shell = Some(started);
        }
        Ok(())
    }

    /// Says why hosts get the build before the last one.
    fn keep_old_after(&self, error: Option<&Error>) {
        let Some(error) = error else { return };
        self.front.end_build(None);
        let causes = self.output.report(error);
        let event = json!({
            "event": "failed",
            "error": error.to_string(),
            "causes": causes,
            "serving": self.served.is_some(),
        });
        self.output.event(event);
        if self.served.is_some() {
            self.output.note("hosts get the build before this change");
        }
    }

    fn env_file(&self) -> Result<PathBuf, Error> {
        let folder = self.builds.package.folder.join(".terrane");
        fs_err::create_dir_all(&folder)?;
        write_ignore_file(&folder)?;
        Ok(folder.join("dev.env"))
    }

    /// Returns the value of the variable for hosts.
    fn variable(&self) -> Option<String> {
        Some(self.front.reattach()?.to_json(self.address.as_ref()?))
    }

    fn show(&self, call: &ObservedCall) {
        if !self.has_shell {
            self.output.note(&call_line(call));
            self.output.event(json!({
                "event": "call",
                "rpc": call.call.rpc,
                "type": call.call.type_name(),
                "seconds": call.took.as_secs_f64(),
                "error": failure(call),
            }));
        }
    }

    fn show_plan(&mut self, plan: String) {
        let Some(watched) = &mut self.watched else {
            return;
        };
        self.output.event(json!({ "event": "plan", "text": plan }));
        match &watched.last {
            None => self.output.result(&plan),
            Some(last) => match plan::difference(last, &plan).as_slice() {
                [] => self.output.note("the plan is the same"),
                lines => self.output.result(&lines.join("\n")),
            },
        }
        watched.last = Some(plan);
    }
}

/// Waits for the end of the shell, or for ever without one.
async fn end_of(shell: &mut Option<Child>) -> Result<(), Error> {
    match shell {
        Some(shell) => Ok(shell.wait().await.map(drop)?),
        None => std::future::pending().await,
    }
}

/// Waits until the command shall end.
#[cfg(unix)]
async fn interrupted() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        end = tokio::signal::ctrl_c() => end,
        _ = terminate.recv() => Ok(()),
    }
}

/// Waits until the command shall end.
#[cfg(windows)]
async fn interrupted() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

/// Keeps Git from adding a folder.
fn write_ignore_file(folder: &Path) -> Result<(), Error> {
    let file = folder.join(".gitignore");
    if !file.exists() {
        fs_err::write(file, "*\n")?;
    }
    Ok(())
}

/// Describes a call in one line.
fn call_line(observed: &ObservedCall) -> String {
    let call = &observed.call;
    let name = call.type_name().unwrap_or_default();
    let milliseconds = observed.took.as_secs_f64() * 1000.0;
    let line = format!("{milliseconds:>9.1} ms  {} {name}", call.rpc);
    match failure(observed) {
        Some(error) => format!("{}: {error}", line.trim_end()),
        None => line.trim_end().to_owned(),
    }
}

/// Returns the error of a call, or the summary of its first error.
fn failure(observed: &ObservedCall) -> Option<String> {
    let call = &observed.call;
    let failure = call.error.as_ref().map(|error| error.message.clone());
    failure.or_else(|| {
        let diagnostics = call.response.as_ref()?.get("diagnostics")?.as_array()?;
        let mut errors = diagnostics.iter().filter(|it| it["severity"] == "ERROR");
        Some(errors.next()?["summary"].as_str()?.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use terrane_record::Recording;

    use super::*;

    #[test]
    fn a_call_is_a_line_with_its_time_and_its_first_error() {
        let line = |response: serde_json::Value| {
            let call = json!({"rpc": "ReadResource", "request": {"type_name": "zoo_pet"}, "response": response});
            let text = json!({"recording": 1, "address": "a/b/c", "protocol": 6, "calls": [call]});
            let recording = Recording::parse(&text.to_string()).unwrap();
            let call = recording.calls.into_iter().next().unwrap();
            call_line(&ObservedCall {
                position: 0,
                call,
                took: Duration::from_micros(1260),
            })
        };
        assert_eq!(line(json!({})), "      1.3 ms  ReadResource zoo_pet");
        let failed = json!({"diagnostics": [{"severity": "WARNING", "summary": "old"}, {"severity": "ERROR", "summary": "gone"}]});
        assert_eq!(line(failed), "      1.3 ms  ReadResource zoo_pet: gone");
    }
}
