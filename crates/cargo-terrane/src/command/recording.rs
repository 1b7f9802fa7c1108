//! `cargo terrane record -- COMMAND` and `cargo terrane replay RECORDING`.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

use serde_json::json;
use terrane_record::{Recorder, Recording};

use crate::cli::{RecordCalls, Replay};
use crate::error::Error;
use crate::output::Output;
use crate::source::{self, Program};

/// Records the calls of a command to a provider.
pub(crate) async fn record(arguments: RecordCalls, output: &Output) -> Result<ExitCode, Error> {
    let program = source::program(&arguments.provider, output)?;
    let address = match &arguments.address {
        Some(address) => address.clone(),
        None => source::address(&program.path, output).await?.to_string(),
    };
    let secrets: Vec<_> = arguments
        .secrets
        .iter()
        .map(|name| env::var(name).map_err(|error| Error::SecretVariable(name.clone(), error)))
        .collect::<Result<_, _>>()?;
    let (mut recording, mut status) = run(&arguments, &program, &address, &secrets).await?;
    if arguments.twice && status.success() {
        let (second, second_status) = run(&arguments, &program, &address, &secrets).await?;
        recording.add_differences(&second);
        status = second_status;
    }
    fs_err::write(&arguments.out, recording.to_text())?;
    let (out, calls) = (arguments.out.display(), recording.calls.len());
    output.note(&format!("wrote {out}: {calls} calls to {address}"));
    if calls == 0 {
        output.warning(&format!(
            "the command has not called the provider: does its configuration require {address}?"
        ));
    }
    if !status.success() {
        output.warning(&format!("the command has failed: {status}"));
    }
    output.document(json!({
        "file": arguments.out, "address": address, "calls": calls, "differs": recording.differs, "passes": status.success(),
    }));
    Ok(exit_code(status.success()))
}

/// Runs the command once.
async fn run(
    arguments: &RecordCalls,
    program: &Program,
    address: &str,
    secrets: &[String],
) -> Result<(Recording, ExitStatus), Error> {
    let recorder = Recorder::start(command(program)?, address).await?;
    let (variable, value) = recorder.environment();
    let [name, words @ ..] = arguments.command.as_slice() else {
        return Err(Error::NoCommand);
    };
    let status = tokio::process::Command::new(name)
        .args(words)
        .env(variable, value)
        .status()
        .await;
    let recording = recorder.finish(secrets).await?;
    let status = status.map_err(|error| Error::Run(name.to_string_lossy().into_owned(), error))?;
    Ok((recording, status))
}

/// Replays a recording against another build.
pub(crate) async fn replay(arguments: Replay, output: &Output) -> Result<ExitCode, Error> {
    let path = &arguments.recording;
    let text = fs_err::read_to_string(path)?;
    let recording =
        Recording::parse(&text).map_err(|error| Error::Recording(path.clone(), error))?;
    let program = source::program(&arguments.provider, output)?;
    let secrets: BTreeMap<_, _> = recording
        .secrets()
        .into_iter()
        .filter_map(|number| Some((number, env::var(format!("TERRANE_SECRET_{number}")).ok()?)))
        .collect();
    let step = output.step("replaying");
    let difference = terrane_record::replay(&recording, command(&program)?, &secrets).await?;
    drop(step);
    let calls = recording.calls.len();
    match &difference {
        Some(difference) => output.result(&format!("error: {difference}")),
        None => output.note(&format!("{calls} calls have the recorded answers")),
    }
    output.document(json!({
        "calls": calls,
        "passes": difference.is_none(),
        "difference": difference.as_ref().map(|it| json!({
            "call": it.call, "rpc": it.rpc, "type": it.type_name, "path": it.path, "recorded": it.recorded, "now": it.now,
        })),
    }));
    Ok(exit_code(difference.is_none()))
}

/// Returns the command that starts a provider.
fn command(program: &Program) -> Result<Command, Error> {
    Ok(Command::new(fs_err::canonicalize(Path::new(
        &program.path,
    ))?))
}

fn exit_code(passes: bool) -> ExitCode {
    if passes {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
