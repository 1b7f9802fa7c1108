//! A channel that hears the messages which pass.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::{Buf as _, Bytes, BytesMut};
use http_body::{Frame, SizeHint};
use terrane_protocol::BoxFuture;
use terrane_protocol::peer::Channel;
use tonic::body::Body;
use tonic::codegen::StdError;
use tonic::{Code, Status};
use tower_service::Service;

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// The length of what precedes each message: a flag for compression, and the length of the message.
const PREFIX: usize = 5;

/// Gets each call once it has ended.
pub(crate) type Listener = Arc<dyn Fn(HeardCall) + Send + Sync>;

/// The messages of one call.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeardCall {
    /// The number of calls that began before.
    pub(crate) position: usize,
    /// The name of the RPC.
    pub(crate) rpc: String,
    pub(crate) requests: Vec<Bytes>,
    pub(crate) responses: Vec<Bytes>,
    /// How the call ended. `None` if the host did not wait for the end.
    pub(crate) status: Option<(Code, String)>,
    pub(crate) took: Duration,
}

/// A call that passes. It ends when nothing passes any more, so when both its bodies are dropped.
struct Passing {
    began: Instant,
    call: Mutex<HeardCall>,
    listener: Listener,
}

impl Passing {
    fn change(&self, change: impl FnOnce(&mut HeardCall)) {
        change(&mut self.call.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn end(&self, headers: &http::HeaderMap) {
        if let Some(status) = Status::from_header_map(headers) {
            self.change(|call| {
                call.status = Some((status.code(), status.message().to_owned()));
            });
        }
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        let call = self.call.get_mut().unwrap_or_else(PoisonError::into_inner);
        call.took = self.began.elapsed();
        (self.listener)(std::mem::take(call));
    }
}

/// Passes calls to a channel.
#[derive(Clone)]
pub(crate) struct Tap<C> {
    channel: C,
    listener: Listener,
    calls: Arc<AtomicUsize>,
}

impl<C: Channel> Tap<C> {
    pub(crate) fn new(channel: C, listener: Listener) -> Self {
        Self {
            channel,
            listener,
            calls: Arc::default(),
        }
    }
}

impl<C: Channel> Service<HttpRequest> for Tap<C> {
    type Response = HttpResponse;
    type Error = StdError;
    type Future = BoxFuture<'static, Result<HttpResponse, StdError>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), StdError>> {
        self.channel.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, request: HttpRequest) -> Self::Future {
        let rpc = request.uri().path().rsplit('/').next();
        let call = Arc::new(Passing {
            began: Instant::now(),
            call: Mutex::new(HeardCall {
                position: self.calls.fetch_add(1, Ordering::Relaxed),
                rpc: rpc.unwrap_or_default().to_owned(),
                ..HeardCall::default()
            }),
            listener: Arc::clone(&self.listener),
        });
        let request = {
            let call = Arc::clone(&call);
            request.map(|body| Listening::wrap(body, call, Side::Request))
        };
        let answer = self.channel.call(request);
        Box::pin(async move {
            let answer = answer.await.map_err(Into::into)?;
            // An answer without messages has its status in the headers.
            call.end(answer.headers());
            Ok(answer.map(|body| Listening::wrap(Body::new(body), call, Side::Response)))
        })
    }
}

#[derive(Clone, Copy)]
enum Side {
    Request,
    Response,
}

/// A body whose messages are heard while it passes.
struct Listening {
    body: Body,
    /// The part of a message that has passed.
    rest: BytesMut,
    call: Arc<Passing>,
    side: Side,
}

impl Listening {
    fn wrap(body: Body, call: Arc<Passing>, side: Side) -> Body {
        Body::new(Self {
            body,
            rest: BytesMut::new(),
            call,
            side,
        })
    }

    fn hear(&mut self, data: &[u8]) {
        self.rest.extend_from_slice(data);
        while let Some(message) = next_message(&mut self.rest) {
            let side = self.side;
            self.call.change(|call| match side {
                Side::Request => call.requests.push(message),
                Side::Response => call.responses.push(message),
            });
        }
    }
}

/// Removes the first message. `None` if it is not complete.
fn next_message(passed: &mut BytesMut) -> Option<Bytes> {
    let length = passed.get(1..PREFIX)?.try_into().ok()?;
    let length = usize::try_from(u32::from_be_bytes(length)).ok()?;
    if passed.len() - PREFIX < length {
        return None;
    }
    passed.advance(PREFIX);
    Some(passed.split_to(length).freeze())
}

impl http_body::Body for Listening {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        match &frame {
            Poll::Ready(Some(Ok(frame))) => {
                if let Some(data) = frame.data_ref() {
                    let data = data.clone();
                    self.hear(&data);
                } else if let Some(trailers) = frame.trailers_ref() {
                    self.call.end(trailers);
                }
            }
            Poll::Ready(Some(Err(status))) => {
                let status = (status.code(), status.message().to_owned());
                self.call.change(|call| call.status = Some(status));
            }
            Poll::Ready(None) | Poll::Pending => {}
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_wherever_the_data_is_cut() {
        let sent = b"\0\0\0\0\x02ab\0\0\0\0\0\0\0\0\0\x01c";
        for cut in 0..sent.len() {
            let (first, second) = sent.split_at(cut);
            let mut passed = BytesMut::new();
            let mut messages = Vec::new();
            for part in [first, second] {
                passed.extend_from_slice(part);
                messages.extend(std::iter::from_fn(|| next_message(&mut passed)));
            }
            assert_eq!(messages, ["ab", "", "c"]);
        }
    }
}
