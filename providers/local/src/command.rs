//! The `local_command` data source and ephemeral resource.

use terrane::context::Context;
use terrane::prelude::*;

use crate::os::text;
use crate::provider::Local;
use crate::run::{Job, state};

/// The output of a command on this machine.
#[derive(Model)]
pub(crate) struct Command {
    /// The path of the command, or its name if it is in a directory of `PATH`.
    command: String,
    /// The arguments of the command. Null arguments are omitted.
    arguments: Option<Vec<Option<String>>>,
    /// The standard input of the command.
    stdin: Option<String>,
    /// The working directory of the command. The default is the working directory of the provider.
    working_directory: Option<String>,
    /// Whether an exit code other than 0 is accepted.
    allow_non_zero_exit_code: Option<bool>,
    /// The exit code of the command; -1 if a signal killed the command.
    exit_code: Computed<i64>,
    /// The standard output of the command; null if it is empty.
    stdout: Computed<Option<String>>,
    /// The standard error of the command; null if it is empty.
    stderr: Computed<Option<String>>,
}

impl Command {
    async fn run(self, runner: &'static str, cx: &Context) -> Result<Self> {
        let job = Job {
            runner,
            command: &self.command,
            arguments: self.arguments.as_deref(),
            stdin: self.stdin.as_deref(),
            working_directory: self.working_directory.as_deref(),
            environment: Vec::new(),
        };
        let output = job.run(cx).await?;
        let stderr = text(&output.stderr);
        if !output.status.success() && self.allow_non_zero_exit_code != Some(true) {
            let problem = "executed the command but received a non-zero exit code. If a non-zero exit code is expected and can be handled \
                           in the configuration, set \"allow_non_zero_exit_code\" to true";
            let (line, state) = (job.line(), state(output.status));
            return Err(job.failed(
                problem,
                format!("Command: {line}\nCommand Error: {stderr}\nState: {state}"),
            ));
        }
        let something = |text: String| (!text.is_empty()).then_some(text);
        Ok(self.with_computed(CommandComputed {
            exit_code: output.status.code().unwrap_or(-1).into(),
            stdout: something(text(&output.stdout)),
            stderr: something(stderr),
        }))
    }
}

impl DataSource for Command {
    type Provider = Local;

    async fn read(config: Self, _: &Local, cx: &mut ReadDataContext) -> Result<Self> {
        config.run("data source", cx).await
    }
}

impl Ephemeral for Command {
    type Provider = Local;

    async fn open(config: Self, _: &Local, cx: &mut OpenContext) -> Result<Self> {
        config.run("ephemeral resource", cx).await
    }
}
