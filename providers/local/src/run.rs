//! Commands of this machine: how they are found and run.

use std::env;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};

use terrane::context::Context;
use terrane::{Error, Path as Attribute, Result};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use crate::os::describe;
use crate::system::{PATH_VARIABLE, candidates, check_execution, is_path, set_own_name};

/// A command to run, with the name of the caller for error messages.
pub(crate) struct Job<'a> {
    pub(crate) runner: &'static str,
    pub(crate) command: &'a str,
    pub(crate) arguments: Option<&'a [Option<String>]>,
    pub(crate) stdin: Option<&'a str>,
    pub(crate) working_directory: Option<&'a str>,
    /// Environment variables in addition to those of the provider.
    pub(crate) environment: Vec<(&'a str, &'a str)>,
}

impl Job<'_> {
    /// Runs the command until it exits, with any exit code. If the call is cancelled, the command is killed.
    pub(crate) async fn run(&self, cx: &Context) -> Result<Output> {
        let path = find(self.runner, self.command)?;
        let executed = tokio::select! {
            output = self.execute(&path) => output,
            () = cx.cancelled() => Err("context canceled".to_owned()),
        };
        executed.map_err(|cause| {
            let problem = "received an unexpected error while attempting to execute the command";
            self.failed(problem, format!("Command: {}\nState: {cause}", self.line()))
        })
    }

    async fn execute(&self, path: &Path) -> Result<Output, String> {
        let mut command = Command::new(path);
        set_own_name(&mut command, self.command);
        command.args(self.arguments());
        command.envs(self.environment.iter().copied());
        if let Some(directory) = self.directory() {
            command.current_dir(directory);
        }
        let stdin = self.stdin.map_or_else(Stdio::null, |_| Stdio::piped());
        command
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| self.not_started(path, &error))?;
        let pipe = child.stdin.take();
        let write = async {
            if let (Some(mut pipe), Some(text)) = (pipe, self.stdin) {
                // The command may exit before it has read its whole input.
                drop(pipe.write_all(text.as_bytes()).await);
            }
        };
        let output = tokio::join!(child.wait_with_output(), write).0;
        output.map_err(|error| describe("wait", path, &error))
    }

    fn directory(&self) -> Option<&Path> {
        let directory = self.working_directory.filter(|path| !path.is_empty())?;
        Some(Path::new(directory))
    }

    /// Returns the error for a command that was not started. The system reports a missing working directory in the same way as a missing program.
    fn not_started(&self, path: &Path, error: &io::Error) -> String {
        let entered = self.directory().map_or(Ok(()), enterable);
        entered
            .err()
            .unwrap_or_else(|| describe("fork/exec", path, error))
    }

    /// Returns the arguments without nulls.
    fn arguments(&self) -> impl Iterator<Item = &str> {
        self.arguments
            .into_iter()
            .flatten()
            .flatten()
            .map(String::as_str)
    }

    /// Returns the path and the arguments.
    pub(crate) fn line(&self) -> String {
        let path = find(self.runner, self.command)
            .unwrap_or_else(|_| self.command.into())
            .display()
            .to_string();
        let words: Vec<&str> = std::iter::once(path.as_str())
            .chain(self.arguments())
            .collect();
        words.join(" ")
    }

    /// Returns the error for a command that failed.
    pub(crate) fn failed(&self, problem: &str, state: String) -> Error {
        let detail = format!("The {} {problem}.\n\n{state}", self.runner);
        at_command("Command Execution Failed", detail)
    }
}

/// Finds a command: by its path, or by its name in the directories of `PATH`.
pub(crate) fn find(runner: &str, command: &str) -> Result<PathBuf> {
    let found = if is_path(command) {
        executable(Path::new(command))
    } else {
        search(command)
    };
    found.map_err(|cause| {
        let detail = format!(
            "The {runner} received an unexpected error while attempting to find the command.\n\nA command is given by its path, or by its \
             name where it lies in one of the directories of PATH, and it must be executable. The path of one that belongs to a module \
             begins with \"${{path.module}}/\".\n\nPlatform: {}\nCommand: {command}\nError: exec: {command:?}: {cause}",
            env::consts::OS
        );
        at_command("Command Lookup Failed", detail)
    })
}

fn search(name: &str) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places =
        env::split_paths(&path).map(|directory| Path::new(".").join(directory).join(name));
    match places.find_map(|place| executable(&place).ok()) {
        Some(place) if place.is_absolute() => Ok(place),
        Some(_) => Err("cannot run executable found relative to current directory".to_owned()),
        None => Err(format!("executable file not found in {PATH_VARIABLE}")),
    }
}

/// Returns the file that a command is, if it can be executed.
fn executable(path: &Path) -> Result<PathBuf, String> {
    let mut result = Err(format!("{} is no command", path.display()));
    for candidate in candidates(path) {
        result = check_executable(&candidate).map(|()| candidate);
        if result.is_ok() {
            break;
        }
    }
    result
}

fn check_executable(path: &Path) -> Result<(), String> {
    let found = path
        .metadata()
        .map_err(|error| describe("stat", path, &error))?;
    if found.is_dir() {
        return Err("is a directory".to_owned());
    }
    check_execution(path).map_err(|_| "permission denied".to_owned())
}

/// Checks that a command can run in a directory.
fn enterable(directory: &Path) -> Result<(), String> {
    let failed = |error: io::Error| describe("chdir", directory, &error);
    if !directory.metadata().map_err(failed)?.is_dir() {
        return Err(failed(ErrorKind::NotADirectory.into()));
    }
    check_execution(directory).map_err(failed)
}

fn at_command(summary: &str, detail: String) -> Error {
    Error::new(summary, detail).at(Attribute::root().attribute("command"))
}

/// Describes the exit status of a command, in Go's words.
pub(crate) fn state(status: ExitStatus) -> impl Display {
    status
        .to_string()
        .replacen("exit status: ", "exit status ", 1)
}
