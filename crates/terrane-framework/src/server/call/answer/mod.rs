//! The last step of every answer: hides secrets in texts for people, and logs the end of the call.

#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::sync::{Arc, Mutex};

use futures_util::stream;
use terrane_protocol::*;
use tracing::Span;
use tracing::span::Entered;

use crate::locks::lock;
use crate::log::Parts;
use crate::log::request::Timer;
use crate::secret::{self, KnownSecrets, Noting, OfRequest, Secrets};
use crate::text::MOST_OF_A_TEXT;

/// Secrets that are hidden in the answers of later requests too.
pub(crate) type SessionSecrets = Arc<Mutex<LongLived>>;

#[derive(Default)]
pub(crate) struct LongLived {
    /// Secrets of the provider's configuration and of its state stores.
    configured: Secrets,
    /// Secrets of open ephemeral resources. A close request does not identify its resource, so all are dropped with the last close.
    opened: Secrets,
    open: usize,
}

/// The lifetime of a request's secrets.
#[derive(Clone, Copy)]
pub(crate) enum SecretLifetime {
    /// The request's own answer.
    Request,
    /// While an ephemeral resource is open.
    Open,
    /// The lifetime of the process.
    Provider,
}

/// The log span and the secrets of one call.
pub(crate) struct CallScope {
    span: Span,
    session: SessionSecrets,
    seen: OfRequest,
    timer: Timer,
}

impl CallScope {
    /// Creates the scope, and logs that a request was received.
    pub(crate) fn new(span: Span, session: &SessionSecrets, start: impl FnOnce() -> Timer) -> Self {
        let timer = span.in_scope(start);
        Self {
            span,
            session: Arc::clone(session),
            seen: OfRequest::default(),
            timer,
        }
    }

    /// Enters the scope: until the returned guard is dropped, log lines and secrets of this thread belong to the call.
    pub(crate) fn enter(&self) -> EnteredScope<'_> {
        EnteredScope {
            _noting: secret::noting(&self.seen),
            _entered: self.span.enter(),
        }
    }

    /// Hides the secrets in the texts of a message, and cuts texts that are too long.
    pub(crate) fn hide_secrets(&self, message: &mut dyn Message) {
        let known = LazyCell::new(|| self.known_secrets());
        message.each_text(&mut |text| known.hide_in(text, MOST_OF_A_TEXT));
    }

    /// Stores those secrets of a message's request that have a longer lifetime, and dumps its values.
    fn keep_secrets(&self, message: &mut dyn Message) {
        let failed = message.diagnostics().is_some_and(|all| all.has_errors());
        self.keep(message.secrets(), failed);
        if message.closes() {
            self.close();
        }
        self.timer.dump(message);
    }

    /// Completes one message of a stream, whose secrets are hidden.
    pub(crate) fn event(&self, message: &mut dyn Message) {
        self.keep_secrets(message);
        let _entered = self.span.enter();
        let diagnostics = message.diagnostics().map_or(&[][..], |all| all);
        self.timer.event(diagnostics);
    }

    /// Completes the only message of an answer, whose secrets are hidden.
    pub(crate) fn end(&self, message: &mut dyn Message) {
        self.keep_secrets(message);
        let _entered = self.span.enter();
        message.log_end(&self.timer);
    }

    /// Stores the request's secrets for later requests.
    fn keep(&self, lifetime: SecretLifetime, failed: bool) {
        if matches!(lifetime, SecretLifetime::Request) {
            return;
        }
        let mut session = lock(&self.session);
        let seen = std::mem::take(&mut *lock(&self.seen));
        match lifetime {
            SecretLifetime::Open => {
                // Hosts do not close a resource that failed to open.
                session.open += usize::from(!failed);
                session.opened.extend(&seen);
            }
            SecretLifetime::Provider | SecretLifetime::Request => session.configured.extend(&seen),
        }
    }

    /// Drops the secrets of open resources with the last of them.
    fn close(&self) {
        let mut session = lock(&self.session);
        session.open = session.open.saturating_sub(1);
        if session.open == 0 {
            session.opened = Secrets::default();
        }
    }

    /// Returns the secrets that the call hides.
    fn known_secrets(&self) -> KnownSecrets {
        let session = lock(&self.session);
        [&session.configured, &session.opened, &*lock(&self.seen)]
            .into_iter()
            .collect()
    }
}

/// A scope that this thread has entered.
pub(crate) struct EnteredScope<'a> {
    // Dropped in this order.
    _noting: Noting,
    _entered: Entered<'a>,
}

/// The result of a method of the server.
pub(crate) type Answer<A> = Result<A, Refusal>;

/// The reason why a method of the server has no response of its own.
pub(crate) enum Refusal {
    /// The response changes nothing, and consists of these diagnostics.
    Diagnostics(Diagnostics),
    /// The call has no response.
    Error(RpcError),
}

impl From<Diagnostics> for Refusal {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Diagnostics(diagnostics)
    }
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Diagnostics(diagnostic.into())
    }
}

impl From<RpcError> for Refusal {
    fn from(error: RpcError) -> Self {
        Self::Error(error)
    }
}

/// One message of a stream.
pub(crate) trait Event: Message + Sized + Send + 'static {
    /// Whether the work continues after the host stops reading, because it changes remote objects.
    const CONTINUES: bool;

    /// Creates the last message of a stream from diagnostics.
    fn last(diagnostics: Diagnostics) -> Self;

    /// Returns the stream of a response.
    fn events(response: Result<Response, RpcError>) -> BoxStream<Self>;
}

/// An answer, or one message of a stream, with texts for people.
pub(crate) trait Message: Parts {
    /// The lifetime of the request's secrets.
    fn secrets(&self) -> SecretLifetime {
        SecretLifetime::Request
    }

    /// Whether the message closes an ephemeral resource.
    fn closes(&self) -> bool {
        false
    }

    /// Visits texts for people besides diagnostics.
    fn each_own_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        let _ = visit;
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics>;

    /// Logs that the message completes its call.
    fn log_end(&mut self, timer: &Timer) {
        timer.ended(self.diagnostics().map_or(&[][..], |all| all));
    }

    /// Visits all texts for people.
    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        self.each_own_text(visit);
        let Some(diagnostics) = self.diagnostics().filter(|all| !all.is_empty()) else {
            return;
        };
        let mut all = Vec::from(std::mem::take(diagnostics));
        for diagnostic in &mut all {
            visit(&mut diagnostic.summary);
            visit(&mut diagnostic.detail);
        }
        *diagnostics = all.into();
    }
}

impl Message for Result<Response, RpcError> {
    fn secrets(&self) -> SecretLifetime {
        match self {
            Ok(Response::ConfigureProvider(_) | Response::ConfigureStateStore(_)) => {
                SecretLifetime::Provider
            }
            Ok(Response::OpenEphemeralResource(_)) => SecretLifetime::Open,
            _ => SecretLifetime::Request,
        }
    }

    fn closes(&self) -> bool {
        matches!(self, Ok(Response::CloseEphemeralResource(_)))
    }

    fn each_own_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        if let Ok(Response::CallFunction(CallFunctionResponse {
            error: Some(error), ..
        })) = self
        {
            visit(&mut error.text);
        }
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        self.as_mut().ok()?.diagnostics_mut()
    }

    fn log_end(&mut self, timer: &Timer) {
        match self {
            Ok(Response::CallFunction(response)) => timer.function_ended(response.error.as_ref()),
            Ok(response) => timer.ended(response.diagnostics_mut().map_or(&[][..], |all| all)),
            Err(_) => {}
        }
    }
}

impl Message for InvokeActionEvent {
    fn each_own_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        if let Self::Progress { message } = self {
            visit(message);
        }
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        match self {
            Self::Progress { .. } => None,
            Self::Completed { diagnostics } => Some(diagnostics),
        }
    }
}

impl Event for InvokeActionEvent {
    const CONTINUES: bool = true;

    fn last(diagnostics: Diagnostics) -> Self {
        Self::Completed { diagnostics }
    }

    fn events(response: Result<Response, RpcError>) -> BoxStream<Self> {
        match response {
            Ok(Response::InvokeAction(events)) => events,
            other => no_events(other),
        }
    }
}

macro_rules! events {
    ($($rpc:ident $name:ident { continues: $continues:literal $(, text: $text:ident)? })*) => {$(
        impl Message for $name {
            $(
                fn each_own_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
                    visit(&mut self.$text);
                }
            )?

            fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
                Some(&mut self.diagnostics)
            }
        }

        impl Event for $name {
            const CONTINUES: bool = $continues;

            fn last(diagnostics: Diagnostics) -> Self {
                Self {
                    diagnostics,
                    ..Self::default()
                }
            }

            fn events(response: Result<Response, RpcError>) -> BoxStream<Self> {
                match response {
                    Ok(Response::$rpc(events)) => events,
                    other => no_events(other),
                }
            }
        }
    )*};
}

events! {
    ListResource ListResourceEvent { continues: false, text: display_name }
    ReadStateBytes ReadStateBytesChunk { continues: false }
    ProvisionResource ProvisionResourceEvent { continues: true, text: output }
}

/// Returns the stream of a response without events: its error, or nothing.
fn no_events<E: Event>(response: Result<Response, RpcError>) -> BoxStream<E> {
    Box::pin(stream::iter(response.err().map(Err)))
}
