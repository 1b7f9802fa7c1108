//! What hosts and plugins write to each other before the first call.

use std::ffi::OsString;
use std::sync::LazyLock;

use terrane_plugin::peer::{Environment, Identity, certificate_from_pem};
use terrane_plugin_client::fuzzing::{certificate_pem, log_line};
use terrane_plugin_client::{read_handshake, read_reattach};

use super::setup::texts;

pub(super) fn handshake_seeds() -> Vec<Vec<u8>> {
    let certificate = "A".repeat(400);
    texts(&[
        "1|6|unix|/tmp/plugin1|grpc|",
        "1|5|tcp|127.0.0.1:1234|grpc||true",
        "1|5|tcp|[::1]:80|grpc",
        "1|4|unix|/tmp/x|netrpc",
        &format!("1|6|unix|/tmp/plugin1|grpc|{certificate}|false"),
    ])
}

pub(super) fn handshake(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    match read_handshake(&text) {
        Ok(handshake) => {
            // A path may hold the character that separates the fields, which no reader can tell apart.
            if !handshake.address.to_string().contains('|') {
                let again = read_handshake(&handshake.to_string());
                assert_eq!(again.expect("what is written can be read"), handshake);
            }
            format!("{:?}", std::mem::discriminant(&handshake.address))
        }
        Err(error) => kind(&error),
    }
}

/// Returns the text of an error up to its first value.
fn kind(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    text.split(['"', ':']).next().unwrap_or_default().to_owned()
}

pub(super) fn reattach_seeds() -> Vec<Vec<u8>> {
    texts(&[
        r#"{"registry.terraform.io/a/b":{"Protocol":"grpc","ProtocolVersion":6,"Pid":7,"Test":true,"Addr":{"Network":"unix","String":"/tmp/s"}}}"#,
        r#"{"a":{"Protocol":"grpc","Pid":1,"Test":false,"Addr":{"Network":"tcp","String":"127.0.0.1:80"}}}"#,
        r#"{"a":{"Protocol":"netrpc","Addr":{"Network":"","String":""}}}"#,
    ])
}

pub(super) fn reattach(input: &[u8]) -> String {
    match read_reattach(&String::from_utf8_lossy(input)) {
        Ok(all) => {
            for (key, reattach) in &all {
                let again = read_reattach(&reattach.to_json(key));
                assert_eq!(&again.expect("what is written can be read")[key], reattach);
            }
            all.len().to_string()
        }
        Err(error) => kind(&error),
    }
}

pub(super) fn hclog_seeds() -> Vec<Vec<u8>> {
    texts(&[
        r#"{"@level":"warn","@message":"slow","@module":"zoo.http","@timestamp":"2026-01-02T03:04:05.000006Z","took":1.5,"tags":["a"]}"#,
        r#"{"@level":" INFO "}"#,
        "[ERROR] x",
        "panic: oh",
    ])
}

pub(super) fn hclog(input: &[u8]) -> String {
    log_line(&String::from_utf8_lossy(input))
}

static OWN: LazyLock<Identity> =
    LazyLock::new(|| Identity::generate().expect("the system has random numbers"));

pub(super) fn certificate_seeds() -> Vec<Vec<u8>> {
    let own = OWN.certificate();
    vec![
        certificate_pem(own).into_bytes(),
        own.to_vec(),
        b"-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n".to_vec(),
    ]
}

/// Reads a peer's certificate, in PEM or in DER form, as plugin and as host.
pub(super) fn certificate(input: &[u8]) -> String {
    let peers = [
        Ok(input.to_vec().into()),
        certificate_from_pem(&String::from_utf8_lossy(input)),
    ];
    let outcomes = peers.map(|peer| match peer {
        Ok(peer) => format!(
            "{:?} {:?}",
            OWN.facing_host(&peer).err(),
            OWN.facing_plugin(&peer).err()
        ),
        Err(error) => error.to_string(),
    });
    outcomes.join("; ")
}

pub(super) fn environment_seeds() -> Vec<Vec<u8>> {
    let variables = [
        "COOKIE=c",
        "PLUGIN_PROTOCOL_VERSIONS=5,6",
        "PLUGIN_MIN_PORT=10000",
        "PLUGIN_MAX_PORT=25000",
        "PLUGIN_MULTIPLEX_GRPC=true",
        "PLUGIN_UNIX_SOCKET_DIR=/tmp",
        "PLUGIN_UNIX_SOCKET_GROUP=1000",
        "PLUGIN_CLIENT_CERT=x",
    ];
    vec![variables.join("\n").into_bytes()]
}

pub(super) fn environment(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let variables = text.lines().filter_map(|line| line.split_once('='));
    let environment = Environment::read("COOKIE", |name| {
        let (_, value) = variables.clone().find(|(key, _)| *key == name)?;
        Some(OsString::from(value))
    });
    let mut skipped = 0;
    let version = environment.negotiate([5, 6].into_iter(), |_| skipped += 1);
    format!(
        "{version:?} {} {} {}",
        skipped.min(9),
        environment.ports().is_ok(),
        environment.multiplexed()
    )
}
