//! Messages that author code sends while it runs.

use tokio::sync::mpsc;

use crate::dynamic::BoxFuture;

/// Running author code, and its messages.
pub(in crate::server) struct Messages<M, R> {
    messages: mpsc::Receiver<M>,
    code: Code<R>,
}

/// The running author code.
enum Code<R> {
    Running(BoxFuture<R>),
    Returned(R),
}

/// The next event of author code.
pub(in crate::server) enum Next<M, R> {
    Message(M),
    Returned(R),
}

impl<M, R> Messages<M, R> {
    pub(in crate::server) fn new(messages: mpsc::Receiver<M>, code: BoxFuture<R>) -> Self {
        Self {
            messages,
            code: Code::Running(code),
        }
    }

    /// Runs the code up to its next message or its end. The end follows the last message.
    ///
    /// A task that the code has spawned may keep the sender, so a closed channel does not indicate the end.
    pub(in crate::server) async fn next(mut self) -> (Next<M, R>, Option<Self>) {
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
