//! InvokeAction: progress messages, then the outcome.

use std::sync::Arc;

use futures_util::stream::{self, StreamExt};
use terrane_protocol::*;
use terrane_value::Object;
use tokio::sync::mpsc;

use crate::context::{Invoke, Private};
use crate::schema::Block;
use crate::server::call::answer::refused;
use crate::server::call::messages::{Messages, Next};
use crate::server::call::{author, values};
use crate::server::session::Server;

/// The number of buffered messages, after which the action waits for the host.
const WAITING_MESSAGES: usize = 16;

impl Server {
    /// Runs an action. The last event, and no other, contains the outcome (rule AC3).
    pub(in crate::server) fn invoke(
        &self,
        request: InvokeActionRequest,
    ) -> BoxStream<InvokeActionEvent> {
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
        let prepared = with_defaults(block, &config, &doing)?;
        self.call.limit(block, &prepared, "invoke");
        let cx = self.call.context(Private::default());
        let (sender, messages) = mpsc::channel(WAITING_MESSAGES);
        let (call, action) = (Arc::clone(&self.call), Arc::clone(action));
        let context = cx.clone();
        let ended = Box::pin(async move {
            let invoked = call.run(&doing, || {
                action.invoke(prepared, provider, Invoke::new(cx.clone(), sender))
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
pub(in crate::server) fn with_defaults(
    block: &Block,
    config: &Object,
    doing: &str,
) -> Result<Object, Diagnostic> {
    let mut prepared = values::prepared(block, config, doing)?;
    block.recall_write_only(&mut prepared, config);
    Ok(prepared)
}
