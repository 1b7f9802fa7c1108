//! The `local_command` action.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::os::text;
use crate::provider::Local;
use crate::run::{Job, find, state};

const RUNNER: &str = "action";

/// Runs a command on this machine.
#[derive(Model)]
#[tf(name = "command")]
pub(crate) struct Run {
    /// The path of the command, or its name if it is in a directory of `PATH`.
    command: String,
    /// The arguments of the command. Null arguments are omitted.
    arguments: Option<Vec<Option<String>>>,
    /// The standard input of the command.
    stdin: Option<String>,
    /// The working directory of the command. The default is the working directory of the provider.
    working_directory: Option<String>,
    /// Environment variables of the command, in addition to those of the provider.
    environment: Option<BTreeMap<String, Option<String>>>,
}

impl Action for Run {
    type Provider = Local;

    async fn plan(
        config: &Draft<Self>,
        _: Option<&Local>,
        _: &mut PlanActionContext,
    ) -> Result<()> {
        match config.command.known() {
            Some(command) => find(RUNNER, command).map(drop),
            None => Ok(()),
        }
    }

    async fn invoke(config: Self, _: &Local, cx: &mut InvokeContext) -> Result<()> {
        let environment = config.environment.iter().flatten();
        let job = Job {
            runner: RUNNER,
            command: &config.command,
            arguments: config.arguments.as_deref(),
            stdin: config.stdin.as_deref(),
            working_directory: config.working_directory.as_deref(),
            environment: environment
                .map(|(name, value)| (name.as_str(), value.as_deref().unwrap_or_default()))
                .collect(),
        };
        let output = job.run(cx).await?;
        if output.status.success() {
            cx.progress(format!("\n\n{}\n", text(&output.stdout))).await;
            return Ok(());
        }
        let (stderr, line, state) = (text(&output.stderr), job.line(), state(output.status));
        let messages = if stderr.is_empty() {
            format!("Command: {line}\nError: {state}")
        } else {
            format!("Command: {line}\nCommand Error: {stderr}\nState: {state}")
        };
        Err(job.failed(
            "received an unexpected error while attempting to execute the command",
            messages,
        ))
    }
}
