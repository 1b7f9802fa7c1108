//! The body of an answer that is translated between the protocol versions.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use http_body::Frame;
use http_body_util::BodyExt;
use tonic::Status;
use tonic::body::Body;

use super::editor::Editor;
use crate::wire::Malformed;

/// Edits each chunk of a body as it passes, so the message is never in memory as a whole.
///
/// An error replaces the rest of the body with a status in trailers. A host that has received a part of the message can report the status as an
/// unexpected end of the message.
pub(super) struct Translated {
    body: Body,
    /// `None` after the last frame.
    editor: Option<Editor>,
}

impl Translated {
    pub(super) fn new(body: Body, editor: Editor) -> Self {
        let editor = Some(editor);
        Self { body, editor }
    }
}

impl http_body::Body for Translated {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let Self { body, editor } = &mut *self;
        let Some(editing) = editor else {
            return Poll::Ready(None);
        };
        let frame = ready!(Pin::new(body).poll_frame(context));
        let edited =
            edited(frame, editing).unwrap_or_else(|status| Some(Frame::trailers(trailers(status))));
        if !edited.as_ref().is_some_and(Frame::is_data) {
            *editor = None;
        }
        Poll::Ready(edited.map(Ok))
    }
}

fn edited(
    frame: Option<Result<Frame<Bytes>, Status>>,
    editor: &mut Editor,
) -> Result<Option<Frame<Bytes>>, Status> {
    let Some(frame) = frame.transpose().map_err(unreadable)? else {
        editor.finish().map_err(malformed)?;
        return Ok(None);
    };
    match frame.into_data() {
        Ok(data) => {
            let edited = editor.edit(data).map_err(malformed)?;
            Ok(Some(Frame::data(edited)))
        }
        Err(frame) => {
            let failed = frame.trailers_ref().is_some_and(failed);
            if !failed {
                editor.finish().map_err(malformed)?;
            }
            Ok(Some(frame))
        }
    }
}

/// Reads a body, and returns whether its call has succeeded.
pub(super) async fn succeeds(mut body: Body) -> bool {
    while let Some(Ok(frame)) = body.frame().await {
        if let Ok(trailers) = frame.into_trailers() {
            return !failed(&trailers);
        }
    }
    false
}

/// Whether trailers contain an error, which explains an incomplete message.
fn failed(trailers: &HeaderMap) -> bool {
    trailers.get("grpc-status").is_some_and(|code| code != "0")
}

fn trailers(status: Status) -> HeaderMap {
    let (head, _) = status.into_http::<Body>().into_parts();
    let mut trailers = head.headers;
    trailers.remove(CONTENT_TYPE);
    trailers
}

/// The error of an answer that breaks off.
pub(super) fn unreadable(error: Status) -> Status {
    Status::unavailable(format!("cannot read the message: {error}"))
}

/// The error of an answer that cannot be translated.
pub(super) fn malformed(error: Malformed) -> Status {
    Status::internal(format!("malformed answer: {error}"))
}
