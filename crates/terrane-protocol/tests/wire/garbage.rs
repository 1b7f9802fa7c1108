//! Malformed requests and responses for every RPC.

use std::convert::Infallible;
use std::fmt::Debug;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use tonic::body::Body;
use tower_service::Service;

use super::provider::{Expecting, call_all};
use super::socket::behind_socket;
use super::{Tap, call_raw, client, frame, server};
use crate::*;

/// How many damaged requests each RPC gets.
const PAYLOADS: usize = 120;

/// How many damaged requests each RPC gets over a real connection.
const OVER_A_CONNECTION: usize = 40;

/// A random number generator with repeatable results.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[3]
    }

    /// Makes a damaged frame from a valid one: cuts, changes or replaces bytes. Sometimes the result is not even a frame.
    pub(super) fn damage(&mut self, good: &[u8]) -> Bytes {
        let mut message = good.get(5..).unwrap_or_default().to_vec();
        match self.below(5) {
            0 => message.truncate(self.below(message.len())),
            1 | 2 => {
                for _ in 0..=self.below(8) {
                    if !message.is_empty() {
                        let at = self.below(message.len());
                        message[at] = self.byte();
                    }
                }
            }
            3 => message = (0..self.below(64)).map(|_| self.byte()).collect(),
            _ => {
                let mut raw = good.to_vec();
                raw.truncate(self.below(raw.len()));
                for _ in 0..self.below(4) {
                    raw.push(self.byte());
                }
                return raw.into();
            }
        }
        frame(&message)
    }
}

/// Bytes that are not a valid message of any type. All of them must be refused.
fn hopeless() -> Vec<(&'static str, Bytes)> {
    let huge_varint = [0xff; 10];
    vec![
        ("a key that does not end", frame(&huge_varint)),
        (
            "a length that does not end",
            frame(&[&[0x0a][..], &huge_varint].concat()),
        ),
        (
            "a length of 2^63",
            frame(&[
                0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1,
            ]),
        ),
        (
            "more than is there",
            frame(&[0x0a, 0xff, 0xff, 0xff, 0x7f, b'x']),
        ),
        ("a wire type that does not exist", frame(&[0x0f])),
        ("field 0", frame(&[0x02, 0])),
        ("groups without end", frame(&vec![0x0b; 100_000])),
        ("the end of no group", frame(&[0x0c])),
        (
            "an unknown compression",
            Bytes::from_static(&[7, 0, 0, 0, 0]),
        ),
        (
            "compressed by nobody",
            Bytes::from_static(&[1, 0, 0, 0, 1, 0]),
        ),
        ("half a frame", Bytes::from_static(&[0, 0, 0, 1, 0, 0x0a])),
        ("4 GiB", Bytes::from_static(&[0, 0xff, 0xff, 0xff, 0xff, 0])),
        ("half a header", Bytes::from_static(&[0, 0, 0])),
    ]
}

/// The gRPC codes of refusals. They include those that tonic returns for bytes that are not even a frame.
const REFUSALS: [i32; 5] = [3, 8, 11, 12, 13];

/// Sends damaged requests to each RPC. A valid call must work afterwards.
async fn withstands<S>(mut server: S, good: &[(String, Bytes)], payloads: usize)
where
    S: Service<http::Request<Body>, Response = http::Response<Body>, Error: Debug>,
{
    let mut random = Random::new();
    let mut refused = 0;
    for (path, good) in good {
        for (what, bytes) in hopeless() {
            let (code, message) = call_raw(&mut server, path, bytes).await;
            assert!(REFUSALS.contains(&code), "{path}, {what}: {code} {message}");
        }
        for _ in 0..payloads {
            let (code, message) = call_raw(&mut server, path, random.damage(good)).await;
            // Some requests are valid by chance. All others must be refused without a panic.
            assert!(!message.contains("panicked"), "{path}: {message}");
            assert!(
                code == 0 || REFUSALS.contains(&code),
                "{path}: {code} {message}"
            );
            refused += usize::from(code != 0);
        }
        let (code, message) = call_raw(&mut server, path, good.clone()).await;
        assert_eq!(code, 0, "{path} after the garbage: {message}");
    }
    assert!(
        refused > good.len() * payloads / 20,
        "only {refused} were refused"
    );
}

/// Returns the encoded requests of every RPC, by path.
pub(super) async fn good_calls(version: Version) -> Vec<(String, Bytes)> {
    let tap = Tap::default();
    let client = client(version, tap.clone());
    call_all(&*client, version).await;
    let calls = tap.0.lock().unwrap().clone();
    let expected = match version {
        Version::V5 => 28,
        Version::V6 => 36,
    };
    assert_eq!(calls.len(), expected);
    calls
}

#[tokio::test]
async fn protocol_5_withstands_garbage() {
    let server = server(Version::V5, Expecting::anything(Version::V5));
    withstands(server, &good_calls(Version::V5).await, PAYLOADS).await;
}

#[tokio::test]
async fn protocol_6_withstands_garbage() {
    let server = server(Version::V6, Expecting::anything(Version::V6));
    withstands(server, &good_calls(Version::V6).await, PAYLOADS).await;
}

#[tokio::test]
async fn one_connection_withstands_all_garbage() {
    for version in Version::ALL {
        let server = Server::new(Expecting::anything(version)).versions([version]);
        let (_running, process, provider) = behind_socket(server).await;
        let good = good_calls(version).await;
        withstands(process.client.channel(), &good, OVER_A_CONNECTION).await;
        let request = EmptyRequest::default();
        provider.stop_provider(request).await.unwrap();
    }
}

#[tokio::test]
async fn methods_that_do_not_exist_are_unimplemented() {
    let server = Server::new(Expecting::anything(Version::V6));
    let (_running, process, provider) = behind_socket(server).await;
    let mut channel = process.client.channel();
    for path in [
        "/tfplugin6.Provider/FeedResource",
        "/tfplugin6.Provider/readresource",
        "/tfplugin6.Provider/",
        "/tfplugin6.Provider/ReadResource/",
        "/tfplugin6.Feeder/ReadResource",
        // An RPC of the other protocol version, which was not negotiated.
        "/tfplugin5.Provider/ReadResource",
        "/",
    ] {
        for body in [Bytes::new(), frame(b""), frame(&[0xff; 10])] {
            let (code, message) = call_raw(&mut channel, path, body).await;
            assert_eq!(code, 12, "{path}: {message}");
        }
    }
    let request = EmptyRequest::default();
    provider.stop_provider(request).await.unwrap();
}

/// A server whose responses are damaged.
#[derive(Clone)]
struct Damaging<S> {
    server: S,
    random: Arc<Mutex<Random>>,
}

impl<S> Service<http::Request<Body>> for Damaging<S>
where
    S: Service<
            http::Request<Body>,
            Response = http::Response<Body>,
            Error = Infallible,
            Future: Send + 'static,
        >,
{
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.server.poll_ready(cx)
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let answer = self.server.call(request);
        let random = Arc::clone(&self.random);
        Box::pin(async move {
            let (head, body) = answer.await?.into_parts();
            let body = body.collect().await.unwrap();
            let trailers = body.trailers().cloned();
            let damaged = random.lock().unwrap().damage(&body.to_bytes());
            let body = Full::new(damaged).with_trailers(async move { trailers.map(Ok) });
            Ok(http::Response::from_parts(head, Body::new(body)))
        })
    }
}

/// Providers from other toolkits may answer anything.
#[tokio::test]
async fn hosts_withstand_garbage() {
    for version in Version::ALL {
        let provider = Expecting::anything(version);
        let random = Arc::new(Mutex::new(Random::new()));
        let server = server(version, provider);
        let client = client(version, Damaging { server, random });
        let mut refused = 0;
        for _ in 0..PAYLOADS {
            for (method, answer) in pin!(call_all(&*client, version)).await {
                if let Err(error) = answer {
                    assert!(!error.message.is_empty(), "{method}: {error:?}");
                    refused += 1;
                }
            }
        }
        assert!(refused > PAYLOADS * 28 / 4, "only {refused} were refused");
    }
}
