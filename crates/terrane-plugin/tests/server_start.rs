//! A plugin served within the caller's own process.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod raw_host;

use std::time::Duration;

use raw_host::{channel, connect, ping};
use terrane_plugin::server::Error;
use terrane_plugin::{Cookie, Plugin, Services, Transport};
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;
use tonic_reflection::pb::v1::{ServerReflectionRequest, ServiceResponse};

const PATIENCE: Duration = Duration::from_secs(5);

fn plugin() -> Plugin {
    Plugin::new(Cookie {
        key: "TERRANE_TEST_COOKIE",
        value: "anything",
    })
    .version(5, |_| Ok(Services::new()))
    .version(6, |_| Ok(Services::new()))
    .reflect(include_bytes!("proto/greeter.fds"))
}

async fn open(running: &terrane_plugin::Running) -> tonic::transport::Channel {
    let address = running.reattach().address.clone();
    let opened = channel(move || {
        let address = address.clone();
        async move { connect(&address).await }
    });
    opened.await.unwrap()
}

#[tokio::test]
async fn hosts_connect_until_it_is_stopped() {
    let running = plugin().start().await.unwrap();
    let reattach = running.reattach().clone();
    assert_eq!(
        (reattach.version, reattach.pid, reattach.test),
        (6, std::process::id(), true)
    );
    let channel = open(&running).await;
    ping(channel.clone()).await.unwrap();
    timeout(PATIENCE, running.stop()).await.unwrap();
    ping(channel).await.unwrap_err();
    assert!(connect(&reattach.address).await.is_err());
}

#[cfg(unix)]
#[tokio::test]
async fn dropping_stops_it_and_removes_the_socket() {
    let running = plugin().start().await.unwrap();
    let path = std::path::PathBuf::from(running.reattach().address.to_string());
    assert!(path.exists());
    drop(running);
    timeout(PATIENCE, async {
        while path.parent().unwrap().exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn several_live_in_one_process() {
    let one = plugin().start().await.unwrap();
    let other = plugin().transport(Transport::Tcp).start().await.unwrap();
    ping(open(&one).await).await.unwrap();
    ping(open(&other).await).await.unwrap();
    one.stop().await;
    ping(open(&other).await).await.unwrap();
}

#[tokio::test]
async fn problems_are_the_callers() {
    let cookie = Cookie {
        key: "TERRANE_TEST_COOKIE",
        value: "anything",
    };
    let nothing = Plugin::new(cookie).start().await;
    assert!(matches!(nothing, Err(Error::NoVersion)));
    let broken = Plugin::new(cookie)
        .version(1, |_| Err("no licence".into()))
        .start()
        .await;
    assert!(matches!(broken, Err(Error::Services(reason)) if reason.to_string() == "no licence"));
}

#[tokio::test]
async fn reflection_lists_every_service() {
    let running = plugin().start().await.unwrap();
    let request = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut client = ServerReflectionClient::new(open(&running).await);
    let answers = client
        .server_reflection_info(tokio_stream::once(request))
        .await
        .unwrap();
    let answer = answers
        .into_inner()
        .next()
        .await
        .unwrap()
        .unwrap()
        .message_response;
    let Some(MessageResponse::ListServicesResponse(list)) = answer else {
        panic!("{answer:?}")
    };
    let mut names: Vec<String> = list
        .service
        .into_iter()
        .map(|ServiceResponse { name }| name)
        .collect();
    names.sort();
    let expected = [
        "example.Greeter",
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "plugin.GRPCBroker",
        "plugin.GRPCController",
        "plugin.GRPCStdio",
    ];
    assert_eq!(names, expected);
}

#[tokio::test]
async fn unknown_services_are_unimplemented() {
    let running = plugin().start().await.unwrap();
    let mut grpc = tonic::client::Grpc::new(open(&running).await);
    grpc.ready().await.unwrap();
    let codec = tonic_prost::ProstCodec::<(), ()>::default();
    let path = "/example.Nobody/Home".parse().unwrap();
    let status = grpc
        .unary(tonic::Request::new(()), path, codec)
        .await
        .unwrap_err();
    assert_eq!(status.code(), tonic::Code::Unimplemented);
}
