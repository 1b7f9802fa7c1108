//! Bodies between the two runtimes: a request's, whose message is waited for on the server's, and the author's half of an answer, which is
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

use crate::{MAX_MESSAGE_SIZE, task};

type Part = Result<Frame<Bytes>, Status>;

/// How long the author's code is called without the first part of its request at the latest: a caller of two streams may want to listen
/// first.
const ARRIVAL: Duration = Duration::from_millis(1);

/// What stands before every message of gRPC: a flag, and the message's length.
const PREFIX: usize = 1 + size_of::<u32>();

/// Waits for the first message of a request, which comes after the head and in parts: a call that has it can be answered at once.
pub(super) async fn arrived(request: Request<Body>) -> Request<Body> {
    let (head, mut body) = request.into_parts();
    if body.is_end_stream() {
        return Request::from_parts(head, body);
    }
    let first = timeout(ARRIVAL, body.frame()).await.ok().flatten();
    let mut missing = first.as_ref().map_or(0, missing_behind);
    let mut parts: Vec<Part> = first.into_iter().collect();
    while missing > 0
        && let Some(part) = body.frame().await
    {
        missing = match part {
            Ok(_) => missing.saturating_sub(data(&part).len()),
            Err(_) => 0,
        };
        parts.push(part);
    }
    let body = Body::new(Arrived {
        parts: parts.into_iter(),
        rest: body,
    });
    Request::from_parts(head, body)
}

/// Tells how many bytes of a message come after its first part.
///
/// None where that tells nothing, and of a message that is too large: to refuse it takes no more.
fn missing_behind(first: &Part) -> usize {
    let data = data(first);
    let Some((prefix, begin)) = data.split_first_chunk::<PREFIX>() else {
        return 0;
    };
    let [_flag, length @ ..] = *prefix;
    match usize::try_from(u32::from_be_bytes(length)) {
        Ok(length @ ..=MAX_MESSAGE_SIZE) => length.saturating_sub(begin.len()),
        _ => 0,
    }
}

fn data(part: &Part) -> &[u8] {
    let frame = part.as_ref().ok();
    frame.and_then(Frame::data_ref).map_or(&[], |data| data)
}

/// A body some of whose parts have been read.
struct Arrived {
    parts: std::vec::IntoIter<Part>,
    rest: Body,
}

impl http_body::Body for Arrived {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Part>> {
        match self.parts.next() {
            Some(part) => Poll::Ready(Some(part)),
            None => Pin::new(&mut self.rest).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.parts.as_slice().is_empty() && self.rest.is_end_stream()
    }
}

/// An answer of one message has so many parts at most: the message, or what stands before it and the message, and the trailers.
const PARTS: usize = 3;

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

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use http_body_util::StreamBody;
    use tokio::sync::mpsc::UnboundedSender;
    use tokio::task::JoinHandle;

    use super::*;

    /// A request that is on its way, and the way.
    fn arriving() -> (UnboundedSender<Part>, JoinHandle<Request<Body>>) {
        let (sender, mut parts) = mpsc::unbounded_channel();
        let body = futures_util::stream::poll_fn(move |cx| parts.poll_recv(cx));
        let request = Request::new(Body::new(StreamBody::new(body)));
        (sender, tokio::spawn(arrived(request)))
    }

    fn part(bytes: &[u8]) -> Part {
        Ok(Frame::data(Bytes::copy_from_slice(bytes)))
    }

    /// What of a request can be had without waiting.
    fn present(request: Request<Body>) -> Vec<Result<Vec<u8>, String>> {
        let mut body = request.into_body();
        let parts = std::iter::from_fn(|| body.frame().now_or_never().flatten());
        let bytes = |part: Part| match part {
            Ok(_) => Ok(data(&part).to_vec()),
            Err(status) => Err(status.message().to_owned()),
        };
        parts.map(bytes).collect()
    }

    #[tokio::test]
    async fn message_is_waited_for_as_a_whole() {
        let (sender, arriving) = arriving();
        let parts: [&[u8]; 3] = [&[0, 0, 0, 0, 5, 1, 2], &[3, 4], &[5, 0, 0]];
        for bytes in parts {
            assert!(!arriving.is_finished());
            sender.send(part(bytes)).unwrap();
            tokio::time::sleep(3 * ARRIVAL).await;
        }
        let request = arriving.await.unwrap();
        assert_eq!(present(request), parts.map(|bytes| Ok(bytes.to_vec())));
    }

    #[tokio::test]
    async fn caller_who_gives_up_is_not_waited_for() {
        let (sender, arriving) = arriving();
        sender.send(part(&[0, 0, 0, 0, 5, 1])).unwrap();
        sender.send(Err(Status::cancelled("no more"))).unwrap();
        let request = arriving.await.unwrap();
        let parts = [Ok(vec![0, 0, 0, 0, 5, 1]), Err("no more".to_owned())];
        assert_eq!(present(request), parts);
        drop(sender);
    }

    #[tokio::test]
    async fn nobody_waits_for_what_is_refused_or_has_no_beginning() {
        let large = u32::try_from(MAX_MESSAGE_SIZE + 1).unwrap().to_be_bytes();
        let large = [&[0], &large[..]].concat();
        for bytes in [&large[..], &[0, 0, 0, 0], &[]] {
            let (sender, arriving) = arriving();
            sender.send(part(bytes)).unwrap();
            assert_eq!(present(arriving.await.unwrap()), [Ok(bytes.to_vec())]);
            drop(sender);
        }
        let (sender, arriving) = arriving();
        assert_eq!(present(arriving.await.unwrap()), []);
        drop(sender);
    }
}
