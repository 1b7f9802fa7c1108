//! Replaces texts in messages for users.

use std::fmt;
use std::sync::Arc;

use futures_util::StreamExt as _;

use super::Interceptor;
use terrane_plugin::catch_panic;
use terrane_protocol::*;

type Redact = dyn Fn(&str) -> String + Send + Sync;

/// Replaces texts in diagnostics, errors and the progress of actions. Values, diagnostics of schemas and log lines are not changed.
///
/// ```
/// use terrane_composition::Redaction;
///
/// let by_text = Redaction::of_texts(["10.0.0.1"]);
/// let by_function = Redaction::new(|text| text.replace("example.com", "(domain)"));
/// ```
#[derive(Clone)]
pub struct Redaction {
    redact: Arc<Redact>,
}

impl Redaction {
    /// Replaces each text by the result of a function.
    pub fn new(redact: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        Self {
            redact: Arc::new(redact),
        }
    }

    /// Replaces each of these texts by `(redacted)`.
    pub fn of_texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut secrets: Vec<String> = texts
            .into_iter()
            .map(Into::into)
            .filter(|text| !text.is_empty())
            .collect();
        // A text may contain a shorter text, whose replacement would leave the rest.
        secrets.sort_by_key(|text| std::cmp::Reverse(text.len()));
        Self::new(move |message| {
            let redact = |message: String, text| message.replace(text, "(redacted)");
            secrets
                .iter()
                .map(String::as_str)
                .fold(message.to_owned(), redact)
        })
    }

    fn text(&self, text: &mut String) {
        // A text that could not be redacted may contain the secret, and a panic would lose the answer.
        let redacted = catch_panic(|| (self.redact)(text), |_| ());
        *text = redacted.unwrap_or_else(|()| "(redacted)".to_owned());
    }

    fn diagnostics(&self, diagnostics: &mut Diagnostics) {
        let all = std::mem::take(diagnostics).into_iter();
        *diagnostics = all
            .map(|mut diagnostic| {
                self.text(&mut diagnostic.summary);
                self.text(&mut diagnostic.detail);
                diagnostic
            })
            .collect();
    }

    /// Redacts each message of a stream.
    fn stream<T: Send + 'static>(
        &self,
        messages: BoxStream<T>,
        redact: impl Fn(&Self, &mut T) + Send + 'static,
    ) -> BoxStream<T> {
        let redaction = self.clone();
        Box::pin(messages.map(move |message| match message {
            Ok(mut message) => {
                redact(&redaction, &mut message);
                Ok(message)
            }
            Err(mut error) => {
                redaction.text(&mut error.message);
                Err(error)
            }
        }))
    }

    fn answer(&self, answer: Response) -> Response {
        match answer {
            Response::CallFunction(mut answer) => {
                if let Some(error) = &mut answer.error {
                    self.text(&mut error.text);
                }
                Response::CallFunction(answer)
            }
            Response::StopProvider(mut answer) => {
                self.text(&mut answer.error);
                Response::StopProvider(answer)
            }
            Response::ListResource(events) => {
                Response::ListResource(self.stream(events, |redaction, event| {
                    redaction.diagnostics(&mut event.diagnostics);
                }))
            }
            Response::ReadStateBytes(chunks) => {
                Response::ReadStateBytes(self.stream(chunks, |redaction, chunk| {
                    redaction.diagnostics(&mut chunk.diagnostics);
                }))
            }
            Response::InvokeAction(events) => {
                Response::InvokeAction(self.stream(events, |redaction, event| match event {
                    InvokeActionEvent::Progress { message } => redaction.text(message),
                    InvokeActionEvent::Completed { diagnostics } => {
                        redaction.diagnostics(diagnostics);
                    }
                }))
            }
            mut answer => {
                if let Some(diagnostics) = answer.diagnostics_mut() {
                    self.diagnostics(diagnostics);
                }
                answer
            }
        }
    }
}

impl Interceptor for Redaction {
    fn after(&self, _: Rpc, answer: &mut Result<Response, RpcError>) {
        let unredacted = std::mem::replace(answer, Err(RpcError::new(RpcCode::Internal, "")));
        *answer = match unredacted {
            Ok(answer) => Ok(self.answer(answer)),
            Err(mut error) => {
                self.text(&mut error.message);
                Err(error)
            }
        };
    }
}

impl fmt::Debug for Redaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redaction").finish_non_exhaustive()
    }
}
