//! What author code sends while it runs.

use tokio::sync::mpsc;

use crate::resource::BoxFuture;

/// Author code that runs, and the messages that it sends.
pub(super) struct Messages<M, R> {
    messages: mpsc::Receiver<M>,
    code: Code<R>,
}

/// The author code that sends the messages.
enum Code<R> {
    Running(BoxFuture<R>),
    Returned(R),
}

/// What comes next of author code.
pub(super) enum Next<M, R> {
    Message(M),
    Returned(R),
}

impl<M, R> Messages<M, R> {
    pub(super) fn new(messages: mpsc::Receiver<M>, code: BoxFuture<R>) -> Self {
        Self {
            messages,
            code: Code::Running(code),
        }
    }

    /// Runs the code up to its next message, or to its end: that comes after the last message that was sent before it.
    ///
    /// The sender may live on in a task that the code has started, so the channel's end is no sign.
    pub(super) async fn next(mut self) -> (Next<M, R>, Option<Self>) {
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
