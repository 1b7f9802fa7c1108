//! A plugin served within the caller's own process.

use std::convert::Infallible;
use std::error::Error;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use crate::raw_host::{channel, connect, ping};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http_body::Frame;
use http_body_util::StreamBody;
use terrane_plugin::{Cookie, Plugin, Services, Transport};
use tokio::time::timeout;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http;

use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;
use tonic_reflection::pb::v1::{ServerReflectionRequest, ServiceResponse};

/// A limit that only ends a hang, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(600);

fn plugin() -> Plugin {
    Plugin::new(Cookie {
        key: "TERRANE_TEST_COOKIE",
        value: "anything",
    })
    .version(5, |_| Ok(Services::new()))
    .version(6, |_| Ok(Services::new()))
    .reflect(include_bytes!("../proto/greeter.fds"))
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
async fn host_may_end_it() {
    let mut running = plugin().start().await.unwrap();
    let mut grpc = tonic::client::Grpc::new(open(&running).await);
    grpc.ready().await.unwrap();
    let codec = tonic_prost::ProstCodec::<(), ()>::default();
    let path = http::uri::PathAndQuery::from_static("/plugin.GRPCController/Shutdown");
    // In a process that continues living, the answer may be cut off.
    let _ = grpc.unary(tonic::Request::new(()), path, codec).await;
    timeout(PATIENCE, running.ended()).await.unwrap();
    timeout(PATIENCE, running.ended()).await.unwrap();
    timeout(PATIENCE, running.stop()).await.unwrap();
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
async fn plugin_without_versions_or_services_does_not_start() {
    let cookie = Cookie {
        key: "TERRANE_TEST_COOKIE",
        value: "anything",
    };
    let nothing = Plugin::new(cookie).start().await;
    assert_eq!(
        nothing.unwrap_err().to_string(),
        "the plugin serves no protocol version, please report this to its author"
    );
    let broken = Plugin::new(cookie)
        .version(1, |_| Err("no licence".into()))
        .start()
        .await;
    let error = broken.unwrap_err();
    assert_eq!(error.to_string(), "cannot start the plugin");
    assert_eq!(error.source().unwrap().to_string(), "no licence");
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

/// A service whose answers are streams: `/stream.Test/Count` counts with pauses, `/stream.Test/Block` blocks its thread.
#[derive(Clone)]
struct Streams {
    release: Arc<Mutex<std::sync::mpsc::Receiver<()>>>,
    /// Gets a message when a thread is about to block.
    blocks: tokio::sync::mpsc::UnboundedSender<()>,
    dropped: tokio::sync::mpsc::UnboundedSender<()>,
}

/// Tells of its end.
struct Alive(tokio::sync::mpsc::UnboundedSender<()>);

impl Drop for Alive {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

impl tonic::server::NamedService for Streams {
    const NAME: &'static str = "stream.Test";
}

impl tower_service::Service<http::Request<Body>> for Streams {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = std::future::Ready<Result<http::Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let frame = |n: u8| Ok::<_, Status>(Frame::data(Bytes::from(vec![0, 0, 0, 0, 2, 0x08, n])));
        let alive = Alive(self.dropped.clone());
        let body = if request.uri().path().ends_with("Block") {
            let (release, blocks) = (self.release.clone(), self.blocks.clone());
            Body::new(StreamBody::new(stream::once(async move {
                let _alive = alive;
                let _ = blocks.send(());
                let _ = release.lock().unwrap().recv();
                frame(0)
            })))
        } else {
            let numbers = stream::iter(1..=5).then(move |n| {
                let _alive = &alive;
                async move {
                    tokio::time::sleep(Duration::from_millis(u64::from(n % 2))).await;
                    frame(n)
                }
            });
            let mut trailers = http::HeaderMap::new();
            trailers.insert("grpc-status", "0".parse().unwrap());
            Body::new(StreamBody::new(
                numbers.chain(stream::once(async { Ok(Frame::trailers(trailers)) })),
            ))
        };
        let response = http::Response::builder().header("content-type", "application/grpc");
        std::future::ready(Ok(response.body(body).unwrap()))
    }
}

/// What a test hears of the streams and tells them.
struct Ends {
    releaser: std::sync::mpsc::Sender<()>,
    blocked: tokio::sync::mpsc::UnboundedReceiver<()>,
    drops: tokio::sync::mpsc::UnboundedReceiver<()>,
}

fn streams() -> (Plugin, Ends) {
    let (releaser, release) = std::sync::mpsc::channel();
    let (blocks, blocked) = tokio::sync::mpsc::unbounded_channel();
    let (dropped, drops) = tokio::sync::mpsc::unbounded_channel();
    let service = Streams {
        release: Arc::new(Mutex::new(release)),
        blocks,
        dropped,
    };
    let plugin = Plugin::new(Cookie {
        key: "TERRANE_TEST_COOKIE",
        value: "anything",
    })
    .version(1, |_| Ok(Services::new().with(service)));
    let ends = Ends {
        releaser,
        blocked,
        drops,
    };
    (plugin, ends)
}

async fn call(channel: tonic::transport::Channel, path: &'static str) -> tonic::Streaming<u32> {
    let mut grpc = tonic::client::Grpc::new(channel);
    grpc.ready().await.unwrap();
    let codec = tonic_prost::ProstCodec::<(), u32>::default();
    let path = http::uri::PathAndQuery::from_static(path);
    grpc.server_streaming(tonic::Request::new(()), path, codec)
        .await
        .unwrap()
        .into_inner()
}

#[tokio::test]
async fn streams_arrive_whole_and_in_order() {
    let (plugin, _ends) = streams();
    let running = plugin.start().await.unwrap();
    let numbers: Vec<u32> = call(open(&running).await, "/stream.Test/Count")
        .await
        .map(Result::unwrap)
        .collect()
        .await;
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
}

#[tokio::test]
async fn stream_that_the_host_cancels_is_dropped() {
    let (plugin, mut ends) = streams();
    let running = plugin.start().await.unwrap();
    let mut numbers = call(open(&running).await, "/stream.Test/Count").await;
    assert_eq!(numbers.message().await.unwrap(), Some(1));
    drop(numbers);
    timeout(PATIENCE, ends.drops.recv()).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stream_that_blocks_its_thread_does_not_block_the_server() {
    let (plugin, mut ends) = streams();
    let running = plugin.start().await.unwrap();
    let channel = open(&running).await;
    let blocked = tokio::spawn(call(channel.clone(), "/stream.Test/Block"));
    timeout(PATIENCE, ends.blocked.recv()).await.unwrap();
    timeout(PATIENCE, ping(channel)).await.unwrap().unwrap();
    ends.releaser.send(()).unwrap();
    blocked.await.unwrap();
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
