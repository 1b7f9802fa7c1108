//! A plugin whose host is killed leaves neither a process nor a socket.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::raw_host::{PATIENCE, Plugin, command, greeter};
use terrane_plugin::Address;
use terrane_plugin_client::read_handshake;

/// How the plugin is started: directly, or by a script that lives on.
const LAUNCHER: &str = "TERRANE_TEST_LAUNCHER";
/// Where the fake host writes what it knows.
const NOTES: &str = "TERRANE_TEST_NOTES";

/// Runs as a process of its own, killed by the tests below.
#[test]
#[ignore = "the tests of this file start it"]
fn fake_host() {
    let Some(notes) = std::env::var_os(NOTES).map(PathBuf::from) else {
        return;
    };
    let mut command = command();
    if let Ok(script) = std::env::var(LAUNCHER) {
        let mut launcher = Command::new("sh");
        launcher
            .arg("-c")
            .arg(script)
            .arg(greeter())
            .envs(command.get_envs().filter_map(|(k, v)| Some((k, v?))));
        launcher.stdout(Stdio::piped()).stderr(Stdio::piped());
        command = launcher;
    }
    let plugin = Plugin::start(command);
    fs::write(
        notes.with_extension("new"),
        format!("{}\n{}\n", plugin.child.id(), plugin.handshake),
    )
    .unwrap();
    fs::rename(notes.with_extension("new"), notes).unwrap();
    loop {
        std::thread::park();
    }
}

struct Orphaned {
    host: Child,
    child: u32,
    socket: PathBuf,
}

fn start_host(launcher: Option<&str>, folder: &Path) -> Orphaned {
    let notes = folder.join("notes");
    let mut host = Command::new(std::env::current_exe().unwrap());
    host.args(["--exact", "orphan::fake_host", "--ignored", "--nocapture"])
        .env(NOTES, &notes)
        .stdout(Stdio::null());
    if let Some(script) = launcher {
        host.env(LAUNCHER, script);
    }
    let host = host.spawn().unwrap();
    let start = Instant::now();
    while !notes.exists() {
        assert!(start.elapsed() < PATIENCE, "the fake host did not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    let text = fs::read_to_string(notes).unwrap();
    let (child, handshake) = text.split_once('\n').unwrap();
    let handshake = read_handshake(handshake).unwrap();
    let Address::Unix(socket) = handshake.address else {
        panic!("{handshake:?}")
    };
    Orphaned {
        host,
        child: child.parse().unwrap(),
        socket,
    }
}

/// Whether a process runs; one that is dead but not yet waited for does not.
fn runs(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
        !stat
            .rsplit(')')
            .next()
            .unwrap()
            .trim_start()
            .starts_with('Z')
    })
}

/// The processes that have this one as their parent.
fn children(pid: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    list.split_whitespace()
        .map(|pid| pid.parse().unwrap())
        .collect()
}

fn assert_gone(pids: &[u32], socket: &Path) {
    let start = Instant::now();
    let gone = || {
        pids.iter().all(|pid| !runs(*pid)) && !socket.exists() && !socket.parent().unwrap().exists()
    };
    while !gone() {
        let left: Vec<_> = pids.iter().filter(|pid| runs(**pid)).collect();
        assert!(
            start.elapsed() < PATIENCE,
            "left: {left:?}, socket: {}",
            socket.exists()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn kill(mut host: Child) {
    host.kill().unwrap();
    host.wait().unwrap();
}

#[test]
fn killed_host_leaves_no_plugin() {
    let folder = tempfile::tempdir().unwrap();
    let orphaned = start_host(None, folder.path());
    assert!(runs(orphaned.child) && orphaned.socket.exists());
    kill(orphaned.host);
    assert_gone(&[orphaned.child], &orphaned.socket);
}

#[test]
fn a_running_launcher_script_does_not_keep_the_plugin_alive() {
    let folder = tempfile::tempdir().unwrap();
    // The shell waits for the plugin, so it is its parent and stays.
    let orphaned = start_host(Some("\"$0\"; exit $?"), folder.path());
    let plugins = children(orphaned.child);
    assert_eq!(plugins.len(), 1, "the shell has started the plugin");
    kill(orphaned.host);
    assert_gone(&[plugins[0], orphaned.child], &orphaned.socket);
}

#[test]
fn plugin_without_an_output_pipe_watches_its_parent() {
    let folder = tempfile::tempdir().unwrap();
    // The plugin is reparented when the launcher dies, and only then; its output goes to a file.
    let line = folder.path().join("line");
    let command = command();
    let file = fs::File::create(&line).unwrap();
    let mut launcher = Command::new("sh")
        .args(["-c", "\"$0\" & wait"])
        .arg(greeter())
        .envs(command.get_envs().filter_map(|(k, v)| Some((k, v?))))
        .stdout(file)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let handshake = loop {
        match read_handshake(&fs::read_to_string(&line).unwrap()) {
            Ok(handshake) => break handshake,
            Err(_) => assert!(start.elapsed() < PATIENCE, "no handshake"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let Address::Unix(socket) = handshake.address else {
        panic!("{handshake:?}")
    };
    let plugins = children(launcher.id());
    assert_eq!(plugins.len(), 1);
    assert!(runs(plugins[0]) && socket.exists());
    launcher.kill().unwrap();
    launcher.wait().unwrap();
    assert_gone(&plugins, &socket);
}
