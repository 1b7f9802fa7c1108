//! Plugins that are not who they say they are, and plugins that somebody else started.

#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use crate::drive::{PATIENCE, call_back, greet, host_of, is_fault, offered, plugin, programs};
use terrane_plugin::Reattach;
use terrane_plugin_client::{Cause, Client, Ending, read_reattach};

#[tokio::test]
async fn peers_with_another_certificate_are_refused() {
    let honest = plugin!("GREETER_TLS" = "none").spawn().await.unwrap();
    assert_eq!(greet(&honest, "host").await.unwrap(), "hello, host");

    for deceit in ["wrong-certificate", "wrong-key"] {
        let error = plugin!("GREETER_TLS" = deceit).spawn().await.unwrap_err();
        assert!(
            is_fault(&error, Cause::Plugin, "cannot connect to the plugin at"),
            "{deceit}: {error:?}"
        );
        let expected = match deceit {
            "wrong-key" => "BadSignature",
            _ => "ApplicationVerificationFailure",
        };
        assert!(
            format!("{error:?}").contains(expected),
            "{deceit}: {error:?}"
        );
    }
}

#[tokio::test]
async fn server_that_refuses_the_certificate_is_a_plugin_fault() {
    // The plugin trusts the certificate in this file instead of the host's.
    let stranger = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let Some(program) = programs::program("plugin") else {
        return;
    };
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", "PLUGIN_CLIENT_CERT=\"$0\" exec \"$1\""])
        .arg(stranger.cert.pem())
        .arg(program);
    let error = host_of(command).spawn().await.unwrap_err();
    assert!(
        is_fault(&error, Cause::Plugin, "cannot connect to the plugin at"),
        "{error:?}"
    );
}

#[tokio::test]
async fn plugin_under_test_is_joined_and_left_alone() {
    let Some((mut elsewhere, reattach)) = started_elsewhere(false) else {
        return;
    };
    assert!(reattach.test);
    for round in 0..2 {
        let client = Client::reattach(&reattach).await.unwrap();
        assert_eq!(
            (client.version(), client.pid()),
            (5, elsewhere.process.id())
        );
        client.ping().await.unwrap();
        assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
        if round == 0 {
            // A Go plugin's broker ends with its first host.
            assert_eq!(call_back(&client).await, "host greets plugin");
            assert_eq!(offered(&client).await, "hello, broker");
        }
        assert_eq!(client.reattach_config(), reattach);
        assert_eq!(client.kill().await.unwrap(), Ending::Left);
        assert!(client.is_running());
    }
    elsewhere.end();
    let error = Client::reattach(&reattach).await.unwrap_err();
    assert!(
        error.to_string().starts_with("no plugin runs as process "),
        "{error}"
    );
}

#[tokio::test]
async fn end_of_a_joined_plugin_is_noticed() {
    let Some((mut elsewhere, reattach)) = started_elsewhere(false) else {
        return;
    };
    let client = Client::reattach(&reattach).await.unwrap();
    let noticed = tokio::spawn(async move { client.exited().await });
    elsewhere.end();
    let status = tokio::time::timeout(PATIENCE, noticed)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(status, None);
}

#[tokio::test]
async fn joined_plugin_that_is_not_under_test_is_ended() {
    for (linger, ending) in [(false, Ending::Exited(None)), (true, Ending::Killed)] {
        let Some((mut elsewhere, mut reattach)) = started_elsewhere(linger) else {
            return;
        };
        reattach.test = false;
        let reaper = std::thread::spawn(move || elsewhere.process.wait());
        let client = Client::reattach(&reattach).await.unwrap();
        assert_eq!(client.kill().await.unwrap(), ending);
        reaper.join().unwrap().unwrap();
    }
}

/// A plugin that this test's client did not start. Dropping it ends it, whatever became of the test.
struct Elsewhere {
    process: std::process::Child,
    _sockets: tempfile::TempDir,
}

impl Elsewhere {
    fn end(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts the plugin as its author would under a debugger.
fn started_elsewhere(linger: bool) -> Option<(Elsewhere, Reattach)> {
    let mut command = Command::new(programs::program("plugin")?);
    let sockets = tempfile::tempdir().unwrap();
    command
        .env("GREETER_TEST", "yes")
        .env("PLUGIN_UNIX_SOCKET_DIR", sockets.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if linger {
        command.env("GREETER_LINGER", "yes");
    }
    let mut elsewhere = Elsewhere {
        process: command.spawn().unwrap(),
        _sockets: sockets,
    };
    let mut entry = String::new();
    BufReader::new(elsewhere.process.stdout.take().unwrap())
        .read_line(&mut entry)
        .unwrap();
    let reattach = read_reattach(&format!("{{\"greeter\":{entry}}}")).unwrap()["greeter"].clone();
    Some((elsewhere, reattach))
}
