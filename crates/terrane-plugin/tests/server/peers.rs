//! Peers that are slow, silent, disconnected or send garbage: none of them delays the host.

#![cfg(unix)]

use std::time::Duration;

use crate::raw_host::{PATIENCE, Plugin, command, connect, connect_silently, ping};
use terrane_plugin::variable;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

const P521_PEM: &str = include_str!("../identity/p521.pem");

/// Bytes that are neither TLS nor HTTP/2 nor yamux, or are so for a while only.
const NONSENSE: &[&[u8]] = &[
    b"\0",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\xff\xff\xff\xff\xff\xff\xff\xff\xff",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x04\x01\0\0\0\0\x01\xff\xff\xff\xff",
    b"\x16\x03\x01\xff\xff\x01\0\0\0",
    b"\0\x02\0\x01\0\0\0\0\0\0\0\0\x09\x09",
    &[0xff; 70_000],
];

async fn misbehave(plugin: &Plugin) -> Vec<Box<dyn crate::raw_host::Stream>> {
    let address = &plugin.handshake.address;
    let mut silent = Vec::new();
    for _ in 0..40 {
        silent.push(connect(address).await.unwrap());
    }
    for bytes in NONSENSE {
        let mut stream = connect(address).await.unwrap();
        // The plugin may hang up in the middle.
        let _ = stream.write_all(bytes).await;
        silent.push(stream);
        // And some leave in the middle themselves.
        let mut stream = connect(address).await.unwrap();
        let _ = stream.write_all(bytes).await;
    }
    silent
}

#[tokio::test]
async fn host_without_tls_is_served_next_to_refused_peers() {
    let plugin = Plugin::start(command());
    let early = plugin.channel().await;
    let _silent = misbehave(&plugin).await;
    timeout(PATIENCE, ping(early)).await.unwrap().unwrap();
    let late = timeout(PATIENCE, plugin.channel()).await.unwrap();
    timeout(PATIENCE, ping(late)).await.unwrap().unwrap();
}

#[tokio::test]
async fn secured_listener_survives_them() {
    let mut command = command();
    command.env(variable::CLIENT_CERT, P521_PEM);
    let plugin = Plugin::start(command);
    let _silent = misbehave(&plugin).await;
    // A newcomer gets TLS's answer to its nonsense at once, so the plugin still accepts and handshakes.
    let mut newcomer = connect(&plugin.handshake.address).await.unwrap();
    newcomer.write_all(&[0xff; 64]).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, newcomer.read_to_end(&mut answer))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(answer.first(), Some(&21), "a TLS alert: {answer:?}");
}

#[tokio::test]
async fn multiplexing_listener_survives_them() {
    let mut command = command();
    command.env(variable::MULTIPLEX_GRPC, "true");
    let plugin = Plugin::start(command);
    let _silent = misbehave(&plugin).await;
    // yamux's ping: version 0, type 2, flag SYN; the answer has the flag ACK and the same number.
    let mut newcomer = connect(&plugin.handshake.address).await.unwrap();
    newcomer
        .write_all(&[0, 2, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4])
        .await
        .unwrap();
    let mut answer = [0; 12];
    loop {
        timeout(PATIENCE, newcomer.read_exact(&mut answer))
            .await
            .unwrap()
            .unwrap();
        // The plugin measures its own round trips as well.
        if answer[..4] != [0, 2, 0, 1] {
            break;
        }
    }
    assert_eq!(answer, [0, 2, 0, 2, 0, 0, 0, 0, 1, 2, 3, 4]);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn connections_beyond_the_limit_are_closed() {
    let plugin = Plugin::start(command());
    let early = plugin.channel().await;
    ping(early.clone()).await.unwrap();
    let mut silent = connect_silently(&plugin.handshake.address, 400).await;
    let mut last = silent.pop().unwrap();
    let closed = timeout(PATIENCE, last.read_to_end(&mut Vec::new())).await;
    closed.expect("the connection is open").unwrap();
    let open = plugin.open_files();
    assert!((200..=256 + 40).contains(&open), "{open} files are open");
    timeout(PATIENCE, ping(early)).await.unwrap().unwrap();
    drop(silent);
    // The plugin notices one end after the other.
    let served = async {
        while ping(plugin.channel().await).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, served).await.unwrap();
}

#[tokio::test]
async fn streams_of_a_connection_are_limited() {
    let plugin = Plugin::start(command());
    let mut connection = connect(&plugin.handshake.address).await.unwrap();
    // HTTP/2's preface and empty settings; the answer begins with the plugin's settings.
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    connection.write_all(preface).await.unwrap();
    let mut head = [0; 9];
    connection.read_exact(&mut head).await.unwrap();
    assert_eq!(head[3], 4, "a frame of settings");
    let mut settings = vec![0; usize::from(u16::from_be_bytes([head[1], head[2]]))];
    connection.read_exact(&mut settings).await.unwrap();
    let settings = settings.chunks(6).map(|setting| match *setting {
        [a, b, c, d, e, f] => (u16::from_be_bytes([a, b]), u32::from_be_bytes([c, d, e, f])),
        _ => panic!("{setting:?}"),
    });
    let most_streams: Vec<u32> = settings
        .filter_map(|(id, value)| (id == 3).then_some(value))
        .collect();
    assert_eq!(most_streams, [4096]);
}
