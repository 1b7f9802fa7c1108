//! Messages that author code sends while it runs.

use futures_util::stream::{self, StreamExt};
use terrane_protocol::BoxStream;
use tokio::sync::mpsc;

use super::answer::Event;
use super::author;
use crate::context::Context;
use crate::dynamic::BoxFuture;

/// The number of buffered messages, after which author code waits for the host.
pub(crate) const WAITING_MESSAGES: usize = 16;

/// Running author code, and its messages.
pub(crate) struct Messages<M, R> {
    messages: mpsc::Receiver<M>,
    code: Code<R>,
}

/// The running author code.
enum Code<R> {
    Running(BoxFuture<R>),
    Returned(R),
}

/// The next event of author code.
pub(crate) enum Next<M, R> {
    Message(M),
    Returned(R),
}

impl<M, R> Messages<M, R> {
    pub(crate) fn new(messages: mpsc::Receiver<M>, code: BoxFuture<R>) -> Self {
        Self {
            messages,
            code: Code::Running(code),
        }
    }

    /// Runs the code up to its next message or its end. The end follows the last message.
    ///
    /// A task that the code has spawned may keep the sender, so a closed channel does not indicate the end.
    pub(crate) async fn next(mut self) -> (Next<M, R>, Option<Self>) {
        loop {
            self.code = match self.code {
                Code::Running(mut code) => tokio::select! {
                    biased;
                    Some(message) = self.messages.recv() => {
                        self.code = Code::Running(code);
                        return (Next::Message(message), Some(self));
                    }
                    result = &mut code => Code::Returned(result),
                },
                Code::Returned(result) => match self.messages.try_recv() {
                    Ok(message) => {
                        self.code = Code::Returned(result);
                        return (Next::Message(message), Some(self));
                    }
                    Err(_) => return (Next::Returned(result), None),
                },
            };
        }
    }
}

impl<M: Send + 'static, E: Event> Messages<M, E> {
    /// Makes an event of each message. The last event is the one that the code returns.
    pub(crate) fn events(self, cx: Context, event: fn(M) -> E) -> BoxStream<E> {
        let state = (Some(self), cx, event);
        let events = stream::unfold(state, async |(running, cx, event)| {
            let (next, running) = running?.next().await;
            let next = match next {
                Next::Message(message) => {
                    author::hide_noted(&cx);
                    event(message)
                }
                Next::Returned(last) => last,
            };
            Some((next, (running, cx, event)))
        });
        Box::pin(events.map(Ok))
    }
}
