//! Answers that have been encoded before, past tonic's encoder: that would copy them into a buffer of its own, and the answer with all
//! schemas is large enough that a copy can be seen in the time of a start.

use std::array;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{BufMut, Bytes, BytesMut};
use http::{HeaderMap, HeaderValue};
use http_body::{Body as HttpBody, Frame};
use tonic::Response;
use tonic::body::Body;

use super::codec::Outgoing;

/// What stands before every message of gRPC: a flag, which is set for those that are compressed, and the message's length.
const PREFIX: usize = 1 + size_of::<u32>();

/// A message that is on its way beside its response.
#[derive(Clone)]
struct SetAside(Bytes);

/// Makes the response of an answer. One that is encoded already goes beside it.
pub(super) fn set_aside(answer: Outgoing) -> Response<Outgoing> {
    match answer {
        Outgoing::Built(_) => Response::new(answer),
        Outgoing::Encoded(message) => {
            let mut response = Response::new(Outgoing::Encoded(Bytes::new()));
            response.extensions_mut().insert(SetAside(message));
            response
        }
    }
}

/// Makes the message that was set aside the body of its response.
pub(super) fn put_back(mut response: http::Response<Body>) -> http::Response<Body> {
    if let Some(SetAside(message)) = response.extensions_mut().remove() {
        *response.body_mut() = Body::new(Answer::new(message));
    }
    response
}

/// The body of an answer of one message.
struct Answer(array::IntoIter<Frame<Bytes>, 3>);

impl Answer {
    fn new(message: Bytes) -> Self {
        let mut prefix = BytesMut::with_capacity(PREFIX);
        prefix.put_u8(0);
        // No message is larger: the length of this one has been looked at.
        prefix.put_u32(u32::try_from(message.len()).unwrap_or(u32::MAX));
        let mut trailers = HeaderMap::new();
        trailers.insert("grpc-status", HeaderValue::from_static("0"));
        let frames = [
            Frame::data(prefix.freeze()),
            Frame::data(message),
            Frame::trailers(trailers),
        ];
        Self(frames.into_iter())
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = tonic::Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, tonic::Status>>> {
        Poll::Ready(self.0.next().map(Ok))
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_slice().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    /// What becomes of an answer, past where tonic would encode it.
    fn response(answer: Outgoing) -> http::Response<Body> {
        let (_, _, beside) = set_aside(answer).into_parts();
        let mut response = http::Response::new(Body::empty());
        *response.extensions_mut() = beside;
        put_back(response)
    }

    #[tokio::test]
    async fn encoded_answer_is_a_message_and_trailers() {
        let message = Bytes::from(vec![7; 70_000]);
        let response = response(Outgoing::Encoded(message.clone()));
        assert!(!response.body().is_end_stream());
        let body = response.into_body().collect().await.unwrap();
        let trailers = body.trailers().cloned().unwrap();
        assert_eq!(trailers["grpc-status"], "0");
        let bytes = body.to_bytes();
        assert_eq!(bytes[..PREFIX], [0, 0, 1, 0x11, 0x70]);
        assert_eq!(bytes[PREFIX..], message);
    }

    #[test]
    fn other_answers_are_left_alone() {
        let built = Outgoing::Built(Box::new(String::from("a message")));
        assert!(response(built).body().is_end_stream());
    }
}
