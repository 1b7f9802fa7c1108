//! The last step of every answer: what people will read is searched for secrets, and the log says how the call ended.

#[cfg(test)]
mod tests;

use std::future::Future;
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
pub(super) async fn answered<A: Answer>(
    lasting: &Lasting,
    timer: Timer,
    answer: impl Future<Output = A>,
) -> A {
    let (answer, seen) = secret::of_request(answer).await;
    let leaving = Leaving {
        lasting: Arc::clone(lasting),
        seen,
        timer,
    };
    answer.leave(leaving)
}

/// What is needed to let an answer go.
pub(super) struct Leaving {
    lasting: Lasting,
    seen: OfRequest,
    timer: Timer,
}

impl Leaving {
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
    const SECRETS: Lasts = Lasts::Request;
    /// Whether something is closed with it.
    const CLOSES: bool = false;

    /// Goes over what people read beside diagnostics.
    fn each_text(&mut self, visit: &mut dyn FnMut(&mut String)) {
        let _ = visit;
    }

    fn diagnostics(&mut self) -> Option<&mut Diagnostics>;

    fn said(&mut self, leaving: &mut Leaving)
    where
        Self: Sized,
    {
        let failed = self.diagnostics().is_some_and(|all| all.has_errors());
        leaving.keep(Self::SECRETS, failed);
        self.each_text(&mut |text| leaving.hide(text));
        if let Some(diagnostics) = self.diagnostics() {
            leaving.hide_in(diagnostics);
        }
        if Self::CLOSES {
            leaving.close();
        }
        leaving.timer.dump(self);
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
        impl_answer! { $name }
    )*};
}

macro_rules! impl_answer {
    ($($name:ident)*) => {$(
        impl Answer for $name {
            fn leave(mut self, mut leaving: Leaving) -> Self {
                self.said(&mut leaving);
                leaving.timer.ended(self.diagnostics().map_or(&[], |all| all));
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
    CloseEphemeralResourceResponse { const CLOSES: bool = true; }
    ConfigureProviderResponse { const SECRETS: Lasts = Lasts::Provider; }
    ConfigureStateStoreResponse { const SECRETS: Lasts = Lasts::Provider; }
    OpenEphemeralResourceResponse { const SECRETS: Lasts = Lasts::Open; }
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
        self.said(&mut leaving);
        leaving.timer.function_ended(self.error.as_ref());
        self
    }
}

impl Answer for Schemas {
    fn leave(self, leaving: Leaving) -> Self {
        // It is the same for all, made of the schema alone, and told while it is encoded.
        leaving.timer.ended(&[]);
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
            span: Span::current(),
        })
    }
}

/// An answer of many messages, each of which is let go by itself.
struct Messages<M> {
    inner: BoxStream<M>,
    leaving: Leaving,
    /// The request's, which has been left by the time that anybody asks for a message.
    span: Span,
}

impl<M: Message> Stream for Messages<M> {
    type Item = Result<M, RpcError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self {
            inner,
            leaving,
            span,
        } = self.get_mut();
        let _entered = span.enter();
        let polled = secret::of_poll(&mut leaving.seen, || inner.as_mut().poll_next(cx));
        polled.map(|message| {
            message.map(|message| {
                message.map(|mut message| {
                    message.said(leaving);
                    let diagnostics = message.diagnostics().map_or(&[][..], |all| all);
                    leaving.timer.event(diagnostics);
                    message
                })
            })
        })
    }
}
