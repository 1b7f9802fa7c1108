//! Bodies between the two runtimes: a request's, whose beginning is waited for on the server's, and the author's half of an answer, which is
//! read on the author's and sent from the server's.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body as _, Frame};
use http_body_util::BodyExt;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_util::task::AbortOnDropHandle;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::Request;

use crate::task;

type Part = Result<Frame<Bytes>, Status>;

/// How long the author's code is called without the first part of its request at the latest: a caller of two streams may want to listen
/// first.
const ARRIVAL: Duration = Duration::from_millis(1);

/// Waits for the first part of a request, because callers may send it after the head: a call that has it can be answered at once.
pub(super) async fn arrived(request: Request<Body>) -> Request<Body> {
    let (head, mut body) = request.into_parts();
    if body.is_end_stream() {
        return Request::from_parts(head, body);
    }
    let first = timeout(ARRIVAL, body.frame()).await.ok().flatten();
    let body = Body::new(Arrived { first, rest: body });
    Request::from_parts(head, body)
}

/// A body whose first part may have been read.
struct Arrived {
    first: Option<Part>,
    rest: Body,
}

impl http_body::Body for Arrived {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Part>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(first)),
            None => Pin::new(&mut self.rest).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.first.is_none() && self.rest.is_end_stream()
    }
}

/// An answer to a call of one message has two parts: the message and the trailers.
const PARTS: usize = 2;

/// What has been read of a body so far, and the body if there is more.
pub(super) struct Begun {
    parts: Vec<Part>,
    rest: Option<Body>,
}

/// Reads a body for as long as an answer of one message lasts; runs where the author's code may run.
pub(super) async fn begin(mut body: Body) -> Begun {
    let mut parts = Vec::new();
    // Without a body the trailers are in the head, and must stay there.
    while !body.is_end_stream() {
        if parts.len() == PARTS {
            return Begun {
                parts,
                rest: Some(body),
            };
        }
        match std::future::poll_fn(|cx| Poll::Ready(Pin::new(&mut body).poll_frame(cx))).await {
            Poll::Ready(Some(part)) => parts.push(part),
            Poll::Ready(None) => break,
            // A stream that takes its time.
            Poll::Pending => {
                return Begun {
                    parts,
                    rest: Some(body),
                };
            }
        }
    }
    Begun { parts, rest: None }
}

impl Begun {
    /// Makes a body of it; the rest is read on the author's runtime.
    pub(super) fn into_body(self, author_runtime: &Handle) -> Body {
        if self.parts.is_empty() && self.rest.is_none() {
            return Body::empty();
        }
        let rest = self.rest.map(|mut body| {
            let (sender, parts) = mpsc::channel(1);
            let reading = task::spawn_on(author_runtime, async move {
                while let Some(part) = body.frame().await {
                    if sender.send(part).await.is_err() {
                        return;
                    }
                }
            });
            Rest {
                parts,
                _reading: AbortOnDropHandle::new(reading),
            }
        });
        Body::new(Relayed {
            begun: self.parts.into_iter(),
            rest,
        })
    }
}

/// A body whose parts were read elsewhere.
struct Relayed {
    begun: std::vec::IntoIter<Part>,
    rest: Option<Rest>,
}

struct Rest {
    parts: mpsc::Receiver<Part>,
    /// Ends with the body, which drops when the host gives up.
    _reading: AbortOnDropHandle<()>,
}

impl http_body::Body for Relayed {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Part>> {
        if let Some(part) = self.begun.next() {
            return Poll::Ready(Some(part));
        }
        match &mut self.rest {
            Some(rest) => rest.parts.poll_recv(cx),
            None => Poll::Ready(None),
        }
    }
}
