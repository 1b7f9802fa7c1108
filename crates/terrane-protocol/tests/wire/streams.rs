//! Streams, their errors, and cancelled calls.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use http_body_util::StreamBody;
use tokio::sync::Notify;
use tokio::time::timeout;

use super::sample::Sample;
use super::{Remote, call_raw, call_with, client, frame, server, through_wire};
use crate::*;

/// A slow provider that counts the calls in progress.
#[derive(Default)]
struct Slow {
    running: AtomicUsize,
    changed: Notify,
    stored: AtomicUsize,
}

struct Running<'a>(&'a Slow);

impl Slow {
    fn run(&self) -> Running<'_> {
        self.running.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_one();
        Running(self)
    }

    async fn until_running(&self, expected: usize) {
        let reached = async {
            while self.running.load(Ordering::SeqCst) != expected {
                self.changed.notified().await;
            }
        };
        timeout(Duration::from_secs(600), reached).await.unwrap();
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
        self.0.changed.notify_one();
    }
}

impl Provider for Slow {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            Ok(match request {
                Request::ReadResource(_) => {
                    let _running = self.run();
                    pending().await
                }
                Request::ListResource(request) => {
                    let event = || Ok(ListResourceEvent::new());
                    let events: BoxStream<_> = match request.type_name.as_str() {
                        "refuse" => {
                            return Err(RpcError::new(RpcCode::ResourceExhausted, "too many"));
                        }
                        "break" => Box::pin(stream::iter([
                            event(),
                            Err(RpcError::new(RpcCode::Canceled, "enough")),
                        ])),
                        "panic" => Box::pin(stream::iter(0..).map(move |at| match at {
                            0 => event(),
                            _ => panic!("lost in the list"),
                        })),
                        _ => Box::pin(stream::repeat_with(event)),
                    };
                    events.into()
                }
                Request::WriteStateBytes(mut chunks) => {
                    let _running = self.run();
                    while let Some(chunk) = chunks.next().await {
                        chunk?;
                    }
                    self.stored.fetch_add(1, Ordering::SeqCst);
                    Response::WriteStateBytes(DiagnosticsResponse::new())
                }
                Request::StopProvider(_) => Response::StopProvider(StopResponse::default()),
                request => return Err(request.rpc().unimplemented()),
            })
        })
    }
}

async fn list(remote: &dyn Provider, how: &str) -> Vec<Result<ListResourceEvent, RpcError>> {
    let type_name = how.to_owned();
    let request = ListResourceRequest {
        type_name,
        ..ListResourceRequest::default()
    };
    match remote.list_resource(request).await {
        Ok(events) => events.take(10).collect().await,
        Err(error) => vec![Err(error)],
    }
}

#[tokio::test]
async fn streams_end_with_their_error() {
    for version in Version::ALL {
        let remote = through_wire(version, Arc::new(Slow::default()));
        assert_eq!(
            list(&*remote, "refuse").await,
            [Err(RpcError::new(RpcCode::ResourceExhausted, "too many"))]
        );
        assert_eq!(
            list(&*remote, "break").await,
            [
                Ok(ListResourceEvent::new()),
                Err(RpcError::new(RpcCode::Canceled, "enough"))
            ]
        );
        assert_eq!(
            list(&*remote, "panic").await,
            [
                Ok(ListResourceEvent::new()),
                Err(RpcError::new(
                    RpcCode::Internal,
                    "the provider panicked in ListResource"
                )),
            ]
        );
        assert_eq!(list(&*remote, "for ever").await.len(), 10);
        assert!(remote.stop_provider(EmptyRequest {}).await.is_ok());
    }
}

/// Serves a provider over a real socket, for behaviour that a call within this process cannot show.
async fn behind_socket(provider: Arc<dyn Provider>) -> (terrane_plugin::Running, Remote) {
    let running = Server::new(provider).start().await.unwrap();
    let process = Remote::connect(&running).await;
    (running, process)
}

#[tokio::test]
async fn a_cancelled_call_is_cancelled_at_the_provider() {
    let slow = Arc::new(Slow::default());
    let (_running, process) = behind_socket(slow.clone()).await;
    let remote = process.provider();
    let call = tokio::spawn({
        let remote = remote.clone();
        async move { remote.read_resource(ReadResourceRequest::default()).await }
    });
    slow.until_running(1).await;
    call.abort();
    slow.until_running(0).await;
    assert!(remote.stop_provider(EmptyRequest {}).await.is_ok());
}

#[tokio::test]
async fn other_calls_work_while_one_runs() {
    let slow = Arc::new(Slow::default());
    let (_running, process) = behind_socket(slow.clone()).await;
    let remote = process.provider();
    let call = tokio::spawn({
        let remote = remote.clone();
        async move { remote.read_resource(ReadResourceRequest::default()).await }
    });
    slow.until_running(1).await;
    assert!(remote.stop_provider(EmptyRequest {}).await.is_ok());
    assert_eq!(list(&*remote, "for ever").await.len(), 10);
    call.abort();
}

/// A store must never take half a state for a whole one.
#[tokio::test]
async fn an_error_in_a_written_stream_aborts_the_call() {
    let slow = Arc::new(Slow::default());
    let (_running, process) = behind_socket(slow.clone()).await;
    let remote = process.provider();
    let chunks = [
        Ok(WriteStateBytesChunk::new()),
        Err(RpcError::new(RpcCode::Internal, "the disk is gone")),
    ];
    let written = remote
        .write_state_bytes(Box::pin(stream::iter(chunks)))
        .await;
    assert_eq!(
        written,
        Err(RpcError::new(RpcCode::Internal, "the disk is gone"))
    );
    slow.until_running(0).await;
    assert_eq!(slow.stored.load(Ordering::SeqCst), 0);

    let chunks = [
        Ok(WriteStateBytesChunk::new()),
        Ok(WriteStateBytesChunk::new()),
    ];
    let written = remote
        .write_state_bytes(Box::pin(stream::iter(chunks)))
        .await;
    assert_eq!(written, Ok(DiagnosticsResponse::new()));
    assert_eq!(slow.stored.load(Ordering::SeqCst), 1);
}

/// A truncated frame must yield one error and end the stream. If the error repeated, code that collects the stream would run forever.
#[tokio::test]
async fn a_stream_that_is_cut_off_ends_with_its_error() {
    #[derive(Default)]
    struct Collects(std::sync::Mutex<Vec<Result<WriteStateBytesChunk, RpcError>>>);
    impl Provider for Collects {
        fn call(&self, request: Request) -> ResponseFuture<'_> {
            Box::pin(async move {
                let Request::WriteStateBytes(chunks) = request else {
                    return Err(request.rpc().unimplemented());
                };
                *self.0.lock().unwrap() = chunks.take(5).collect().await;
                Ok(Response::WriteStateBytes(DiagnosticsResponse::default()))
            })
        }
    }
    let whole = frame(b"");
    let cut_off = [&whole[..], &[0, 0, 0, 1, 0, 0x0a]].concat();

    let collects = Arc::new(Collects::default());
    let mut server = server(Version::V6, collects.clone());
    let path = "/tfplugin6.Provider/WriteStateBytes";
    call_raw(&mut server, path, cut_off.clone().into()).await;
    let chunks = std::mem::take(&mut *collects.0.lock().unwrap());
    let [Ok(_), Err(error)] = &chunks[..] else {
        panic!("{chunks:?}")
    };
    assert_eq!(error.code, RpcCode::Internal, "{error:?}");

    let answer = move |_: http::Request<tonic::body::Body>| {
        let body = tonic::body::Body::new(http_body_util::Full::from(cut_off.clone()));
        std::future::ready(Ok::<_, std::convert::Infallible>(
            http::Response::builder()
                .header("content-type", "application/grpc")
                .body(body)
                .unwrap(),
        ))
    };
    let client = client(Version::V6, Answering(answer));
    let events: Vec<_> = client
        .list_resource(ListResourceRequest::default())
        .await
        .unwrap()
        .take(5)
        .collect()
        .await;
    assert!(matches!(events[..], [Ok(_), Err(_)]), "{events:?}");
}

/// A channel whose answers come from a function.
#[derive(Clone)]
struct Answering<F>(F);

impl<F, A> tower_service::Service<http::Request<tonic::body::Body>> for Answering<F>
where
    F: Fn(http::Request<tonic::body::Body>) -> A,
    A: Future<Output = Result<http::Response<tonic::body::Body>, std::convert::Infallible>>,
{
    type Response = http::Response<tonic::body::Body>;
    type Error = std::convert::Infallible;
    type Future = A;

    fn poll_ready(
        &mut self,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Result<(), Self::Error>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<tonic::body::Body>) -> A {
        (self.0)(request)
    }
}

/// When the caller cancels a stream, tonic ends the stream as if it were complete.
#[tokio::test]
async fn an_aborted_write_is_not_stored() {
    for status in [
        tonic::Status::cancelled("reset"),
        tonic::Status::unavailable("gone"),
    ] {
        let slow = Arc::new(Slow::default());
        let mut server = server(Version::V6, slow.clone());
        let frames = [Ok(http_body::Frame::data(frame(b""))), Err(status.clone())];
        let body = stream::iter(frames);
        let (code, message) = call_with(
            &mut server,
            "/tfplugin6.Provider/WriteStateBytes",
            StreamBody::new(body),
        )
        .await;
        assert_ne!(code, 0, "{status:?}: {message}");
        assert_eq!(slow.stored.load(Ordering::SeqCst), 0, "{status:?}");
    }
}

#[tokio::test]
async fn an_exited_provider_is_unavailable() {
    let slow = Arc::new(Slow::default());
    let (running, process) = behind_socket(slow.clone()).await;
    let remote = process.provider();
    let call = tokio::spawn({
        let remote = remote.clone();
        async move { remote.read_resource(ReadResourceRequest::default()).await }
    });
    slow.until_running(1).await;
    running.stop().await;
    let error = timeout(Duration::from_secs(600), call)
        .await
        .unwrap()
        .unwrap()
        .unwrap_err();
    assert_eq!(error.code, RpcCode::Unavailable, "{error:?}");
    let error = remote.stop_provider(EmptyRequest {}).await.unwrap_err();
    assert_eq!(error.code, RpcCode::Unavailable, "{error:?}");
}
