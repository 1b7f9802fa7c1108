//! Threads and descriptors that the system refuses a provider.

use std::fs::{self, Permissions};
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::thread;
use std::time::Duration;

use rustix::process::getuid;
use serde_json::json;
use terrane_plugin::Address;
use terrane_plugin_client::read_handshake;
use terrane_test::client::{CallError, Client, Instance};
use tokio::time::{sleep, timeout};

use super::example;
use super::served::{PATIENCE, Served, as_host};

/// Whether a program of util-linux is installed.
fn is_installed(program: &str) -> bool {
    let started = Command::new(program).arg("--version").output();
    started.is_ok_and(|output| output.status.success())
}

#[test]
fn a_provider_that_may_open_too_few_files_says_why_and_exits() {
    if !is_installed("prlimit") {
        println!("skipped: prlimit is not installed");
        return;
    }
    let world = tempfile::tempdir().expect("a folder");
    // The test may have open files that the provider inherits.
    for limit in 4..=64 {
        let mut command = Command::new("prlimit");
        command.arg(format!("--nofile={limit}:{limit}"));
        command.arg(example("unruly"));
        as_host(&mut command, world.path());
        let mut child = command.spawn().expect("the provider starts");
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        stdout.read_line(&mut line).expect("a line");
        if let Ok(handshake) = read_handshake(&line) {
            let Address::Unix(socket) = handshake.address else {
                panic!("expected a Unix socket in {line}");
            };
            // Whoever cannot accept the connection closes it by exiting.
            let connection = UnixStream::connect(socket).expect("a connection");
            if accepts(&connection) {
                child.kill().expect("the provider runs");
                child.wait().expect("an exit");
                return;
            }
        }
        let status = child.wait().expect("an exit");
        let mut stderr = String::new();
        let mut pipe = child.stderr.take().expect("a pipe");
        pipe.read_to_string(&mut stderr).expect("text");
        assert!(
            status.code().is_some_and(|code| code != 0),
            "{limit}: {status}, {stderr}"
        );
        assert!(stderr.contains("open"), "{limit}: {stderr:?}");
        assert!(!stderr.contains("panic"), "{limit}: {stderr}");
    }
    panic!("no limit is high enough");
}

/// Whether the peer speaks HTTP/2: it sends its settings first.
fn accepts(mut connection: &UnixStream) -> bool {
    connection
        .set_read_timeout(Some(PATIENCE))
        .expect("a timeout");
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    if std::io::Write::write_all(&mut connection, preface).is_err() {
        return false;
    }
    let mut frame = [0; 9];
    connection.read_exact(&mut frame).is_ok()
}

/// A folder with the program, for another user.
struct ForOthers {
    folder: tempfile::TempDir,
    program: PathBuf,
}

impl ForOthers {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).expect("permissions");
        let program = folder.path().join("provider");
        fs::copy(example("unruly"), &program).expect("a program");
        Self { folder, program }
    }

    fn world(&self) -> &Path {
        self.folder.path()
    }
}

/// Creates an object whose code misbehaves.
async fn create(
    client: &Client,
    name: &str,
    fault: Option<&str>,
    timeout: Option<&str>,
) -> Result<Instance, CallError> {
    let step = fault.map(|_| "create");
    let config = json!({
        "name": name, "size": 1, "step": step, "fault": fault, "timeouts": { "create": timeout },
    });
    let planned = client
        .plan(&Instance::absent("unruly_object"), config)
        .await?;
    client.apply(planned).await
}

/// The limit of processes counts all threads of a user, and does not apply to root. So the provider runs as a user that runs nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_without_a_thread_is_answered_and_a_thread_is_used_as_soon_as_there_is_one() {
    if !getuid().is_root() || !is_installed("prlimit") || !is_installed("setpriv") {
        println!(
            "skipped: only root can start a provider as another user, with prlimit and setpriv"
        );
        return;
    }
    let others = ForOthers::new();
    let user = 60_000 + process::id() % 5_000;
    // Enough for the process and its runtime, and for a few calls.
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let limit = processors + 8;
    let mut command = Command::new("setpriv");
    command
        .arg(format!("--reuid={user}"))
        .arg(format!("--regid={user}"))
        .args(["--clear-groups", "prlimit"])
        // The soft limit alone, so that it can be raised.
        .arg(format!("--nproc={limit}:"))
        .arg(&others.program);
    let provider = Served::start(command, others.world()).await;
    let client = provider.client().await;
    // They use up the threads, and never return.
    let blocked = async {
        let names: Vec<String> = (0..limit)
            .map(|number| format!("blocked {number}"))
            .collect();
        let all = names
            .iter()
            .map(|name| create(&client, name, Some("blocks at once"), None));
        futures_util::future::join_all(all).await
    };
    let late = async {
        // The planning of an object needs a thread, too.
        while fs::read_dir(others.world()).expect("a folder").count() < 2 {
            sleep(Duration::from_millis(10)).await;
        }
        loop {
            let created = create(&client, "late", None, Some("1s")).await;
            match created {
                Ok(_) => sleep(Duration::from_millis(10)).await,
                Err(error) => return error.to_string(),
            }
        }
    };
    let error = tokio::select! {
        created = blocked => {
            let errors: Vec<String> = created.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
            errors.join("\n")
        }
        error = timeout(PATIENCE, late) => error.expect("a call without a thread is not answered"),
    };
    assert!(error.contains("refuses the provider a thread"), "{error}");
    provider.ping().await;

    // The limit is raised while a call waits.
    let raise = async {
        sleep(Duration::from_millis(200)).await;
        let raised = Command::new("setpriv")
            .arg(format!("--reuid={user}"))
            .arg(format!("--regid={user}"))
            .args(["--clear-groups", "prlimit", "--nproc=4096:", "--pid"])
            .arg(provider.child.id().to_string())
            .status();
        assert!(raised.expect("prlimit").success());
    };
    let created = async { timeout(PATIENCE, create(&client, "it", None, None)).await };
    let (created, ()) = tokio::join!(created, raise);
    created.expect("an answer").expect("an object");
}
