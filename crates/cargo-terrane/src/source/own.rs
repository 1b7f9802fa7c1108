//! The descriptions that programs of Terrane print about themselves.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::timeout;

/// How long a program may take. Programs in other languages may wait for a host.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Returns the description of a program, if it is one of Terrane.
pub(super) async fn description(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command
        .args(["schema", "--format", "terrane-json"])
        // With the cookie of hosts, a program of another language would serve.
        .env_remove("TF_PLUGIN_MAGIC_COOKIE")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let output = timeout(TIMEOUT, command.output()).await.ok()?.ok()?;
    String::from_utf8(output.stdout).ok()
}
