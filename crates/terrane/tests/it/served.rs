//! The options with which a provider is served.

#![cfg(unix)]

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use rustls::crypto::ring::default_provider;
use rustls::{ClientConfig, ClientConnection, RootCertStore};
use terrane_composition::ProviderProcess;
use terrane_protocol::{COOKIE, EmptyRequest, Version};

/// The example provider, which cargo builds along with the tests. It runs with the option.
fn served(option: &str) -> Command {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    let mut command = Command::new(target.join("examples").join("served"));
    command.env("SERVED", option).env_remove("TF_LOG");
    command
}

/// A provider that a host has started, and the handshake that it has printed.
struct Started {
    child: Child,
    handshake: Vec<String>,
}

impl Started {
    fn new(command: &mut Command) -> Self {
        let mut child = command
            .env(COOKIE.key, COOKIE.value)
            .env("PLUGIN_PROTOCOL_VERSIONS", "5,6")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.as_mut().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let handshake = line.trim().split('|').map(str::to_owned).collect();
        Self { child, handshake }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the program prints, if it exits by itself.
fn printed(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[test]
fn the_highest_protocol_of_the_host_is_served_unless_the_provider_offers_less() {
    assert_eq!(Started::new(&mut served("")).handshake[1], "6");
    assert_eq!(Started::new(&mut served("protocol-5")).handshake[1], "5");
}

#[test]
fn the_socket_is_a_unix_socket_unless_the_provider_listens_on_tcp() {
    assert_eq!(Started::new(&mut served("")).handshake[2], "unix");
    let mut command = served("tcp");
    command.env("PLUGIN_MIN_PORT", "31000");
    command.env("PLUGIN_MAX_PORT", "31999");
    let started = Started::new(&mut command);
    assert_eq!(started.handshake[2], "tcp");
    assert!(started.handshake[3].starts_with("127.0.0.1:31"));
}

#[test]
fn connections_are_secured_by_the_providers_own_certificate() {
    let certified = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("certificate"), certified.cert.der()).unwrap();
    let key = certified.signing_key.serialize_der();
    std::fs::write(folder.path().join("key"), key).unwrap();
    let started = Started::new(&mut served(&format!("tls={}", folder.path().display())));
    // The provider made no certificate of its own, which it would send in the handshake.
    assert!(started.handshake.get(5).is_none_or(String::is_empty));

    let mut roots = RootCertStore::empty();
    roots.add(certified.cert.der().clone()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let name = "localhost".try_into().unwrap();
    let mut connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut socket = UnixStream::connect(&started.handshake[3]).unwrap();
    while connection.is_handshaking() {
        connection.complete_io(&mut socket).unwrap();
    }
    let shown = connection.peer_certificates().unwrap();
    assert_eq!(&shown[0], certified.cert.der());
    assert_eq!(connection.alpn_protocol(), Some(b"h2".as_slice()));
}

#[test]
fn an_argument_that_is_not_text_is_an_error_and_not_a_panic() {
    let output = served("").arg(OsStr::from_bytes(b"--\xff")).output();
    let output = output.unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("--\u{fffd}") && text.contains("--help"),
        "{text}"
    );
}

#[test]
fn a_path_that_is_not_unicode_is_an_error_with_the_variable() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(OsStr::from_bytes(b"\xff.env"));
    let mut child = served("")
        .arg("--debug-env-file")
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The lines are printed after the file is written.
    let mut line = String::new();
    let stdout = child.stdout.as_mut().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("TF_REATTACH_PROVIDERS"), "{text}");
}

#[test]
fn a_closed_pipe_is_a_failure_and_not_a_panic() {
    for option in ["--version", "--help", "schema"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = served("").arg(option).stdout(writer).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{option}: {text}");
        assert_eq!(text, "", "{option}");
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = served("").arg("--verbose").stderr(writer).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn hosts_attach_to_a_provider_under_its_name() {
    let name = "registry.example.com/team/echo";
    assert_eq!(
        printed(served(&format!("name={name}")).arg("--version")),
        format!("{name} 0.1.0\n")
    );
    let mut child = served(&format!("name={name}"))
        .arg("--debug")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let shown = stdout
        .lines()
        .map(Result::unwrap)
        .any(|line| line.contains("TF_REATTACH_PROVIDERS='{\"registry.example.com/team/echo\""));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(shown);
}

#[test]
fn the_log_has_the_fields_of_the_options() {
    for (option, expected) in [("log", true), ("", false)] {
        let mut command = served(option);
        let mut started = Started::new(command.env("TF_LOG", "TRACE"));
        // An interrupt is ignored, and logged.
        let pid = rustix::process::Pid::from_child(&started.child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        let stderr = started.child.stderr.as_mut().unwrap();
        let mut log = String::new();
        BufReader::new(stderr).read_line(&mut log).unwrap();
        assert!(log.contains("\"@module\":\"sdk."), "{log}");
        assert_eq!(log.contains("\"build\":\"7\""), expected, "{log}");
    }
}

#[tokio::test]
async fn a_mux_of_several_providers_is_served() {
    let name = "registry.example.com/team/both";
    let option = format!("custom={name}");
    assert_eq!(
        printed(served(&option).arg("--version")),
        format!("{name} 0.2.0\n")
    );
    let process = ProviderProcess::launch(served(&option)).await.unwrap();
    assert_eq!(process.version(), Version::V6);
    let schema = process
        .provider()
        .get_provider_schema(EmptyRequest {})
        .await
        .unwrap();
    assert!(!schema.diagnostics.has_errors());
    process.kill().await.unwrap();
}
