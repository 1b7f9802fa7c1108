//! Plugins that fail to start, simulated by shell scripts, and the host's errors.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::drive::{PATIENCE, eventually, is_fault};
use terrane_plugin_client::{Builder, Cause, Client, Error};
use tokio::time::timeout;

/// As long as a certificate has to be, and not one.
const NO_CERTIFICATE: &str =
    "bm90IGEgY2VydGlmaWNhdGUsIGJ1dCBsb25nIGVub3VnaCB0byBiZSB0YWtlbiBmb3Igb25l";

/// A plugin that is a shell script.
fn script(text: &str) -> Builder {
    secured_script(text).plaintext()
}

/// A plugin that is a shell script and is asked for mutual TLS.
fn secured_script(text: &str) -> Builder {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", text]);
    Client::builder(command).versions([5, 6])
}

async fn refused(builder: Builder) -> Error {
    builder.spawn().await.unwrap_err()
}

/// The error of a plugin that prints this line and continues to run.
async fn refused_line(line: &str) -> Error {
    refused(script(&says(line))).await
}

/// A script that prints this line and continues to run.
fn says(line: &str) -> String {
    format!("echo '{line}'; exec sleep 60")
}

/// Whether a process is there, dead or alive.
fn exists(pid: &str) -> bool {
    Path::new("/proc").join(pid.trim()).exists()
}

#[tokio::test]
async fn early_exit_reports_the_status_and_the_final_log_lines() {
    let error = refused(script("echo first >&2; echo 'no licence' >&2; exit 3")).await;
    assert!(
        is_fault(
            &error,
            Cause::Plugin,
            "the plugin exited before its handshake"
        ),
        "{error:?}"
    );
    let expected = "the plugin exited before its handshake (exit status: 3); its last lines on stderr:\n  first\n  no licence";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn early_death_reports_the_signal() {
    let error = refused(script("kill -9 $$")).await;
    assert_eq!(
        error.to_string(),
        "the plugin exited before its handshake (signal: 9 (SIGKILL))"
    );
}

#[tokio::test]
async fn exit_is_seen_though_a_grandchild_holds_the_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let script = script(&format!(
        "(while test -d {}; do sleep 0.1; done) & exit 4",
        folder.path().display()
    ));
    let error = timeout(PATIENCE, refused(script)).await.unwrap();
    assert!(error.to_string().contains("exit status: 4"), "{error}");
    // The grandchild ends with the folder.
    folder.close().unwrap();
}

#[tokio::test]
async fn a_silent_plugin_is_killed_after_the_timeout() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let plugin = script(&format!(
        "echo $$ > {}; echo thinking >&2; exec sleep 60",
        file.path().display()
    ));
    let error = refused(plugin.start_timeout(Duration::from_millis(500))).await;
    let expected = "the plugin printed no handshake line within 0.5 s";
    assert!(error.to_string().starts_with(expected), "{error}");
    // On a busy machine, it may have been killed before it wrote its number.
    let pid = fs::read_to_string(file).unwrap();
    assert!(pid.is_empty() || !exists(&pid));
}

#[tokio::test]
async fn closed_output_is_not_waited_on() {
    let error = refused(script("exec >&-; exec sleep 60")).await;
    assert_eq!(
        error.to_string(),
        "the plugin closed its standard output before its handshake"
    );
}

#[tokio::test]
async fn garbage_is_shown() {
    let error = refused_line("Usage: zoo [OPTIONS]").await;
    assert!(
        is_fault(
            &error,
            Cause::Plugin,
            "expected the plugin's handshake line"
        ),
        "{error:?}"
    );
    assert!(
        error.to_string().contains("Usage: zoo [OPTIONS]"),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("1|VERSION|NETWORK|ADDRESS|grpc|CERTIFICATE"),
        "{error}"
    );
}

#[tokio::test]
async fn bytes_without_end_are_survived() {
    let error = refused(script("cat /dev/urandom | tr -d '\\n'")).await;
    assert!(
        matches!(error.cause(), Cause::Plugin | Cause::Incompatible),
        "{error:?}"
    );
}

#[tokio::test]
async fn other_core_version_is_named() {
    let error = refused_line("2|6|unix|/tmp/nowhere|grpc|").await;
    assert!(
        is_fault(
            &error,
            Cause::Incompatible,
            "the plugin speaks version 2 of the handshake"
        ),
        "{error:?}"
    );
}

#[tokio::test]
async fn version_that_was_not_offered_is_named_with_those_that_were() {
    let error = refused_line("1|4|unix|/tmp/nowhere|grpc|").await;
    assert!(
        is_fault(
            &error,
            Cause::Incompatible,
            "the plugin serves protocol version"
        ),
        "{error:?}"
    );
    assert_eq!(
        error.to_string(),
        "the plugin serves protocol version 4, this host speaks 5, 6"
    );
}

#[tokio::test]
async fn netrpc_is_refused() {
    for line in ["1|5|unix|/tmp/nowhere|netrpc", "1|5|unix|/tmp/nowhere"] {
        let error = refused_line(line).await;
        assert!(
            is_fault(&error, Cause::Incompatible, "the plugin speaks"),
            "{error:?}"
        );
        assert_eq!(
            error.to_string(),
            "the plugin speaks \"netrpc\", this host gRPC only"
        );
    }
}

#[tokio::test]
async fn unknown_network_is_named() {
    let error = refused_line("1|6|udp|127.0.0.1:53|grpc|").await;
    assert!(
        is_fault(
            &error,
            Cause::Plugin,
            "expected the plugin's handshake line"
        ),
        "{error:?}"
    );
    assert!(error.to_string().contains("\"udp\""), "{error}");
}

#[tokio::test]
async fn multiplexing_must_be_offered_if_it_was_requested() {
    for line in [
        "1|6|unix|/tmp/nowhere|grpc|",
        "1|6|unix|/tmp/nowhere|grpc||false",
    ] {
        let error = refused(script(&says(line)).multiplex()).await;
        assert!(
            is_fault(&error, Cause::Incompatible, "the plugin does not multiplex"),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn certificate_is_required_if_and_only_if_it_was_requested() {
    let error = refused(secured_script(&says("1|6|unix|/tmp/nowhere|grpc|"))).await;
    assert!(
        is_fault(&error, Cause::Plugin, "the plugin announced no certificate"),
        "{error:?}"
    );

    let error = refused_line(&format!("1|6|unix|/tmp/nowhere|grpc|{NO_CERTIFICATE}")).await;
    assert!(
        is_fault(&error, Cause::Plugin, "the plugin announced a certificate"),
        "{error:?}"
    );
}

#[tokio::test]
async fn certificate_must_be_one() {
    let line = format!("1|6|unix|/tmp/nowhere|grpc|{NO_CERTIFICATE}");
    let error = refused(secured_script(&says(&line))).await;
    assert!(
        is_fault(
            &error,
            Cause::Plugin,
            "cannot use the certificate that the plugin announced"
        ),
        "{error:?}"
    );
}

#[tokio::test]
async fn an_address_without_a_listener_is_a_plugin_fault() {
    let error = refused(script(
        "echo 'bind failed' >&2; echo '1|6|unix|/tmp/nowhere/s|grpc|'; exec sleep 60",
    ))
    .await;
    assert!(
        is_fault(&error, Cause::Plugin, "cannot connect to the plugin at"),
        "{error:?}"
    );
    let expected =
        "cannot connect to the plugin at /tmp/nowhere/s; its last lines on stderr:\n  bind failed";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn silent_peer_times_out() {
    for secured in [false, true] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let certificate = if secured {
            any_certificate()
        } else {
            String::new()
        };
        let line = format!(
            "1|6|tcp|{}|grpc|{certificate}",
            listener.local_addr().unwrap()
        );
        let mut limit = Duration::from_secs(1);
        loop {
            let plugin = secured_script(&says(&line)).start_timeout(limit);
            let error = refused(if secured { plugin } else { plugin.plaintext() });
            match timeout(PATIENCE, error).await.unwrap() {
                error if is_fault(&error, Cause::Plugin, "cannot connect to the plugin at") => {
                    break;
                }
                // On a busy machine, the script may take longer than the limit to print its line.
                error if error.to_string().contains("no handshake line") => limit *= 2,
                error => panic!("{error:?}"),
            }
        }
        drop(listener);
    }
}

#[tokio::test]
async fn peer_that_hangs_up_is_noticed() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let peer = tokio::spawn(async move {
        loop {
            drop(listener.accept().await);
        }
    });
    let error = refused_line(&format!("1|6|tcp|{address}|grpc|")).await;
    assert!(
        is_fault(&error, Cause::Plugin, "cannot connect to the plugin at"),
        "{error:?}"
    );
    peer.abort();
}

/// Some certificate as a handshake line carries it.
fn any_certificate() -> String {
    use base64::Engine as _;
    let key = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(key.cert.der())
}

#[tokio::test]
async fn cancelled_spawn_leaves_no_process() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let plugin = script(&format!(
        "echo $$ > {}; exec sleep 60",
        file.path().display()
    ));
    let spawning = tokio::spawn(plugin.spawn());
    let written = || fs::read_to_string(&file).is_ok_and(|pid| pid.ends_with('\n'));
    eventually("the process starts", written).await;
    spawning.abort();
    let pid = fs::read_to_string(&file).unwrap();
    eventually("the process ends", || !exists(&pid)).await;
}

#[tokio::test]
async fn nothing_is_started_without_versions_or_with_an_impossible_cookie() {
    let error = refused(script("exit").versions([])).await;
    assert!(
        is_fault(
            &error,
            Cause::Host,
            "expected at least one protocol version"
        ),
        "{error:?}"
    );
    for (key, value) in [("", "v"), ("K=V", "v"), ("K", "v\0")] {
        let error = refused(script("exit").cookie(key, value)).await;
        assert!(
            is_fault(&error, Cause::Host, "expected a magic cookie"),
            "{error:?}"
        );
    }
}

/// A file that may be executable.
fn file(content: &str, mode: u32) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plugin");
    fs::write(&path, content).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    (folder, path)
}

#[tokio::test]
async fn a_program_that_the_system_cannot_start_is_an_error_with_the_reason() {
    let cases = [
        (
            file("#!/nowhere/sh\n", 0o755),
            "its interpreter or dynamic loader is missing",
        ),
        (
            file("#!/bin/sh\n", 0o644),
            "it is not executable for this user",
        ),
        (
            file("neither script nor program", 0o755),
            "it is not a program, or one for another kind of machine",
        ),
    ];
    for ((_folder, path), hint) in cases {
        let error = refused(Client::builder(Command::new(&path)).versions([6])).await;
        assert!(
            is_fault(&error, Cause::Environment, "cannot start "),
            "{error:?}"
        );
        assert_eq!(
            error.to_string(),
            format!("cannot start {} ({hint})", path.display())
        );
    }
    let error = refused(Client::builder(Command::new("/nowhere/plugin")).versions([6])).await;
    assert_eq!(error.to_string(), "cannot start /nowhere/plugin");
}

#[tokio::test]
async fn program_with_another_checksum_is_never_started() {
    let marker = tempfile::tempdir().unwrap();
    let ran = marker.path().join("ran");
    let (_folder, path) = file(&format!("#!/bin/sh\ntouch {}\n", ran.display()), 0o755);
    let error = refused(
        Client::builder(Command::new(&path))
            .versions([6])
            .checksum([0; 32]),
    )
    .await;
    assert!(
        is_fault(&error, Cause::Environment, "the SHA-256 of "),
        "{error:?}"
    );
    assert!(!ran.exists());
    refused(Client::builder(Command::new(&path)).versions([6])).await;
    assert!(ran.exists());
}

#[tokio::test]
async fn socket_folder_that_cannot_be_made_is_the_environments_fault() {
    let error = refused(script("exit").socket_folder("/nowhere")).await;
    assert!(
        is_fault(
            &error,
            Cause::Environment,
            "cannot make a folder for the plugin's sockets"
        ),
        "{error:?}"
    );
    let error = refused(script("exit").socket_group("no such group")).await;
    assert!(
        is_fault(
            &error,
            Cause::Environment,
            "cannot prepare the host's sockets"
        ),
        "{error:?}"
    );
}
