//! What a provider's process needs from its operating system. `cargo xtask platforms` runs this on every system that the machine can run.
//!
//! The tests of the drop-in itself, and those with real hosts, run on Linux.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use terrane_composition::ProviderProcess;
use terrane_plugin::Address;
use terrane_test::Action;
use terrane_test::client::Client;
use terrane_value::Value;

/// A program that runs the provider, such as an emulator. Without it, the system runs the provider.
const RUNNER: &str = "TERRANE_PLATFORM_RUNNER";

/// A program that presses Ctrl+C in the console of its caller (Windows).
const CTRL_C: &str = "TERRANE_PLATFORM_CTRL_C";

/// Makes this test binary a host that dies without a word to its provider.
const DYING_HOST: &str = "TERRANE_PLATFORM_DYING_HOST";

/// How long the end of a process may take on a slow emulator.
const PATIENCE: Duration = Duration::from_secs(600);

fn provider() -> Command {
    let binary = env!("CARGO_BIN_EXE_terraform-provider-local");
    match env::var_os(RUNNER) {
        Some(runner) => {
            let mut command = Command::new(runner);
            command.arg(binary);
            command
        }
        None => Command::new(binary),
    }
}

async fn launch() -> ProviderProcess {
    let builder = ProviderProcess::builder(provider()).start_timeout(Duration::from_secs(60));
    let process = ProviderProcess::spawn(builder).await;
    process.expect("the provider starts")
}

/// Returns whether a provider accepts connections.
fn accepts(address: &str) -> bool {
    match address.strip_prefix("tcp ") {
        Some(address) => std::net::TcpStream::connect(address).is_ok(),
        None => std::path::Path::new(address.trim_start_matches("unix ")).exists(),
    }
}

fn shown(address: &Address) -> String {
    match address {
        Address::Tcp(address) => format!("tcp {address}"),
        Address::Unix(path) => format!("unix {}", path.display()),
    }
}

fn refuses_within_patience(address: &str) -> bool {
    let started = Instant::now();
    while accepts(address) {
        if started.elapsed() > PATIENCE {
            return false;
        }
        thread::sleep(Duration::from_millis(50));
    }
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn the_handshake_has_mutual_tls_and_a_port_of_the_range() {
    let builder = ProviderProcess::builder(provider())
        .start_timeout(Duration::from_secs(60))
        .ports(41_000..=41_400);
    let process = ProviderProcess::spawn(builder).await.unwrap();
    match process.client().address() {
        Address::Tcp(address) => {
            assert!(address.ip().is_loopback());
            assert!((41_000..=41_400).contains(&address.port()), "{address}");
        }
        Address::Unix(path) => assert_eq!(env::consts::FAMILY, "unix", "{path:?}"),
    }
    process.client().ping().await.unwrap();
    assert!(process.client().is_running());
    process.kill().await.unwrap();
    assert!(refuses_within_patience(&shown(process.client().address())));

    // A peer without the certificate of this run gets no answer.
    let process = launch().await;
    let mut stranger = process.client().reattach_config();
    stranger.test = true;
    let refused = ProviderProcess::reattach(&stranger).await;
    let answered = match refused {
        Ok(stranger) => stranger.client().ping().await.is_ok(),
        Err(_) => false,
    };
    assert!(!answered);
    process.client().ping().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_planned_created_and_destroyed() {
    let process = launch().await;
    let client = Client::configured(process.provider(), json!({}))
        .await
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    // Paths have the separators of the system.
    let path = folder.path().join("deep").join("animals.txt");
    let config = |content: &str| {
        json!({
            "filename": path.to_str().unwrap(),
            "content": content,
            "file_permission": "0444",
        })
    };

    let absent = terrane_test::client::Instance::absent("local_file");
    let planned = client.plan(&absent, config("heron\n")).await.unwrap();
    assert_eq!(planned.action(), Action::Create);
    let created = client.apply(planned).await.unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "heron\n");
    assert!(path.metadata().unwrap().permissions().readonly());
    let read = client.read(&created).await.unwrap();
    assert_eq!(read.value(), created.value());

    let planned = client.plan(&read, config("heron\n")).await.unwrap();
    assert_eq!(planned.action(), Action::NoOp);
    let planned = client.plan(&read, config("cat\n")).await.unwrap();
    assert_eq!(planned.action(), Action::DeleteThenCreate);
    let replaced = client.apply(planned).await.unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "cat\n");

    let found = client
        .read_data("local_file", json!({ "filename": path.to_str().unwrap() }))
        .await
        .unwrap();
    assert_eq!(found.attribute("content"), Some(&Value::from("cat\n")));

    client.delete(&replaced).await.unwrap();
    assert!(!path.exists());
    assert!(!client.read(&read).await.unwrap().exists());
    process.kill().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_found_and_its_output_is_read() {
    let process = launch().await;
    let client = Client::configured(process.provider(), json!({}))
        .await
        .unwrap();
    let (command, arguments) = if cfg!(windows) {
        ("cmd", json!(["/c", "echo heron"]))
    } else {
        ("sh", json!(["-c", "echo heron"]))
    };
    let config = json!({ "command": command, "arguments": arguments });
    let ran = client.read_data("local_command", config).await.unwrap();
    let stdout = ran
        .attribute("stdout")
        .and_then(Value::as_str)
        .expect("the output is known");
    assert_eq!(stdout.trim(), "heron");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_in_the_console_does_not_end_a_provider() {
    let mut interrupt = match (cfg!(windows), env::var_os(CTRL_C)) {
        (true, Some(program)) => Command::new(program),
        (true, None) => panic!("{CTRL_C} must name a program"),
        (false, _) => {
            // Without a terminal, the interrupt goes to the provider alone.
            let mut kill = Command::new("kill");
            kill.arg("-INT");
            kill
        }
    };
    // On Windows this process shares the console, so that it gets the interrupt as well.
    let received = tokio::spawn(tokio::signal::ctrl_c());
    tokio::task::yield_now().await;
    let process = launch().await;
    if cfg!(unix) {
        interrupt.arg(process.client().pid().to_string());
    }
    assert!(interrupt.status().unwrap().success());
    if cfg!(windows) {
        let received = tokio::time::timeout(PATIENCE, received).await;
        received.unwrap().unwrap().unwrap();
    }
    process.client().ping().await.unwrap();
    assert!(process.client().is_running());
    process.kill().await.unwrap();
}

#[test]
fn a_provider_ends_after_its_host_has_died() {
    let mut host = Command::new(env::current_exe().unwrap());
    host.args(["--exact", "the_host_that_dies", "--nocapture"]);
    if let Some(runner) = env::var_os(RUNNER) {
        let arguments: Vec<OsString> = host.get_args().map(Into::into).collect();
        let mut emulated = Command::new(runner);
        emulated.arg(env::current_exe().unwrap()).args(arguments);
        host = emulated;
    }
    let mut host = host
        .env(DYING_HOST, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(host.stdout.take().unwrap());
    let mut lines = output.lines().map_while(Result::ok);
    let address = lines.find_map(|line| {
        let (_, address) = line.split_once("provider at ")?;
        Some(address.to_owned())
    });
    let address = address.expect("the host prints the address of its provider");
    host.wait().unwrap();
    assert!(refuses_within_patience(&address), "{address}");
}

/// Runs in its own process, which the test before starts, and aborts that process without asking the provider to end.
#[tokio::test(flavor = "multi_thread")]
async fn the_host_that_dies() {
    if env::var_os(DYING_HOST).is_none() {
        return;
    }
    let process = launch().await;
    let address = shown(process.client().address());
    assert!(accepts(&address));
    println!("provider at {address}");
    std::process::abort();
}
