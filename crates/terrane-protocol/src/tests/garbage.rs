//! Bytes that make no sense, into every RPC.

use std::convert::Infallible;

use bytes::Bytes;
use tonic::body::Body;
use tower_service::Service;

use super::provider::{Expecting, call_all};
use super::{Tap, call_raw, frame};
use crate::{Version, v5, v6};

const PAYLOADS: usize = 10_000;

/// Repeatable and good enough to break things.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[3]
    }

    /// A frame made of a good one by cutting, changing or replacing; now and then not even a frame.
    fn damage(&mut self, good: &[u8]) -> Bytes {
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

async fn withstands<S>(mut server: S, version: Version, good: Vec<(String, Bytes)>)
where
    S: Service<http::Request<Body>, Response = http::Response<Body>, Error = Infallible>,
{
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut refused = 0;
    for (path, good) in &good {
        for _ in 0..PAYLOADS {
            let (code, message) = call_raw(&mut server, path, random.damage(good)).await;
            // Some are good by chance. The others are refused, never by a panic.
            assert!(
                !message.contains("panicked"),
                "{version:?} {path}: {message}"
            );
            assert!(
                [0, 3, 8, 11, 12, 13].contains(&code),
                "{version:?} {path}: {code} {message}"
            );
            refused += usize::from(code != 0);
        }
        let (code, message) = call_raw(&mut server, path, good.clone()).await;
        assert_eq!(code, 0, "{version:?} {path} after the garbage: {message}");
    }
    assert!(
        refused > good.len() * PAYLOADS / 20,
        "only {refused} were refused"
    );
}

async fn good_calls<P: crate::Provider>(
    client: P,
    tap: &Tap,
    version: Version,
) -> Vec<(String, Bytes)> {
    call_all(&client, version).await;
    tap.0.lock().unwrap().clone()
}

#[tokio::test]
async fn v5_withstands_garbage() {
    let tap = Tap::default();
    let good = good_calls(v5::Client::new(tap.clone()), &tap, Version::V5).await;
    assert_eq!(good.len(), 28);
    withstands(
        v5::Server::new(Expecting::anything(Version::V5)),
        Version::V5,
        good,
    )
    .await;
}

#[tokio::test]
async fn v6_withstands_garbage() {
    let tap = Tap::default();
    let good = good_calls(v6::Client::new(tap.clone()), &tap, Version::V6).await;
    assert_eq!(good.len(), 36);
    withstands(
        v6::Server::new(Expecting::anything(Version::V6)),
        Version::V6,
        good,
    )
    .await;
}
