//! The client against a real go-plugin server: `tests/go/plugin`.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::process::Command;

use crate::drive::{
    Log, call_back, drive, eventually, greet, host_of, is_fault, plugin, print, programs,
    served_version, socket,
};
use terrane_plugin::Address;
use terrane_plugin_client::{Cause, Ending};

#[tokio::test]
async fn plugin_is_driven_over_mutual_tls() {
    drive(plugin!()).await;
}

#[tokio::test]
async fn plugin_is_driven_in_plain_text() {
    drive(plugin!().plaintext()).await;
}

#[tokio::test]
async fn plugin_is_driven_over_one_socket_with_mutual_tls() {
    drive(plugin!().multiplex()).await;
}

#[tokio::test]
async fn plugin_is_driven_over_one_socket_in_plain_text() {
    drive(plugin!().multiplex().plaintext()).await;
}

#[tokio::test]
async fn plugin_on_tcp_without_the_services_of_go_plugin_is_driven() {
    let client = plugin!("GREETER_LISTEN" = "tcp")
        .plaintext()
        .spawn()
        .await
        .unwrap();
    assert!(matches!(client.address(), Address::Tcp(_)));
    client.ping().await.unwrap();
    assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
    // It has no controller that could end it.
    assert_eq!(client.kill().await.unwrap(), Ending::Killed);
}

#[tokio::test]
async fn only_version_offered_is_served() {
    let client = plugin!().versions([5]).spawn().await.unwrap();
    assert_eq!(client.version(), 5);
    assert_eq!(served_version(&client).await, 5);
}

#[tokio::test]
async fn plugin_that_knows_no_version_offered_is_refused() {
    let error = plugin!().versions([7, 8]).spawn().await.unwrap_err();
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
        "the plugin serves protocol version 5, this host speaks 7, 8"
    );
}

#[tokio::test]
async fn wrong_cookie_shows_the_plugins_own_words() {
    let error = plugin!()
        .cookie("TERRANE_EXAMPLE_COOKIE", "wrong")
        .spawn()
        .await
        .unwrap_err();
    assert!(error.to_string().contains("exit status: 1"), "{error}");
    assert!(
        error.to_string().contains("This binary is a plugin"),
        "{error}"
    );
}

#[tokio::test]
async fn output_of_the_plugin_reaches_the_writers_of_the_host() {
    let (mut stdout, out) = tokio::io::simplex(1024);
    let (mut stderr, err) = tokio::io::simplex(1024);
    let client = plugin!().stdout(out).stderr(err).spawn().await.unwrap();
    print(&client, "printed").await;
    for reader in [&mut stdout, &mut stderr] {
        let mut text = [0; 8];
        tokio::io::AsyncReadExt::read_exact(reader, &mut text)
            .await
            .unwrap();
        assert_eq!(&text, b"printed\n");
    }
}

#[tokio::test]
async fn writer_that_fails_does_not_block_the_plugin() {
    let (reader, out) = tokio::io::simplex(8);
    drop(reader);
    let client = plugin!().stdout(out).spawn().await.unwrap();
    for _ in 0..200 {
        print(&client, &"x".repeat(1000)).await;
    }
}

#[tokio::test]
async fn large_messages_arrive() {
    let client = plugin!().spawn().await.unwrap();
    assert_eq!(
        greet(&client, "big:33554432").await.unwrap().len(),
        32 << 20
    );
}

#[tokio::test]
async fn plugin_sees_its_hosts_environment_but_not_its_hosts_hosts() {
    let names = [
        "PLUGIN_CLIENT_CERT",
        "PLUGIN_MULTIPLEX_GRPC",
        "PLUGIN_UNIX_SOCKET_GROUP",
    ];
    let Some(program) = programs::program("plugin") else {
        return;
    };
    let mut command = Command::new(program);
    command
        .envs(names.map(|name| (name, "from above")))
        .env("ZOO", "open");
    let builder = host_of(command).versions([6, 5]);
    let client = builder.ports(7..=8).plaintext().spawn().await.unwrap();
    for name in names {
        assert_eq!(
            greet(&client, &format!("env:{name}")).await.unwrap(),
            "",
            "{name}"
        );
    }
    let socket = socket(&client);
    let folder = socket.parent().unwrap().to_str().unwrap();
    let home = std::env::var("HOME").unwrap_or_default();
    let expected = [
        ("ZOO", "open"),
        ("PLUGIN_PROTOCOL_VERSIONS", "6,5"),
        ("PLUGIN_MIN_PORT", "7"),
        ("PLUGIN_MAX_PORT", "8"),
        ("PLUGIN_UNIX_SOCKET_DIR", folder),
        ("HOME", &home),
    ];
    for (name, value) in expected {
        assert_eq!(
            greet(&client, &format!("env:{name}")).await.unwrap(),
            value,
            "{name}"
        );
    }
}

#[tokio::test]
async fn sockets_are_private_or_the_groups() {
    let client = plugin!().spawn().await.unwrap();
    let folder = socket(&client).parent().unwrap().to_owned();
    assert_eq!(
        fs::metadata(folder).unwrap().permissions().mode() & 0o777,
        0o700
    );

    let parent = tempfile::tempdir().unwrap();
    let group = fs::metadata(parent.path()).unwrap().gid();
    let client = plugin!()
        .socket_folder(&parent)
        .socket_group(group.to_string())
        .spawn()
        .await
        .unwrap();
    let (socket, folder) = (
        socket(&client),
        socket(&client).parent().unwrap().to_owned(),
    );
    assert_eq!(folder.parent(), Some(parent.path()));
    assert_eq!(
        fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
        0o770
    );
    assert_eq!(fs::metadata(&folder).unwrap().gid(), group);
    assert_eq!(
        fs::metadata(socket).unwrap().permissions().mode() & 0o777,
        0o660
    );
    assert_eq!(call_back(&client).await, "host greets plugin");
}

#[tokio::test]
async fn a_folder_with_a_long_path_is_replaced() {
    let parent = tempfile::tempdir().unwrap();
    let long = parent.path().join("x".repeat(100));
    fs::create_dir(&long).unwrap();
    let client = plugin!().socket_folder(&long).spawn().await.unwrap();
    client.ping().await.unwrap();
    assert!(!socket(&client).starts_with(&long));
}

#[tokio::test]
async fn program_with_the_right_checksum_is_started() {
    use sha2::Digest as _;
    let Some(program) = programs::program("plugin") else {
        return;
    };
    let sum = sha2::Sha256::digest(fs::read(program).unwrap());
    plugin!().checksum(sum.into()).spawn().await.unwrap();
}

#[tokio::test]
async fn log_of_the_plugin_becomes_the_hosts() {
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let client = plugin!("GREETER_STDERR" = "[WARN] plain\n")
        .name("zoo")
        .spawn()
        .await
        .unwrap();
    greet(&client, "log:fed the lions").await.unwrap();
    eventually("the log arrives", || log.contains("fed the lions")).await;
    let event = log.find("fed the lions");
    let expected = "INFO plugin=zoo module=greeter.sub timestamp=";
    assert!(event.starts_with(expected), "{event}");
    assert!(
        event.contains(r#"fields={"answer":42,"list":["a","b"]}"#),
        "{event}"
    );
    assert_eq!(log.find("plain"), "WARN plugin=zoo [WARN] plain");
}
