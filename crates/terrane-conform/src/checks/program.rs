//! The program: its start, its output and its end.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value as Json;
use terrane_composition::{ConnectError, ProviderProcess};
use terrane_protocol::{COOKIE, EmptyRequest, Rpc, Version};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::time::timeout;

use crate::asked::Asked;
use crate::finding::Place;
use crate::rule::{self, Rule};
use crate::session::Session;

/// How long a program may take to explain itself.
const EXPLAINED: Duration = Duration::from_secs(5);
/// How long to wait for an end that should not happen.
#[cfg(unix)]
const SURVIVED: Duration = Duration::from_millis(400);
/// How long a program may take to notice the end of its host.
#[cfg(unix)]
const ORPHANED: Duration = Duration::from_secs(3);

/// The rules about the start of the program and its output.
const START: [&Rule; 5] = [
    rule::HANDSHAKE,
    rule::OFFERED_VERSION,
    rule::CERTIFICATE,
    rule::STDOUT,
    rule::SHUTDOWN,
];

/// Checks the program by the rules that the options choose. Returns the protocol versions that it may serve, or none if it does not start.
pub(crate) async fn check(session: &mut Session<'_>) -> Vec<Version> {
    let options = session.options;
    let mut served = session.offered();
    if START.iter().any(|it| options.checks(it)) {
        served = versions(session).await;
        if served.is_empty() {
            return served;
        }
        plaintext(session).await;
    }
    if options.checks(rule::STANDALONE) {
        standalone(session).await;
    }
    #[cfg(unix)]
    {
        if options.checks(rule::INTERRUPT) {
            interrupt(session).await;
        }
        if options.checks(rule::TERMINATE) {
            terminate(session).await;
        }
        if options.checks(rule::ORPHAN) {
            orphan(session).await;
        }
    }
    session.check_log(&Place::program());
    served
}

/// Starts the program with each offer of versions.
async fn versions(session: &mut Session<'_>) -> Vec<Version> {
    let offered = session.offered();
    let mut served = Vec::new();
    match session.spawn(&offered).await {
        Ok(process) => {
            session.judge(&[rule::HANDSHAKE, rule::OFFERED_VERSION, rule::CERTIFICATE]);
            served.push(process.version());
            end(session, process).await;
        }
        Err(error) => {
            report_start(session, &error);
            return served;
        }
    }
    for version in offered {
        if !served.contains(&version)
            && let Ok(process) = session.spawn(&[version]).await
        {
            served.push(process.version());
            end(session, process).await;
        }
    }
    served
}

/// Asks a process to exit.
async fn end(session: &mut Session<'_>, process: ProviderProcess) {
    session.judge(&[rule::SHUTDOWN]);
    if let Ok(terrane_plugin_client::Ending::Killed) = process.kill().await {
        let message = "the program was asked to exit and still ran after two seconds";
        session.report(rule::SHUTDOWN, Place::program(), message, Json::Null);
    }
}

/// Reports why the program cannot be started.
fn report_start(session: &mut Session<'_>, error: &ConnectError) {
    let rule = match error {
        ConnectError::Plugin(error) if error.is_about_certificate() => rule::CERTIFICATE,
        error if error.is_other_version() => rule::OFFERED_VERSION,
        _ => rule::HANDSHAKE,
    };
    session.report(rule, Place::program(), error.to_string(), Json::Null);
}

/// Starts the program as a host without TLS does.
async fn plaintext(session: &mut Session<'_>) {
    let builder = ProviderProcess::builder(session.command())
        .versions(session.offered().iter().map(|it| it.number()))
        .guarded()
        .plaintext();
    match ProviderProcess::spawn(builder).await {
        Ok(process) => end(session, process).await,
        Err(error) => report_start(session, &error),
    }
}

/// Starts the program as a user does, without a host.
async fn standalone(session: &mut Session<'_>) {
    let mut command = tokio::process::Command::from(session.command());
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let Ok(mut child) = command.spawn() else {
        return;
    };
    let (Some(mut stdout), Some(mut stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return;
    };
    let ended = timeout(EXPLAINED, async {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        // A pipe that breaks has no more text.
        let _ = tokio::join!(stdout.read_to_end(&mut out), stderr.read_to_end(&mut err));
        let _ = child.wait().await;
        out.is_empty() && err.is_empty()
    });
    session.judge(&[rule::STANDALONE]);
    let message = match ended.await {
        Err(_) => "without the variable of a host, the program does not exit within 5 seconds",
        Ok(true) => "without the variable of a host, the program exits without a message",
        Ok(false) => return,
    };
    session.report(rule::STANDALONE, Place::program(), message, Json::Null);
}

/// Sends a signal to a process. Returns whether it was sent.
#[cfg(unix)]
fn signal(process: &ProviderProcess, signal: rustix::process::Signal) -> bool {
    let id = i32::try_from(process.client().pid()).ok();
    let id = id.and_then(rustix::process::Pid::from_raw);
    id.is_some_and(|id| rustix::process::kill_process(id, signal).is_ok())
}

/// Interrupts the program, as a terminal does.
#[cfg(unix)]
async fn interrupt(session: &mut Session<'_>) {
    let Ok(process) = session.spawn(&session.offered()).await else {
        return;
    };
    if !signal(&process, rustix::process::Signal::INT) {
        return;
    }
    session.judge(&[rule::INTERRUPT]);
    if timeout(SURVIVED, process.client().exited()).await.is_ok() {
        let message = "an interrupt ended the program";
        session.report(rule::INTERRUPT, Place::program(), message, Json::Null);
    } else {
        end(session, process).await;
    }
}

/// Terminates the program, as a service manager does.
#[cfg(unix)]
async fn terminate(session: &mut Session<'_>) {
    let Ok(process) = session.spawn(&session.offered()).await else {
        return;
    };
    session.judge(&[rule::TERMINATE]);
    let deadline = session.options.exit_deadline;
    if signal(&process, rustix::process::Signal::TERM)
        && timeout(deadline, process.client().exited()).await.is_err()
    {
        let message = format!(
            "the program still ran {} seconds after SIGTERM",
            deadline.as_secs()
        );
        session.report(rule::TERMINATE, Place::program(), message, Json::Null);
    }
}

/// Starts the program, and closes its pipes as the end of a host does.
#[cfg(unix)]
async fn orphan(session: &mut Session<'_>) {
    let Ok(folder) = tempfile::tempdir() else {
        return;
    };
    let versions: Vec<String> = session
        .offered()
        .iter()
        .map(|it| it.number().to_string())
        .collect();
    let mut command = tokio::process::Command::from(session.command());
    command
        .env(COOKIE.key, COOKIE.value)
        .env("PLUGIN_PROTOCOL_VERSIONS", versions.join(","))
        .env("PLUGIN_UNIX_SOCKET_DIR", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let Ok(mut child) = command.spawn() else {
        return;
    };
    let Some(stdout) = child.stdout.take() else {
        return;
    };
    let mut line = String::new();
    let mut stdout = BufReader::new(stdout);
    let started = timeout(EXPLAINED, stdout.read_line(&mut line)).await;
    drop(stdout);
    session.judge(&[rule::ORPHAN]);
    if matches!(started, Ok(Ok(length)) if length > 0)
        && timeout(ORPHANED, child.wait()).await.is_err()
    {
        let message = "the program outlives a host that is killed: it still ran 3 seconds after the pipe to its host was closed. Each provider with go-plugin does, and nothing in the provider must change";
        session.report(rule::ORPHAN, Place::program(), message, Json::Null);
    }
}

/// Stops the provider, as a host does whose user interrupts it.
pub(crate) async fn stop(session: &mut Session<'_>) {
    let asked = Asked::new(Rpc::StopProvider, &Place::program(), Json::Null);
    let answer = session
        .ask(&asked, async |it| it.stop_provider(EmptyRequest {}).await)
        .await;
    let Some(answer) = answer else { return };
    session.judge(&[rule::STOP]);
    if !answer.error.is_empty() {
        let message = format!("StopProvider was answered with an error: {}", answer.error);
        session.report_answer(rule::STOP, &asked, message);
    }
    let again = Asked::new(Rpc::GetProviderSchema, &Place::program(), Json::Null);
    let request = EmptyRequest {};
    let _ = session
        .ask(&again, async |it| it.get_provider_schema(request).await)
        .await;
}
