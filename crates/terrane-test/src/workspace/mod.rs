//! A folder with a configuration and a state, in which one host works with the providers under test.

mod commands;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use terrane_host::engine::Stop;

use crate::embedded::Embedded;
use crate::process::{End, Finished, Process, TICK, without_host_settings};
use crate::provider::{self, Installation};
use crate::signal::Signal;
use crate::{Failure, Host, InstalledProvider, Outcome, Protocol, Reason};

/// How long a command may take, unless a test sets another limit. It only ends a hang, so it is long enough for a busy machine.
const LIMIT: Duration = Duration::from_secs(600);

/// The file with the `required_providers` block, if the test's own files have none.
const REQUIRED: &str = "terrane_test_required_providers.tf";

/// A host, a folder with configuration and state, and the providers under test.
///
/// Each command is one run of the host, without the environment variables `TF_*` of the caller. Dropping the workspace removes its folder, unless
/// `TERRANE_TEST_KEEP` is set.
#[derive(Debug)]
pub struct Workspace {
    host: Host,
    protocol: Protocol,
    root: TempDir,
    kept: bool,
    folder: PathBuf,
    providers: Installation,
    environment: Vec<(OsString, OsString)>,
    limit: Duration,
    plans: AtomicUsize,
    steps: Mutex<Vec<String>>,
}

impl Workspace {
    /// Creates an empty workspace for a host, which knows only the given providers.
    ///
    /// # Errors
    ///
    /// Fails if a provider's source address or binary is not usable, or the folder cannot be made.
    pub fn new(
        host: &Host,
        protocol: Protocol,
        providers: &[InstalledProvider],
    ) -> io::Result<Self> {
        let mut root = TempDir::with_prefix("terrane-")?;
        let kept = env::var_os("TERRANE_TEST_KEEP").is_some();
        root.disable_cleanup(kept);
        // Hosts show paths as the system resolves them.
        let base = root.path().canonicalize()?;
        let folder = base.join("work");
        fs::create_dir(&folder)?;
        let installed = provider::install(providers, protocol, &base.join("providers"))?;
        fs::write(base.join("cli.tfrc"), &installed.configuration)?;
        let mut environment: Vec<(OsString, OsString)> = vec![
            ("TF_CLI_CONFIG_FILE".into(), base.join("cli.tfrc").into()),
            ("TF_IN_AUTOMATION".into(), "1".into()),
            ("TF_INPUT".into(), "0".into()),
            ("CHECKPOINT_DISABLE".into(), "1".into()),
        ];
        if let Some(reattach) = &installed.reattach {
            environment.push(("TF_REATTACH_PROVIDERS".into(), reattach.into()));
        }
        Ok(Self {
            host: host.clone(),
            protocol,
            root,
            kept,
            folder,
            providers: installed,
            environment,
            limit: LIMIT,
            plans: AtomicUsize::new(0),
            steps: Mutex::new(Vec::new()),
        })
    }

    /// Returns the host.
    #[must_use]
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the protocol that the host offers.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns the folder of the configuration, in which the host and its providers run.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Returns a provider's full address as the host writes it, such as `registry.terraform.io/example/zoo`.
    #[must_use]
    pub fn provider_address(&self, source: &str) -> String {
        match source.split('/').count() {
            2 => format!("{}/{source}", self.host.product().registry()),
            _ => source.to_owned(),
        }
    }

    /// Writes the configuration (`main.tf`), in place of the one before.
    ///
    /// A `required_providers` block is added, unless the test's files have one.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn config(&mut self, text: &str) -> io::Result<()> {
        self.file("main.tf", text)
    }

    /// Writes a file of the configuration's folder, with the folders above it.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn file(&mut self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)
    }

    /// Sets an environment variable for the host and its providers.
    pub fn env(&mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> &mut Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Sets a variable of the configuration; anything but a text is written in the configuration's language.
    pub fn variable(&mut self, name: &str, value: impl Into<OsString>) -> &mut Self {
        self.env(format!("TF_VAR_{name}"), value)
    }

    /// Sets how long each command may take, in place of ten minutes.
    pub fn limit(&mut self, limit: Duration) -> &mut Self {
        self.limit = limit;
        self
    }

    /// Sets the log level of the host and its providers, such as `TRACE`. [`log`](Self::log) returns the log.
    pub fn log_at(&mut self, level: &str) -> &mut Self {
        let path = self.log_path();
        self.env("TF_LOG", level).env("TF_LOG_PATH", path)
    }

    /// Returns what was logged since [`log_at`](Self::log_at), or an empty text.
    #[must_use]
    pub fn log(&self) -> String {
        let bytes = fs::read(self.log_path()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn log_path(&self) -> PathBuf {
        self.root.path().join("host.log")
    }

    /// Runs any command of the host; success is code 0.
    ///
    /// # Errors
    ///
    /// Fails if the host ends with another code.
    pub fn run<I>(&self, arguments: I) -> Result<Outcome, Failure>
    where
        I: IntoIterator<Item: AsRef<OsStr>>,
    {
        self.start(arguments)?.wait()
    }

    /// Starts any command of the host and does not wait for it, so that a test can interrupt it.
    ///
    /// # Errors
    ///
    /// Fails if the host cannot be started.
    pub fn start<I>(&self, arguments: I) -> Result<Running<'_>, Failure>
    where
        I: IntoIterator<Item: AsRef<OsStr>>,
    {
        let command_arguments: Vec<OsString> = arguments
            .into_iter()
            .map(|argument| argument.as_ref().to_owned())
            .collect();
        let line = command_arguments
            .join(OsStr::new(" "))
            .to_string_lossy()
            .into_owned();
        match self
            .name_providers()
            .and_then(|()| self.task(&command_arguments))
        {
            Ok(task) => Ok(Running {
                workspace: self,
                line,
                task,
            }),
            Err(error) => Err(Failure::to_run(line, &error)),
        }
    }

    fn task(&self, arguments: &[OsString]) -> io::Result<Task> {
        if !self.host.is_embedded() {
            return Ok(Task::Process(Process::start(&mut self.command(arguments))?));
        }
        let stop = Stop::new();
        let embedded = Embedded {
            folder: self.folder.clone(),
            environment: self.environment.clone(),
            programs: self.providers.programs.clone(),
            stop: stop.clone(),
        };
        let arguments = arguments.to_vec();
        let thread = thread::Builder::new().name("embedded host".to_owned());
        let thread = thread.spawn(move || embedded.run(&arguments))?;
        Ok(Task::Embedded(thread, stop))
    }

    fn command(&self, arguments: &[OsString]) -> Command {
        let mut command = Command::new(self.host.program());
        without_host_settings(&mut command);
        command
            .args(arguments)
            .current_dir(&self.folder)
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Writes or removes the file with the `required_providers` block.
    fn name_providers(&self) -> io::Result<()> {
        let file = self.folder.join(REQUIRED);
        let mut named = false;
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let text = path.to_string_lossy();
            if path != file && (text.ends_with(".tf") || text.ends_with(".tf.json")) {
                named |= fs::read_to_string(&path)?.contains("required_providers");
            }
        }
        match (named, file.exists()) {
            (false, false) => fs::write(file, &self.providers.required),
            (true, true) => fs::remove_file(file),
            _ => Ok(()),
        }
    }

    /// Returns whether the folder stays after the test.
    pub(crate) fn is_preserved(&self) -> bool {
        self.kept
    }

    /// Returns one line for each command so far, for the report of a failed test.
    pub(crate) fn steps(&self) -> Vec<String> {
        self.steps
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn record(&self, outcome: &Outcome, end: &str) {
        let line = format!(
            "{} ({end}, {:.1} s)",
            outcome.command,
            outcome.elapsed.as_secs_f64()
        );
        self.steps
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(line);
    }
}

/// A running command of a host.
#[derive(Debug)]
pub struct Running<'a> {
    workspace: &'a Workspace,
    line: String,
    task: Task,
}

/// What carries out a command.
#[derive(Debug)]
enum Task {
    /// The process of a host.
    Process(Process),
    /// A thread of the embedded host, and what interrupts it.
    Embedded(JoinHandle<Finished>, Stop),
}

impl Task {
    fn process(&self) -> io::Result<&Process> {
        match self {
            Self::Process(process) => Ok(process),
            Self::Embedded(..) => Err(no_process()),
        }
    }

    /// Waits until a text was printed; `false` if the command ended before or the limit was reached.
    fn has_printed(&mut self, text: &str, limit: Duration) -> io::Result<bool> {
        match self {
            Self::Process(process) => process.has_printed(text, limit),
            Self::Embedded(..) => Err(no_process()),
        }
    }

    /// Waits until a file exists; `false` if the command ended before or the limit was reached.
    fn has_made(&mut self, path: &Path, limit: Duration) -> io::Result<bool> {
        match self {
            Self::Process(process) => process.has_reached(limit, |_| path.exists()),
            Self::Embedded(thread, _) => {
                let started = Instant::now();
                while !path.exists() && !thread.is_finished() && started.elapsed() < limit {
                    thread::sleep(TICK);
                }
                Ok(path.exists())
            }
        }
    }

    fn wait(self, limit: Duration) -> io::Result<Finished> {
        match self {
            Self::Process(process) => process.wait(limit),
            Self::Embedded(thread, _) => {
                let finished = thread.join();
                finished.map_err(|_| io::Error::other("the embedded host panicked"))
            }
        }
    }
}

impl Running<'_> {
    /// Interrupts the host as a person at the terminal would (SIGINT to the host alone): it asks its providers to stop.
    ///
    /// # Errors
    ///
    /// Fails if the signal cannot be sent.
    pub fn interrupt(&self) -> io::Result<()> {
        if let Task::Embedded(_, stop) = &self.task {
            stop.stop();
            return Ok(());
        }
        self.task.process()?.signal(Signal::Interrupt)
    }

    /// Kills the host at once, as a machine that runs out of memory would.
    ///
    /// # Errors
    ///
    /// Fails if the signal cannot be sent.
    pub fn kill(&self) -> io::Result<()> {
        self.task.process()?.signal(Signal::Kill)
    }

    /// Asks the host and its providers to end (SIGTERM to their process group), as service managers do.
    ///
    /// # Errors
    ///
    /// Fails if the signal cannot be sent.
    pub fn terminate_group(&self) -> io::Result<()> {
        self.task.process()?.signal_group(Signal::Terminate)
    }

    /// Ends the terminal of the host and its providers (SIGHUP to their process group).
    ///
    /// # Errors
    ///
    /// Fails if the signal cannot be sent.
    pub fn hang_up_group(&self) -> io::Result<()> {
        self.task.process()?.signal_group(Signal::HangUp)
    }

    /// Quits the host and its providers as a person at the terminal would with Ctrl+\\ (SIGQUIT to their process group).
    ///
    /// # Errors
    ///
    /// Fails if the signal cannot be sent.
    pub fn quit_group(&self) -> io::Result<()> {
        self.task.process()?.signal_group(Signal::Quit)
    }

    /// Waits until a file exists, by which the provider's code announces that the host has called it.
    ///
    /// # Errors
    ///
    /// Fails if the host ends or the workspace's limit is reached before.
    pub fn until_exists(&mut self, path: impl AsRef<Path>) -> io::Result<()> {
        let awaited = path.as_ref();
        let limit = self.workspace.limit;
        if self.task.has_made(awaited, limit)? {
            return Ok(());
        }
        let problem = format!("{} ended before {} existed", self.line, awaited.display());
        Err(io::Error::other(problem))
    }

    /// Waits until the host has printed a text, so that a test can interrupt it during an operation. Run the host with `-json`, because the texts for
    /// people differ between hosts.
    ///
    /// # Errors
    ///
    /// Fails if the host ends or the workspace's limit is reached before.
    pub fn until_printed(&mut self, text: &str) -> io::Result<()> {
        if self.task.has_printed(text, self.workspace.limit)? {
            return Ok(());
        }
        Err(io::Error::other(format!(
            "{} never printed {text:?}",
            self.line
        )))
    }

    /// Waits for the end; success is code 0.
    ///
    /// # Errors
    ///
    /// Fails if the host ends with another code, does not end in time, or leaves a process behind.
    pub fn wait(self) -> Result<Outcome, Failure> {
        Ok(self.wait_for(&[0])?.1)
    }

    /// Waits for an end with one of the codes.
    fn wait_for(self, codes: &[i32]) -> Result<(i32, Outcome), Failure> {
        let finished = match self.task.wait(self.workspace.limit) {
            Ok(finished) => finished,
            Err(error) => return Err(Failure::to_run(self.line, &error)),
        };
        let end = finished.end;
        let outcome = Outcome::new(self.line, finished);
        self.workspace.record(&outcome, &format!("{end:?}"));
        if let End::Exit(code) = end
            && codes.contains(&code)
        {
            return Ok((code, outcome));
        }
        Err(Failure::of_end(end, outcome))
    }
}

fn no_process() -> io::Error {
    io::Error::other("the embedded host is no process: the test needs `Feature::CommandLine`")
}

impl Failure {
    /// Creates the failure of a file operation in the workspace.
    fn of_file(name: &str, problem: impl ToString) -> Self {
        Self::to_run(name.to_owned(), &io::Error::other(problem.to_string()))
    }
}

/// Reads a command's output as one JSON document.
fn json_output(outcome: Outcome) -> Result<serde_json::Value, Failure> {
    serde_json::from_str(&outcome.stdout).map_err(|error| {
        Failure::new(
            Reason::Other(format!("the output is no JSON: {error}")),
            outcome,
        )
    })
}

/// Returns the next plan's file, relative to the configuration's folder.
fn next_plan(plans: &AtomicUsize) -> String {
    format!("../{}.tfplan", plans.fetch_add(1, Ordering::Relaxed))
}
