//! The last step of every answer: what people will read is searched for secrets, and the log says how the call ended.

#[cfg(test)]
mod tests;

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use futures_util::stream::Stream;
use terrane_protocol::schema::Schemas;
use terrane_protocol::*;
use tracing::Span;

use crate::log::Parts;
use crate::log::request::Timer;
use crate::secret::{self, OfRequest, Secrets, hidden};

/// The secrets that outlive their request.
pub(super) type Lasting = Arc<Mutex<Kept>>;

#[derive(Default)]
pub(super) struct Kept {
    /// Those of the provider's configuration and of its state stores.
    configured: Secrets,
    /// Those of what is open: the protocol does not say which of it is closed, so they go with the last.
    opened: Secrets,
    open: usize,
}

/// How long the secrets that a request has seen are hidden.
#[derive(Clone, Copy)]
pub(super) enum Lasts {
    /// In its own answer.
    Request,
    /// As long as anything is open.
    Open,
    /// As long as the provider lives.
    Provider,
}

/// Answers a request.
///
/// What answers comes without its type: there are many RPCs, and all this is needed once.
pub(super) async fn answered<A: Answer>(
    mut leaving: Leaving,
    mut answer: Pin<&mut (dyn Future<Output = A> + Send)>,
) -> A {
    let answer = poll_fn(|cx| leaving.step(|| answer.as_mut().poll(cx))).await;
    answer.leave(leaving)
}

/// What is needed to let an answer go.
pub(super) struct Leaving {
    /// The request's.
    span: Span,
    lasting: Lasting,
    seen: OfRequest,
    timer: Timer,
}

impl Leaving {
    /// Logs that a request has come.
    pub(super) fn new(span: Span, lasting: &Lasting, start: impl FnOnce() -> Timer) -> Self {
        let timer = span.in_scope(start);
        Self {
            span,
            lasting: Arc::clone(lasting),
            seen: None,
            timer,
        }
    }

    /// Takes a step of answering, whose lines and secrets are the request's.
    fn step<T>(&mut self, poll: impl FnOnce() -> T) -> T {
        let _entered = self.span.enter();
        secret::of_poll(&mut self.seen, poll)
    }

    /// Lets a message go.
    fn say(&mut self, message: &mut dyn Message) {
        let failed = message.diagnostics().is_some_and(|all| all.has_errors());
        self.keep(message.secrets(), failed);
        message.each_text(&mut |text| self.hide(text));
        if let Some(diagnostics) = message.diagnostics() {
            self.hide_in(diagnostics);
        }
        if message.closes() {
            self.close();
        }
        self.timer.dump(message);
    }

    /// Lets one message of many go.
    fn event(&mut self, message: &mut dyn Message) {
        self.say(message);
        let _entered = self.span.enter();
        let diagnostics = message.diagnostics().map_or(&[][..], |all| all);
        self.timer.event(diagnostics);
    }

    /// Lets the only message of an answer go.
    fn end(mut self, message: &mut dyn Message) {
        self.say(message);
        let _entered = self.span.enter();
        let diagnostics = message.diagnostics().map_or(&[][..], |all| all);
        self.timer.ended(diagnostics);
    }

    /// Keeps the request's secrets for requests to come.
    fn keep(&mut self, lasts: Lasts, failed: bool) {
        if matches!(lasts, Lasts::Request) {
            return;
        }
        let mut kept = self.lasting.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = self.seen.take().map(|seen| *seen).unwrap_or_default();
        match lasts {
            Lasts::Open => {
                // Hosts close nothing that failed to open.
                kept.open += usize::from(!failed);
                kept.opened.extend(seen);
            }
            Lasts::Provider | Lasts::Request => kept.configured.extend(seen),
        }
    }

    /// Forgets the secrets of what was opened, if this was the last of it.
    fn close(&mut self) {
        let mut kept = self.lasting.lock().unwrap_or_else(PoisonError::into_inner);
        kept.open = kept.open.saturating_sub(1);
        if kept.open == 0 {
            kept.opened = Secrets::default();
        }
    }

    fn hide(&mut self, text: &mut String) {
        let mut kept = self.lasting.lock().unwrap_or_else(PoisonError::into_inner);
        let Kept {
            configured, opened, ..
        } = &mut *kept;
        let result = match &mut self.seen {
            Some(seen) => hidden(text, &mut [configured, opened, seen]),
            None => hidden(text, &mut [configured, opened]),
        };
        if let Some(result) = result {
            *text = result;
        }
    }

    fn hide_in(&mut self, diagnostics: &mut Diagnostics) {
        if diagnostics.is_empty() {
            return;
        }
        let mut all = Vec::from(std::mem::take(diagnostics));
        for Diagnostic {
            summary, detail, ..
        } in &mut all
        {
            self.hide(summary);
            self.hide(detail);
        }
        *diagnostics = all.into();
    }
}

/// An answer that can be let go.
pub(super) trait Answer: Sized {
    /// Hides in it what is secret, and logs how the call has ended.
    fn leave(self, leaving: Leaving) -> Self;
}

/// An answer, or one of many, whose text people read.
pub(super) trait Message: Parts {
    /// How long what the request has seen is hidden.
    fn secrets(&self) -> Lasts {
        Lasts::Request
    }

    /// Whether something is closed with it.
    fn closes(&self) -> bool {
        false
    }

    /// Goes over what people read beside diagnostics.
    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        let _ = visit;
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics>;
}

macro_rules! messages {
    ($($name:ident $({ $($item:item)* })?)*) => {$(
        impl Message for $name {
            $($($item)*)?

            fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
                Some(&mut self.diagnostics)
            }
        }
        impl_answer! { $name }
    )*};
}

macro_rules! impl_answer {
    ($($name:ident)*) => {$(
        impl Answer for $name {
            fn leave(mut self, leaving: Leaving) -> Self {
                leaving.end(&mut self);
                self
            }
        }
    )*};
}

messages! {
    ApplyResourceChangeResponse DeleteStateResponse GenerateResourceConfigResponse GetFunctionsResponse
    GetMetadataResponse GetResourceIdentitySchemasResponse GetStatesResponse ImportResourceStateResponse LockStateResponse
    MoveResourceStateResponse PlanActionResponse PlanResourceChangeResponse ReadDataSourceResponse ReadResourceResponse
    RenewEphemeralResourceResponse UnlockStateResponse UpgradeResourceIdentityResponse UpgradeResourceStateResponse
    ValidateActionConfigResponse ValidateDataResourceConfigResponse ValidateEphemeralResourceConfigResponse
    ValidateListResourceConfigResponse ValidateProviderConfigResponse ValidateProvisionerConfigResponse ValidateResourceConfigResponse
    ValidateStateStoreConfigResponse
    WriteStateBytesResponse
}

messages! {
    CloseEphemeralResourceResponse { fn closes(&self) -> bool { true } }
    ConfigureProviderResponse { fn secrets(&self) -> Lasts { Lasts::Provider } }
    ConfigureStateStoreResponse { fn secrets(&self) -> Lasts { Lasts::Provider } }
    OpenEphemeralResourceResponse { fn secrets(&self) -> Lasts { Lasts::Open } }
}

impl Message for CallFunctionResponse {
    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        if let Some(error) = &mut self.error {
            visit(&mut error.text);
        }
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        None
    }
}

impl Answer for CallFunctionResponse {
    fn leave(mut self, mut leaving: Leaving) -> Self {
        leaving.say(&mut self);
        let _entered = leaving.span.enter();
        leaving.timer.function_ended(self.error.as_ref());
        self
    }
}

impl Answer for Schemas {
    fn leave(self, leaving: Leaving) -> Self {
        // It is the same for all, made of the schema alone, and told while it is encoded.
        leaving.span.in_scope(|| leaving.timer.ended(&[]));
        self
    }
}

impl<M: Message, E> Answer for Result<M, E>
where
    M: Answer,
{
    fn leave(self, leaving: Leaving) -> Self {
        self.map(|answer| answer.leave(leaving))
    }
}

impl Message for ListResourceEvent {
    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        visit(&mut self.display_name);
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        Some(&mut self.diagnostics)
    }
}

impl Message for InvokeActionEvent {
    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
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

impl Message for ReadStateBytesChunk {
    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        Some(&mut self.diagnostics)
    }
}

impl Message for ProvisionResourceEvent {
    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        visit(&mut self.output);
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        Some(&mut self.diagnostics)
    }
}

impl<M: Message + Send + 'static> Answer for BoxStream<M> {
    fn leave(self, leaving: Leaving) -> Self {
        Box::pin(Messages {
            inner: self,
            leaving,
        })
    }
}

/// An answer of many messages, each of which is let go by itself.
struct Messages<M> {
    inner: BoxStream<M>,
    leaving: Leaving,
}

impl<M: Message> Stream for Messages<M> {
    type Item = Result<M, RpcError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self { inner, leaving } = self.get_mut();
        let mut polled = leaving.step(|| inner.as_mut().poll_next(cx));
        if let Poll::Ready(Some(Ok(message))) = &mut polled {
            leaving.event(message);
        }
        polled
    }
}
