//! The client against this crate's own server: the example plugin.

#![cfg(target_os = "linux")]

use std::process::Command;
use std::sync::Arc;

use crate::drive::{call_back_to, drive, greet, host_of, offered};
use terrane_plugin::Address;
use terrane_plugin_client::Builder;

fn plugin() -> Builder {
    host_of(Command::new(crate::raw_host::greeter()))
}

#[tokio::test]
async fn plugin_is_driven_over_mutual_tls() {
    drive(plugin()).await;
}

#[tokio::test]
async fn plugin_is_driven_in_plain_text() {
    drive(plugin().plaintext()).await;
}

#[tokio::test]
async fn plugin_is_driven_over_one_socket_with_mutual_tls() {
    drive(plugin().multiplex()).await;
}

#[tokio::test]
async fn plugin_is_driven_over_one_socket_in_plain_text() {
    drive(plugin().multiplex().plaintext()).await;
}

#[tokio::test]
async fn plugin_on_tcp_takes_a_port_of_the_range() {
    let mut command = Command::new(crate::raw_host::greeter());
    command.env("GREETER_LISTEN", "tcp");
    let client = host_of(command)
        .ports(20_000..=20_999)
        .spawn()
        .await
        .unwrap();
    let Address::Tcp(address) = client.address() else {
        panic!("{:?}", client.address())
    };
    assert!((20_000..=20_999).contains(&address.port()), "{address}");
    assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
}

#[tokio::test]
async fn reason_of_a_plugin_that_refuses_to_start_is_shown() {
    let mut command = Command::new(crate::raw_host::greeter());
    command.env("GREETER_REFUSE", "the zoo is closed");
    let error = host_of(command).spawn().await.unwrap_err();
    assert!(error.to_string().contains("the zoo is closed"), "{error}");
}

#[tokio::test]
async fn panic_of_one_call_is_no_crash() {
    let client = plugin().spawn().await.unwrap();
    greet(&client, "panic:out of hay").await.unwrap_err();
    assert_eq!(greet(&client, "host").await.unwrap(), "hello, host");
    client.kill().await.unwrap();
    assert_eq!(client.crash(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn connections_opened_at_once_reach_those_whom_they_are_for() {
    const NAMES: [&str; 8] = ["ada", "bob", "cleo", "dan", "eve", "fay", "gus", "hal"];
    for builder in [
        plugin().multiplex(),
        plugin().multiplex().plaintext(),
        plugin(),
    ] {
        let client = Arc::new(builder.spawn().await.unwrap());
        for _ in 0..5 {
            let calls = NAMES.map(|name| {
                let client = client.clone();
                tokio::spawn(
                    async move { (call_back_to(&client, name).await, offered(&client).await) },
                )
            });
            for (name, call) in NAMES.iter().zip(calls) {
                let (answer, offer) = call.await.unwrap();
                assert_eq!(answer, format!("{name} greets plugin"));
                assert_eq!(offer, "hello, broker");
            }
        }
    }
}
