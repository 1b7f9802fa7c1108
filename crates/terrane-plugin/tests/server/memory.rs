//! Many large requests at once: their memory is limited, and all are answered.

#![cfg(target_os = "linux")]

use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::body::Body;
use tonic::codegen::http::Request;
use tonic::transport::Channel;
use tower::ServiceExt;
use tower_service::Service;

use crate::raw_host::{PATIENCE, Plugin, command, ping};

const REQUESTS: usize = 64;

/// Four times the budget of messages: the messages, what the greeter decodes from them, and what the allocator keeps of both.
///
/// Without the budget, requests of 20 MiB take 2.5 GiB.
const LIMIT: usize = 4 * (256 << 20);

/// The greeter answers with the length of what follows.
const ORDER: &[u8] = b"length:";

/// A request whose text is sent piece by piece, because not even this test has memory for all of them.
fn request(length: usize) -> Request<Body> {
    let piece = Bytes::from_static(&[b'x'; 64 << 10]);
    let text_length = ORDER.len() + length;
    let mut head = vec![0x0a];
    let mut rest = text_length;
    while rest > 127 {
        head.push(0x80 | u8::try_from(rest & 127).unwrap());
        rest >>= 7;
    }
    head.push(u8::try_from(rest).unwrap());
    let message_length = u32::try_from(head.len() + text_length).unwrap();
    let mut first = vec![0];
    first.extend(message_length.to_be_bytes());
    first.extend(head);
    first.extend(ORDER);
    let pieces = stream::repeat(piece.clone()).take(length / piece.len());
    let frames = stream::once(async { Bytes::from(first) })
        .chain(pieces)
        .map(|data| Ok::<_, Infallible>(Frame::data(data)));
    let body = Body::new(StreamBody::new(frames).map_err(|never| match never {}));
    Request::post("http://localhost/example.Greeter/Greet")
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(body)
        .unwrap()
}

async fn call(mut channel: Channel, length: usize) -> Vec<u8> {
    let response = channel.ready().await.unwrap().call(request(length)).await;
    let body = response.unwrap().into_body().collect().await.unwrap();
    assert_eq!(body.trailers().unwrap()["grpc-status"], "0");
    body.to_bytes().to_vec()
}

/// Makes the requests at once, each with so many bytes of text.
async fn check(length: usize) {
    let plugin = Plugin::start(command());
    let channel = plugin.channel().await;
    let mut calls = JoinSet::new();
    for _ in 0..REQUESTS {
        calls.spawn(call(channel.clone(), length));
    }
    // Small calls, health and the others, pass the large ones that wait.
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        timeout(PATIENCE, call(channel.clone(), 0)).await.unwrap();
        timeout(PATIENCE, ping(channel.clone()))
            .await
            .unwrap()
            .unwrap();
    }
    while let Some(answer) = calls.join_next().await {
        assert!(answer.unwrap().ends_with(length.to_string().as_bytes()));
    }
    let peak = plugin.peak_memory();
    assert!(
        peak < LIMIT,
        "a peak of {peak} bytes, expected {LIMIT} at most"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_requests_of_20_mib_are_answered_within_a_limit_of_memory() {
    check(20 << 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes more than a minute"]
async fn sixty_four_requests_of_200_mib_are_answered_within_a_limit_of_memory() {
    check(200 << 20).await;
}
