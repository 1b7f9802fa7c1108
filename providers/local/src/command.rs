//! The `local_command` data source and ephemeral resource.

use terrane::context::Context;
use terrane::prelude::*;

use crate::os::text;
use crate::provider::Local;
use crate::run::{Job, state};

/// What a command of this machine says.
#[derive(Schema)]
pub(crate) struct Command {
    /// The command: its path, or its name where it lies in one of the directories of `PATH`.
    command: String,
    /// Its arguments; those that are null are left out.
    arguments: Option<Vec<Option<String>>>,
    /// What it reads from its standard input.
    stdin: Option<String>,
    /// Where it runs; without it in the provider's working directory.
    working_directory: Option<String>,
    /// Whether a command that ends with another code than 0 is no error.
    allow_non_zero_exit_code: Option<bool>,
    /// The code with which it ended; -1 if a signal ended it.
    exit_code: Computed<i64>,
    /// What it wrote to its standard output; null for nothing.
    stdout: Computed<Option<String>>,
    /// What it wrote to its standard error; null for nothing.
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

    async fn read(config: Self, _: &Local, cx: &mut ReadData) -> Result<Self> {
        config.run("data source", cx).await
    }
}

impl Ephemeral for Command {
    type Provider = Local;

    async fn open(config: Self, _: &Local, cx: &mut Open) -> Result<Self> {
        config.run("ephemeral resource", cx).await
    }
}
