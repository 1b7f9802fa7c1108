//! A provider's process, and a host that makes its calls directly: for what no real host does.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use terrane_composition::ProviderProcess;
use terrane_plugin::{Reattach, variable};
use terrane_plugin_client::read_handshake;
use terrane_protocol::COOKIE;
use terrane_test::client::Client;
use tokio::time::{sleep, timeout};

/// How long a test waits. Nothing takes so long unless it hangs.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// A running provider. Nobody reads its standard error unless the test does.
pub(super) struct Served {
    pub(super) child: Child,
    /// A provider whose outputs are closed takes its host for dead.
    _stdout: BufReader<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
    pub(super) process: ProviderProcess,
}

/// Sets what a host sets for the provider `unruly`, whose objects are in the folder `world`.
pub(super) fn as_host(command: &mut Command, world: &Path) {
    command
        .env(COOKIE.key, COOKIE.value)
        .env(variable::PROTOCOL_VERSIONS, "6")
        .env("UNRULY_WORLD", world)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
}

impl Served {
    /// Starts a provider, and connects to it.
    pub(super) async fn start(mut command: Command, world: &Path) -> Self {
        as_host(&mut command, world);
        let mut child = command.spawn().expect("the provider starts");
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let mut line = String::new();
        let mut stdout = BufReader::new(stdout.expect("a pipe"));
        stdout.read_line(&mut line).expect("a line");
        let handshake = read_handshake(&line).expect("a handshake");
        let reattach = Reattach {
            version: handshake.version,
            address: handshake.address,
            pid: child.id(),
            test: true,
        };
        let process = ProviderProcess::reattach(&reattach).await;
        Self {
            _stdout: stdout,
            stderr,
            process: process.expect("the provider accepts a connection"),
            child,
        }
    }

    pub(super) async fn client(&self) -> Client {
        let client = Client::configured(self.process.provider(), json!({}));
        let client = timeout(PATIENCE, client).await;
        client.expect("an answer").expect("a configured provider")
    }

    pub(super) async fn ping(&self) {
        let answer = timeout(PATIENCE, self.process.client().ping()).await;
        answer.expect("an answer").expect("the provider is healthy");
    }

    pub(super) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the process exists");
    }

    /// Waits until the provider has exited, and returns its exit code.
    pub(super) async fn exit_code(&mut self) -> Option<i32> {
        let waiting = async {
            loop {
                if let Some(status) = self.child.try_wait().expect("a child") {
                    return status.code();
                }
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(PATIENCE, waiting)
            .await
            .expect("the provider does not exit")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
