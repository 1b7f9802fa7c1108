//! A channel that records the messages of each call.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::{Buf as _, Bytes, BytesMut};
use http_body::{Frame, SizeHint};
use terrane_composition::peer::Channel;
use terrane_protocol::BoxFuture;
use tonic::body::Body;
use tonic::codegen::StdError;
use tonic::{Code, Status};
use tower_service::Service;

type HttpRequest = http::Request<Body>;
type HttpResponse = http::Response<Body>;

/// The length of what precedes each message: a flag for compression, and the length of the message.
const PREFIX_LENGTH: usize = 5;

/// Is called with each call that has completed.
pub(crate) type OnCall = Arc<dyn Fn(RecordedCall) + Send + Sync>;

/// The messages of one call.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordedCall {
    /// The number of calls that started before.
    pub(crate) position: usize,
    /// The name of the RPC.
    pub(crate) rpc: String,
    pub(crate) requests: Vec<Bytes>,
    pub(crate) responses: Vec<Bytes>,
    /// The status of the call. `None` if the host did not wait for it.
    pub(crate) status: Option<(Code, String)>,
    pub(crate) took: Duration,
}

/// A call that has not completed. It completes when both of its bodies are dropped.
struct CallInProgress {
    started: Instant,
    call: Mutex<RecordedCall>,
    on_call: OnCall,
}

impl CallInProgress {
    fn edit(&self, edit: impl FnOnce(&mut RecordedCall)) {
        edit(&mut self.call.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn set_status(&self, headers: &http::HeaderMap) {
        if let Some(status) = Status::from_header_map(headers) {
            self.edit(|call| {
                call.status = Some((status.code(), status.message().to_owned()));
            });
        }
    }
}

impl Drop for CallInProgress {
    fn drop(&mut self) {
        let call = self.call.get_mut().unwrap_or_else(PoisonError::into_inner);
        call.took = self.started.elapsed();
        (self.on_call)(std::mem::take(call));
    }
}

/// Forwards calls to a channel, and records their messages.
#[derive(Clone)]
pub(crate) struct RecordingChannel<C> {
    channel: C,
    on_call: OnCall,
    calls: Arc<AtomicUsize>,
}

impl<C: Channel> RecordingChannel<C> {
    pub(crate) fn new(channel: C, on_call: OnCall) -> Self {
        Self {
            channel,
            on_call,
            calls: Arc::default(),
        }
    }
}

impl<C: Channel> Service<HttpRequest> for RecordingChannel<C> {
    type Response = HttpResponse;
    type Error = StdError;
    type Future = BoxFuture<'static, Result<HttpResponse, StdError>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), StdError>> {
        self.channel.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, request: HttpRequest) -> Self::Future {
        let rpc = request.uri().path().rsplit('/').next();
        let call = Arc::new(CallInProgress {
            started: Instant::now(),
            call: Mutex::new(RecordedCall {
                position: self.calls.fetch_add(1, Ordering::Relaxed),
                rpc: rpc.unwrap_or_default().to_owned(),
                ..RecordedCall::default()
            }),
            on_call: Arc::clone(&self.on_call),
        });
        let request_call = Arc::clone(&call);
        let recorded = request.map(|body| RecordedBody::wrap(body, request_call, Side::Request));
        let answer = self.channel.call(recorded);
        Box::pin(async move {
            let response = answer.await.map_err(Into::into)?;
            // A response without messages has its status in the headers.
            call.set_status(response.headers());
            Ok(response.map(|body| RecordedBody::wrap(Body::new(body), call, Side::Response)))
        })
    }
}

#[derive(Clone, Copy)]
enum Side {
    Request,
    Response,
}

/// A body whose messages are recorded.
struct RecordedBody {
    body: Body,
    /// The part of a message that has arrived.
    rest: BytesMut,
    call: Arc<CallInProgress>,
    side: Side,
}

impl RecordedBody {
    fn wrap(body: Body, call: Arc<CallInProgress>, side: Side) -> Body {
        Body::new(Self {
            body,
            rest: BytesMut::new(),
            call,
            side,
        })
    }

    fn record(&mut self, data: &[u8]) {
        self.rest.extend_from_slice(data);
        while let Some(message) = next_message(&mut self.rest) {
            let side = self.side;
            self.call.edit(|call| match side {
                Side::Request => call.requests.push(message),
                Side::Response => call.responses.push(message),
            });
        }
    }
}

/// Removes the first message. `None` if it is not complete.
fn next_message(data: &mut BytesMut) -> Option<Bytes> {
    let encoded_length = data.get(1..PREFIX_LENGTH)?.try_into().ok()?;
    let length = usize::try_from(u32::from_be_bytes(encoded_length)).ok()?;
    if data.len() - PREFIX_LENGTH < length {
        return None;
    }
    data.advance(PREFIX_LENGTH);
    Some(data.split_to(length).freeze())
}

impl http_body::Body for RecordedBody {
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
                    self.record(data);
                } else if let Some(trailers) = frame.trailers_ref() {
                    self.call.set_status(trailers);
                }
            }
            Poll::Ready(Some(Err(status))) => {
                let status = (status.code(), status.message().to_owned());
                self.call.edit(|call| call.status = Some(status));
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
