//! The last step of every answer: hides secrets in texts for people, and logs the end of the call.

#[cfg(test)]
mod tests;

use std::cell::LazyCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::stream;
use terrane_protocol::schema::Schemas;
use terrane_protocol::*;
use tracing::Span;
use tracing::span::Entered;

use crate::log::Parts;
use crate::log::request::Timer;
use crate::secret::{self, KnownSecrets, Noting, OfRequest, Secrets};
use crate::text::MOST_OF_A_TEXT;

/// Secrets that are hidden in the answers of later requests too.
pub(in crate::server) type SessionSecrets = Arc<Mutex<LongLived>>;

#[derive(Default)]
pub(in crate::server) struct LongLived {
    /// Secrets of the provider's configuration and of its state stores.
    configured: Secrets,
    /// Secrets of open ephemeral resources. A close request does not identify its resource, so all are dropped with the last close.
    opened: Secrets,
    open: usize,
}

/// The lifetime of a request's secrets.
#[derive(Clone, Copy)]
pub(in crate::server) enum SecretLifetime {
    /// The request's own answer.
    Request,
    /// While an ephemeral resource is open.
    Open,
    /// The lifetime of the process.
    Provider,
}

/// The log span and the secrets of one call.
pub(in crate::server) struct CallScope {
    span: Span,
    session: SessionSecrets,
    seen: OfRequest,
    timer: Timer,
}

impl CallScope {
    /// Creates the scope, and logs that a request was received.
    pub(in crate::server) fn new(
        span: Span,
        session: &SessionSecrets,
        start: impl FnOnce() -> Timer,
    ) -> Self {
        let timer = span.in_scope(start);
        Self {
            span,
            session: Arc::clone(session),
            seen: OfRequest::default(),
            timer,
        }
    }

    /// Enters the scope: until the returned guard is dropped, log lines and secrets of this thread belong to the call.
    pub(in crate::server) fn enter(&self) -> EnteredScope<'_> {
        EnteredScope {
            _noting: secret::noting(&self.seen),
            _entered: self.span.enter(),
        }
    }

    /// Hides the secrets in the texts of a message, and cuts texts that are too long.
    pub(in crate::server) fn hide_secrets(&self, message: &mut dyn Message) {
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
    pub(in crate::server) fn event(&self, message: &mut dyn Message) {
        self.keep_secrets(message);
        let _entered = self.span.enter();
        let diagnostics = message.diagnostics().map_or(&[][..], |all| all);
        self.timer.event(diagnostics);
    }

    /// Completes the only message of an answer, whose secrets are hidden.
    fn end(&self, message: &mut dyn Message) {
        self.keep_secrets(message);
        let _entered = self.span.enter();
        let diagnostics = message.diagnostics().map_or(&[][..], |all| all);
        self.timer.ended(diagnostics);
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

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A scope that this thread has entered.
pub(in crate::server) struct EnteredScope<'a> {
    // Dropped in this order.
    _noting: Noting,
    _entered: Entered<'a>,
}

/// An answer to one call.
pub(in crate::server) trait Answer: Sized + Send + 'static {
    /// Returns the message of the answer. `None` if it has no texts that may contain secrets.
    fn message(&mut self) -> Option<&mut dyn Message>;

    /// Logs the completion of the call. The secrets in the answer are hidden.
    fn finish(&mut self, scope: &CallScope);
}

/// An answer that can consist of diagnostics alone.
pub(in crate::server) trait Refusal: Answer {
    fn refusal(diagnostics: Diagnostics) -> Self;
}

/// The result of a method of the server: an answer, diagnostics, or the error that replaces the answer.
pub(in crate::server) trait IntoAnswer<A> {
    fn into_answer(self) -> A;
}

impl<A: Answer> IntoAnswer<A> for A {
    fn into_answer(self) -> A {
        self
    }
}

impl<A: Refusal> IntoAnswer<A> for Diagnostics {
    fn into_answer(self) -> A {
        A::refusal(self)
    }
}

impl<A: Refusal> IntoAnswer<A> for Result<Diagnostics, Diagnostic> {
    fn into_answer(self) -> A {
        A::refusal(self.unwrap_or_else(Into::into))
    }
}

impl<A: Answer + Refusal> IntoAnswer<A> for Result<A, Diagnostic> {
    fn into_answer(self) -> A {
        self.unwrap_or_else(|diagnostic| A::refusal(diagnostic.into()))
    }
}

impl<A: Answer + Refusal> IntoAnswer<A> for Result<A, Diagnostics> {
    fn into_answer(self) -> A {
        self.unwrap_or_else(A::refusal)
    }
}

/// One message of a stream.
pub(in crate::server) trait Event: Message + Send + 'static {
    /// Whether the work continues after the host stops reading, because it changes remote objects.
    const CONTINUES: bool;

    /// Creates the last message of a stream from diagnostics.
    fn last(diagnostics: Diagnostics) -> Self;
}

/// Creates a stream from diagnostics alone.
pub(in crate::server) fn refused<E: Event>(reason: Diagnostic) -> BoxStream<E> {
    Box::pin(stream::iter([Ok(E::last(reason.into()))]))
}

/// An answer, or one message of a stream, with texts for people.
pub(in crate::server) trait Message: Parts {
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

macro_rules! messages {
    ($($name:ident $({ $($item:item)* })?)*) => {$(
        impl Message for $name {
            $($($item)*)?

            fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
                Some(&mut self.diagnostics)
            }
        }

        impl Refusal for $name {
            fn refusal(diagnostics: Diagnostics) -> Self {
                let mut answer = Self::default();
                answer.diagnostics.extend(diagnostics);
                answer
            }
        }

        impl_answer! { $name }
    )*};
}

macro_rules! impl_answer {
    ($($name:ident)*) => {$(
        impl Answer for $name {
            fn message(&mut self) -> Option<&mut dyn Message> {
                Some(self)
            }

            fn finish(&mut self, scope: &CallScope) {
                scope.end(self);
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
    ConfigureProviderResponse { fn secrets(&self) -> SecretLifetime { SecretLifetime::Provider } }
    ConfigureStateStoreResponse { fn secrets(&self) -> SecretLifetime { SecretLifetime::Provider } }
    OpenEphemeralResourceResponse { fn secrets(&self) -> SecretLifetime { SecretLifetime::Open } }
}

impl Message for CallFunctionResponse {
    fn each_own_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        if let Some(error) = &mut self.error {
            visit(&mut error.text);
        }
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics> {
        None
    }
}

impl Answer for CallFunctionResponse {
    fn message(&mut self) -> Option<&mut dyn Message> {
        Some(self)
    }

    fn finish(&mut self, scope: &CallScope) {
        scope.keep_secrets(self);
        let _entered = scope.span.enter();
        scope.timer.function_ended(self.error.as_ref());
    }
}

impl Refusal for CallFunctionResponse {
    fn refusal(diagnostics: Diagnostics) -> Self {
        // Hosts append a full stop.
        let texts = diagnostics.errors().map(
            |Diagnostic {
                 summary, detail, ..
             }| { format!("{summary}: {}", detail.trim_end_matches('.')) },
        );
        let errors: Vec<String> = texts.collect();
        Self {
            error: Some(FunctionError {
                text: errors.join("\n"),
                argument: None,
            }),
            ..Self::default()
        }
    }
}

impl Answer for Schemas {
    fn message(&mut self) -> Option<&mut dyn Message> {
        None
    }

    fn finish(&mut self, scope: &CallScope) {
        scope.span.in_scope(|| scope.timer.ended(&[]));
    }
}

impl Refusal for Schemas {
    fn refusal(diagnostics: Diagnostics) -> Self {
        GetProviderSchemaResponse {
            diagnostics,
            ..GetProviderSchemaResponse::default()
        }
        .into()
    }
}

impl<M: Answer> Answer for Result<M, RpcError> {
    fn message(&mut self) -> Option<&mut dyn Message> {
        self.as_mut().ok()?.message()
    }

    fn finish(&mut self, scope: &CallScope) {
        if let Ok(answer) = self {
            answer.finish(scope);
        }
    }
}

impl<M: Refusal> Refusal for Result<M, RpcError> {
    fn refusal(diagnostics: Diagnostics) -> Self {
        Ok(M::refusal(diagnostics))
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
}

macro_rules! events {
    ($($name:ident { continues: $continues:literal $(, text: $text:ident)? })*) => {$(
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
        }
    )*};
}

events! {
    ListResourceEvent { continues: false, text: display_name }
    ReadStateBytesChunk { continues: false }
    ProvisionResourceEvent { continues: true, text: output }
}
