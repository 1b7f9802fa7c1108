//! The last step of every answer: what people will read is searched for secrets, and the log says how the call ended.

#[cfg(test)]
mod tests;

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use futures_util::stream::{self, Stream};
use terrane_protocol::schema::Schemas;
use terrane_protocol::*;
use tracing::Span;
use tracing::span::Entered;

use crate::log::Parts;
use crate::log::request::Timer;
use crate::provider::Names;
use crate::secret::{self, Noting, OfRequest, Secrets, hidden};

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

    /// Answers a request that nothing has to be waited for.
    pub(super) fn answer<A: Answer>(mut self, answer: impl FnOnce() -> A) -> A {
        let step = self.step();
        let answer = answer();
        drop(step);
        answer.leave(&mut self)
    }

    /// Answers a request.
    pub(super) fn answered<'a, A: Answer>(
        &'a mut self,
        answer: Pin<&'a mut (dyn Future<Output = A> + Send)>,
    ) -> Answered<'a, A> {
        Answered {
            leaving: self,
            answer,
        }
    }

    /// What is wrong with a request that names a type which is not there.
    pub(super) fn not_found(&mut self, kind: &Names, name: &str) -> Diagnostic {
        let _step = self.step();
        kind.not_found(name)
    }

    /// Takes a step of answering: until the result is dropped, lines and secrets are the request's.
    fn step(&mut self) -> Step<'_> {
        Step {
            _entered: self.span.enter(),
            _noting: secret::noting(&mut self.seen),
        }
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
    fn end(&mut self, message: &mut dyn Message) {
        self.say(message);
        let _entered = self.span.enter();
        let diagnostics = message.diagnostics().map_or(&[][..], |all| all);
        self.timer.ended(diagnostics);
    }

    /// Lets all this go on elsewhere.
    fn take(&mut self) -> Self {
        Self {
            span: std::mem::replace(&mut self.span, Span::none()),
            lasting: Arc::clone(&self.lasting),
            seen: self.seen.take(),
            timer: self.timer.clone(),
        }
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

/// A step of answering.
struct Step<'a> {
    // Dropped in this order.
    _noting: Noting<'a>,
    _entered: Entered<'a>,
}

/// An answer that is being made.
///
/// What makes it comes without its type: there are many RPCs, and all this is needed once.
pub(super) struct Answered<'a, A> {
    leaving: &'a mut Leaving,
    answer: Pin<&'a mut (dyn Future<Output = A> + Send)>,
}

impl<A: Answer> Future for Answered<'_, A> {
    type Output = A;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<A> {
        let Self { leaving, answer } = &mut *self;
        let step = leaving.step();
        let polled = answer.as_mut().poll(cx);
        drop(step);
        polled.map(|answer| answer.leave(leaving))
    }
}

/// An answer that can be let go.
pub(super) trait Answer: Sized {
    /// Hides in it what is secret, and logs how the call has ended.
    fn leave(self, leaving: &mut Leaving) -> Self;
}

/// An answer that can say nothing but what is wrong.
pub(super) trait Refusal: Answer {
    fn refusal(reason: Diagnostic) -> Self;
}

impl<E: Event> Refusal for BoxStream<E> {
    fn refusal(reason: Diagnostic) -> Self {
        Box::pin(stream::iter([Ok(E::told(reason.into()))]))
    }
}

/// One message of many.
pub(super) trait Event: Message + Send + 'static {
    /// One that says nothing but what is wrong.
    fn told(diagnostics: Diagnostics) -> Self;
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

        impl Refusal for $name {
            fn refusal(reason: Diagnostic) -> Self {
                let mut answer = Self::default();
                answer.diagnostics.push(reason);
                answer
            }
        }

        impl_answer! { $name }
    )*};
}

macro_rules! impl_answer {
    ($($name:ident)*) => {$(
        impl Answer for $name {
            fn leave(mut self, leaving: &mut Leaving) -> Self {
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
    fn leave(mut self, leaving: &mut Leaving) -> Self {
        leaving.say(&mut self);
        let _entered = leaving.span.enter();
        leaving.timer.function_ended(self.error.as_ref());
        self
    }
}

impl Answer for Schemas {
    fn leave(self, leaving: &mut Leaving) -> Self {
        // It is the same for all, made of the schema alone, and told while it is encoded.
        leaving.span.in_scope(|| leaving.timer.ended(&[]));
        self
    }
}

impl<M: Message, E> Answer for Result<M, E>
where
    M: Answer,
{
    fn leave(self, leaving: &mut Leaving) -> Self {
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

impl Event for ListResourceEvent {
    fn told(diagnostics: Diagnostics) -> Self {
        Self {
            diagnostics,
            ..Self::default()
        }
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

impl Event for InvokeActionEvent {
    fn told(diagnostics: Diagnostics) -> Self {
        Self::Completed { diagnostics }
    }
}

impl Message for ReadStateBytesChunk {
    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        Some(&mut self.diagnostics)
    }
}

impl Event for ReadStateBytesChunk {
    fn told(diagnostics: Diagnostics) -> Self {
        Self {
            diagnostics,
            ..Self::default()
        }
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
    fn leave(self, leaving: &mut Leaving) -> Self {
        Box::pin(Messages {
            inner: self,
            leaving: leaving.take(),
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
        let step = leaving.step();
        let mut polled = inner.as_mut().poll_next(cx);
        drop(step);
        if let Poll::Ready(Some(Ok(message))) = &mut polled {
            leaving.event(message);
        }
        polled
    }
}
