//! A guarded plugin, which does not notice the death of its host, ends with the host.

#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::drive::{eventually, exists, programs};

struct Host {
    process: Child,
    output: BufReader<ChildStdout>,
    plugin: u32,
}

/// Starts a host with a guarded Go plugin.
fn host() -> Option<Host> {
    let plugin = programs::program("plugin")?;
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(|folder| folder.parent()).unwrap();
    let mut process = Command::new(target.join("examples/host"))
        .arg(plugin)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let plugin = line.trim().parse().unwrap();
    Some(Host {
        process,
        output,
        plugin,
    })
}

#[tokio::test]
async fn a_guarded_plugin_ends_with_a_killed_host_and_not_with_the_thread_that_started_it() {
    let Some(mut host) = host() else { return };
    assert!(exists(host.plugin));
    host.process.kill().unwrap();
    host.process.wait().unwrap();
    eventually("the plugin has ended", || !exists(host.plugin)).await;
}

#[tokio::test]
async fn the_exit_of_a_guarded_plugin_is_that_of_the_plugin() {
    let Some(mut host) = host() else { return };
    let killed = Command::new("kill")
        .args(["-KILL", &host.plugin.to_string()])
        .status();
    assert!(killed.unwrap().success());
    let mut rest = String::new();
    host.output.read_to_string(&mut rest).unwrap();
    assert!(
        rest.contains("signal(9)") || rest.contains("unix_wait_status(9)"),
        "{rest}"
    );
    host.process.wait().unwrap();
}

#[test]
fn a_guard_does_not_start_the_plugin_after_its_host_has_exited() {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(|folder| folder.parent()).unwrap();
    // The guard is bound to process 1, which is not its parent.
    let guard = Command::new(target.join("examples/host"))
        .args(["echo", "started"])
        .env("TERRANE_GUARD_PARENT", "1")
        .output()
        .unwrap();
    assert_eq!(guard.status.code(), Some(1));
    assert!(guard.stdout.is_empty());
}

#[test]
fn a_guard_reports_a_program_that_cannot_be_started() {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(|folder| folder.parent()).unwrap();
    let guard = Command::new(target.join("examples/host"))
        .arg("/nowhere/plugin")
        .env("TERRANE_GUARD_PARENT", std::process::id().to_string())
        .output()
        .unwrap();
    assert_eq!(guard.status.code(), Some(127));
    let log = String::from_utf8(guard.stderr).unwrap();
    assert!(
        log.starts_with("cannot start /nowhere/plugin: No such file"),
        "{log}"
    );
}
