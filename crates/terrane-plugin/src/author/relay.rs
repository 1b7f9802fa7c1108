//! Calls of services that may block: each runs on a thread of its own, and its answer is relayed to the server's runtime.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body as _, Frame};
use http_body_util::BodyExt;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower_service::Service;

use super::AuthorRuntime;
use crate::any_service::{AnswerFuture, AnyService};

type Part = Result<Frame<Bytes>, Status>;

/// A service whose calls run on author threads. A call is dropped when its caller gives up.
#[derive(Clone)]
pub(crate) struct Relay {
    pub(crate) service: AnyService,
    pub(crate) author_runtime: AuthorRuntime,
}

impl Service<Request<Body>> for Relay {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = AnswerFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let mut service = self.service.clone();
        let given_up = CancellationToken::new();
        let caller = given_up.clone().drop_guard();
        let (send_head, head) = oneshot::channel();
        let answer = async move {
            let Ok(response) = service.call(request).await;
            let (head, mut body) = response.into_parts();
            // An answer without a body has its trailers in its headers.
            let is_empty = body.is_end_stream();
            let (send_part, parts) = mpsc::channel(1);
            let mut listening = send_head.send((head, is_empty, parts)).is_ok();
            while listening && let Some(part) = body.frame().await {
                listening = send_part.send(part).await.is_ok();
            }
        };
        let has_started = Arc::new(AtomicBool::new(false));
        let starts = Arc::clone(&has_started);
        let task = self.author_runtime.spawn(async move {
            starts.store(true, Ordering::Release);
            given_up.run_until_cancelled(answer).await;
        });
        Box::pin(async move {
            Ok(match head.await {
                Ok((head, true, _)) => Response::from_parts(head, Body::empty()),
                Ok((head, false, parts)) => {
                    let task = Some(task);
                    let body = Relayed {
                        parts,
                        task,
                        _caller: caller,
                    };
                    Response::from_parts(head, Body::new(body))
                }
                Err(_) if has_started.load(Ordering::Acquire) => panicked().into_http(),
                Err(_) => refused().into_http(),
            })
        })
    }
}

/// The system has refused a thread.
fn refused() -> Status {
    Status::resource_exhausted(
        "the system refuses a thread for the call, which a limit of processes may cause",
    )
}

fn panicked() -> Status {
    Status::internal("the plugin panicked")
}

/// The body of an answer that is produced on another thread.
struct Relayed {
    parts: mpsc::Receiver<Part>,
    /// Present until the task has ended.
    task: Option<oneshot::Receiver<()>>,
    /// Drops with the body when the caller gives up.
    _caller: DropGuard,
}

impl http_body::Body for Relayed {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Part>> {
        if let Some(part) = ready!(self.parts.poll_recv(cx)) {
            return Poll::Ready(Some(part));
        }
        let Some(task) = &mut self.task else {
            return Poll::Ready(None);
        };
        let ended = ready!(Pin::new(task).poll(cx));
        self.task = None;
        // Without this error a stream cut off by a panic would look complete to a caller that ignores trailers.
        Poll::Ready(ended.is_err().then(|| Err(panicked())))
    }
}
