//! ValidateActionConfig, PlanAction, InvokeAction.

use std::sync::Arc;

use futures_util::stream::{self, StreamExt};
use terrane_protocol::*;
use terrane_value::Object;
use tokio::sync::mpsc;

use super::answer::refused;
use super::messages::{Messages, Next};
use super::{Server, author, values};
use crate::action::DynAction;
use crate::context::Private;
use crate::schema::Block;
use crate::validate::Known;

/// The number of buffered messages, after which the action waits for the host.
const WAITING_MESSAGES: usize = 16;

impl Server {
    fn action(&self, type_name: &str) -> Result<&Arc<dyn DynAction>, Diagnostic> {
        self.definition.actions.find(type_name)
    }

    pub(super) fn validate_action(
        &self,
        request: ValidateActionConfigRequest,
    ) -> ValidateActionConfigResponse {
        let ValidateActionConfigRequest { type_name, config } = request;
        let diagnostics = match self.action(&type_name) {
            Ok(it) => self.check(
                Ok(it.block()),
                &config,
                &type_name,
                Known {
                    write_only: true,
                    ..Known::NONE
                },
                |config, cx| it.validate(config, cx),
            ),
            Err(diagnostic) => diagnostic.into(),
        };
        ValidateActionConfigResponse { diagnostics }
    }

    pub(super) async fn plan_action(&self, request: PlanActionRequest) -> PlanActionResponse {
        self.action_planned(request)
            .await
            .unwrap_or_else(|diagnostic| PlanActionResponse {
                diagnostics: diagnostic.into(),
                ..PlanActionResponse::default()
            })
    }

    async fn action_planned(
        &self,
        request: PlanActionRequest,
    ) -> Result<PlanActionResponse, Diagnostic> {
        let action = self.action(&request.type_name)?;
        let block = action.block();
        let doing = format!("Cannot plan {}", request.type_name);
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = match self.provider() {
            Ok(provider) => Some(provider),
            Err(not_ready) => match not_ready.deferred(&request.client_capabilities) {
                Some(_) => {
                    // Hosts accept no other reason for an action (rule AC2).
                    let reason = DeferredReason::ProviderConfigUnknown;
                    return Ok(PlanActionResponse {
                        deferred: Some(Deferred { reason }),
                        ..PlanActionResponse::default()
                    });
                }
                None => None,
            },
        };
        let asked = with_defaults(block, &config, &doing)?;
        let cx = self.call.context(Private::default());
        let planned = self
            .call
            .run(&doing, || action.plan(asked, provider, cx.clone()));
        let result = planned.await;
        Ok(PlanActionResponse {
            diagnostics: author::report(&cx, result.err(), &doing),
            deferred: None,
        })
    }

    /// Runs an action. The last event, and no other, contains the outcome (rule AC3).
    pub(super) fn invoke(&self, request: InvokeActionRequest) -> BoxStream<InvokeActionEvent> {
        self.invoked(&request).unwrap_or_else(refused)
    }

    fn invoked(
        &self,
        request: &InvokeActionRequest,
    ) -> Result<BoxStream<InvokeActionEvent>, Diagnostic> {
        let action = self.action(&request.type_name)?;
        let block = action.block();
        let doing = format!("Cannot invoke {}", request.type_name);
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = self
            .provider()
            .map_err(|not_ready| not_ready.diagnostic(&doing))?;
        let asked = with_defaults(block, &config, &doing)?;
        self.call.limit(block, &asked, "invoke");
        let cx = self.call.context(Private::default());
        let (sender, messages) = mpsc::channel(WAITING_MESSAGES);
        let (call, action) = (Arc::clone(&self.call), Arc::clone(action));
        let context = cx.clone();
        let ended = Box::pin(async move {
            let invoked = call.run(&doing, || {
                action.invoke(asked, provider, sender, cx.clone())
            });
            let result = invoked.await;
            let diagnostics = author::report(&cx, result.err(), &doing);
            InvokeActionEvent::Completed { diagnostics }
        });
        let running = Some(Messages::new(messages, ended));
        let events = stream::unfold((running, context), async |(running, context)| {
            let (next, running) = running?.next().await;
            let event = match next {
                Next::Message(message) => {
                    author::hide_noted(&context);
                    InvokeActionEvent::Progress { message }
                }
                Next::Returned(completed) => completed,
            };
            Some((event, (running, context)))
        });
        Ok(Box::pin(events.map(Ok)))
    }
}

/// Returns a configuration with its defaults. Write-only values stay.
fn with_defaults(block: &Block, config: &Object, doing: &str) -> Result<Object, Diagnostic> {
    let mut asked = values::asked(block, config, doing)?;
    block.recall_write_only(&mut asked, config);
    Ok(asked)
}
