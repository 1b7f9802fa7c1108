//! A limit for the total memory of the messages of all open calls.
//!
//! A large message is read only once the budget has room for it. Until then its stream is not read at all, and HTTP/2's flow control stops the
//! sender. The window of a connection has room for the windows of all its streams. So waiting streams cannot block other streams.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use http_body::Frame;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::Request;

use crate::MAX_MESSAGE_SIZE;

/// Bytes that a peer may send on a stream before they are read.
pub(crate) const STREAM_WINDOW: u32 = 64 << 10;

/// The budget for all large messages together, in bytes. It has room for one message of the largest size, or for several smaller ones.
const TOTAL: usize = MAX_MESSAGE_SIZE;

/// Messages of up to this length are not counted, because the windows of all streams limit them.
const UNCOUNTED: usize = STREAM_WINDOW as usize;

/// The prefix of every gRPC message: a flag, and the length of the message.
const PREFIX: usize = 1 + size_of::<u32>();

/// The unit of the budget, in bytes. Counting units instead of bytes keeps the count of permits within `u32`.
const UNIT: usize = 1 << 10;

type Permit = Pin<Box<dyn Future<Output = Option<OwnedSemaphorePermit>> + Send>>;

/// The budget for large messages of open calls. Clones share it.
#[derive(Clone)]
pub(crate) struct Budget(Arc<Semaphore>);

/// The part of the budget that a call has for its last large message.
///
/// The call returns its share when it is answered, because its request may be in memory until then.
#[derive(Clone, Default)]
pub(crate) struct Share(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Share {
    fn set(&self, permit: Option<OwnedSemaphorePermit>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = permit;
    }
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(TOTAL / UNIT)))
    }

    /// Makes the messages of a request wait until the budget has room for them.
    pub(crate) fn limit(&self, request: Request<Body>) -> (Request<Body>, Share) {
        let share = Share::default();
        let limited = request.map(|body| {
            Body::new(Limited {
                body,
                budget: self.clone(),
                share: share.clone(),
                boundaries: Boundaries::default(),
                held_back: None,
            })
        });
        (limited, share)
    }

    fn acquire(&self, length: usize) -> Permit {
        let semaphore = Arc::clone(&self.0);
        let units = u32::try_from(length.div_ceil(UNIT)).unwrap_or(u32::MAX);
        Box::pin(async move { semaphore.acquire_many_owned(units).await.ok() })
    }
}

/// A request's body.
struct Limited {
    body: Body,
    budget: Budget,
    share: Share,
    boundaries: Boundaries,
    /// The frame with the start of a large message, while the message waits for the budget.
    held_back: Option<(Frame<Bytes>, Permit)>,
}

impl http_body::Body for Limited {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if self.held_back.is_none() {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => frame,
                end => return Poll::Ready(end),
            };
            let data = frame.data_ref().map_or(&[][..], |data| data);
            match self.boundaries.largest(data) {
                Some(length @ ..=TOTAL) if length > UNCOUNTED => {
                    // The call returns its share before it waits. Otherwise two calls that wait for more could block each other forever.
                    self.share.set(None);
                    let permit = self.budget.acquire(length);
                    self.held_back = Some((frame, permit));
                }
                // A message beyond the limit is refused because of its length, before it is read.
                _ => return Poll::Ready(Some(Ok(frame))),
            }
        }
        if let Some((_, permit)) = &mut self.held_back {
            let permit = ready!(permit.as_mut().poll(cx));
            self.share.set(permit);
        }
        Poll::Ready(self.held_back.take().map(|(frame, _)| Ok(frame)))
    }

    fn is_end_stream(&self) -> bool {
        self.held_back.is_none() && self.body.is_end_stream()
    }
}

/// Finds the starts of messages in the frames of a body.
#[derive(Default)]
struct Boundaries {
    prefix: Vec<u8>,
    /// Bytes of the current message that are still to come.
    missing: usize,
}

impl Boundaries {
    /// Returns the length of the largest message that starts in this frame.
    fn largest(&mut self, mut data: &[u8]) -> Option<usize> {
        let mut largest = None;
        while !data.is_empty() {
            let skipped = self.missing.min(data.len());
            data.advance(skipped);
            self.missing -= skipped;
            if self.missing == 0 {
                let taken = (PREFIX - self.prefix.len()).min(data.len());
                self.prefix.extend_from_slice(&data[..taken]);
                data.advance(taken);
                if let [_flag, a, b, c, d] = self.prefix[..] {
                    let length = u32::from_be_bytes([a, b, c, d]);
                    self.missing = usize::try_from(length).unwrap_or(usize::MAX);
                    largest = largest.max(Some(self.missing));
                    self.prefix.clear();
                }
            }
        }
        largest
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, StreamExt, stream};
    use http_body_util::{BodyExt, StreamBody};
    use proptest::prelude::*;

    use super::*;

    fn message(length: usize) -> Vec<u8> {
        let mut message = vec![0];
        message.extend(u32::try_from(length).unwrap().to_be_bytes());
        message
    }

    /// Makes a request of which only the given frames have arrived.
    fn request(budget: &Budget, frames: Vec<Vec<u8>>) -> (Body, Share) {
        let frames = stream::iter(frames)
            .map(|frame| Ok::<_, Status>(Frame::data(Bytes::from(frame))))
            .chain(stream::pending());
        let (request, share) = budget.limit(Request::new(Body::new(StreamBody::new(frames))));
        (request.into_body(), share)
    }

    /// Returns the length of the next frame, if it is available without waiting.
    fn next(body: &mut Body) -> Option<usize> {
        let frame = body.frame().now_or_never()??.unwrap();
        Some(frame.into_data().unwrap().len())
    }

    #[test]
    fn large_message_waits_until_earlier_calls_are_answered_and_small_ones_do_not() {
        let budget = Budget::new();
        let (mut first, share) = request(&budget, vec![message(TOTAL)]);
        assert_eq!(next(&mut first), Some(PREFIX));
        let (mut second, _share) = request(&budget, vec![message(UNCOUNTED + 1), vec![1]]);
        assert_eq!(next(&mut second), None);
        let (mut small, _share) = request(&budget, vec![message(UNCOUNTED)]);
        assert_eq!(next(&mut small), Some(PREFIX));
        drop(first);
        assert_eq!(
            next(&mut second),
            None,
            "the first call is not answered yet"
        );
        drop(share);
        assert_eq!(next(&mut second), Some(PREFIX));
        assert_eq!(next(&mut second), Some(1));
    }

    #[test]
    fn streams_of_large_messages_do_not_wait_for_each_other_for_ever() {
        let budget = Budget::new();
        let length = UNCOUNTED + 1;
        let two_messages = || vec![message(length), vec![7; length], message(TOTAL)];
        let (mut first, first_share) = request(&budget, two_messages());
        let (mut second, _second_share) = request(&budget, two_messages());
        for body in [&mut first, &mut second] {
            assert_eq!(next(body), Some(PREFIX));
            assert_eq!(next(body), Some(length));
        }
        assert_eq!(next(&mut first), None, "the second one has a share");
        // To wait for its next message, the first call returns its share.
        assert_eq!(next(&mut second), None);
        assert_eq!(next(&mut first), Some(PREFIX));
        drop((first, first_share));
        assert_eq!(next(&mut second), Some(PREFIX));
    }

    #[test]
    fn message_above_the_limit_is_refused_by_the_service() {
        let budget = Budget::new();
        let (mut body, _share) = request(&budget, vec![message(TOTAL + 1)]);
        assert_eq!(next(&mut body), Some(PREFIX));
        let (mut body, _share) = request(&budget, vec![message(TOTAL)]);
        assert_eq!(next(&mut body), Some(PREFIX));
    }

    proptest! {
        #[test]
        fn boundaries_are_found_in_frames_of_any_length(
            lengths in prop::collection::vec(0usize..40, 1..8),
            cuts in prop::collection::vec(1usize..9, 1..200),
        ) {
            let mut bytes = Vec::new();
            for length in &lengths {
                bytes.extend(message(*length));
                bytes.resize(bytes.len() + length, 7);
            }
            let mut boundaries = Boundaries::default();
            let (mut rest, mut found) = (&bytes[..], Vec::new());
            for cut in cuts.into_iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                // Frames have up to eight bytes. So a frame contains the start of two messages only if the first message is short.
                let (frame, later) = rest.split_at(cut.min(rest.len()));
                found.extend(boundaries.largest(frame));
                rest = later;
            }
            prop_assert_eq!(found.iter().max(), lengths.iter().max());
            prop_assert_eq!((boundaries.missing, boundaries.prefix.len()), (0, 0));
        }
    }
}
