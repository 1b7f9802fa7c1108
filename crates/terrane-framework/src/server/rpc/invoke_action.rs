//! InvokeAction: progress messages, then the outcome.

use std::sync::Arc;

use terrane_protocol::*;
use terrane_value::Object;
use tokio::sync::mpsc;

use crate::context::{InvokeContext, Private};
use crate::schema::Block;
use crate::server::call::messages::{Messages, WAITING_MESSAGES};
use crate::server::call::{author, values};
use crate::server::session::Server;

impl Server {
    /// Runs an action. The last event, and no other, contains the outcome (rule AC3).
    pub(crate) fn invoke(
        &self,
        request: &ConfigRequest,
    ) -> Result<BoxStream<InvokeActionEvent>, Diagnostic> {
        let action = self.definition.actions.find(&request.type_name)?;
        let block = action.block();
        let doing = format!("Cannot invoke {}", request.type_name);
        let config = values::decode_some(&request.config, block, "configuration")?;
        let provider = self.ready_provider(&doing)?;
        let prepared = with_defaults(block, &config, &doing)?;
        self.call.limit(block, &prepared, "invoke");
        let cx = self.call.context(Private::default());
        let (sender, messages) = mpsc::channel(WAITING_MESSAGES);
        let (call, action) = (Arc::clone(&self.call), Arc::clone(action));
        let context = cx.clone();
        let ended = Box::pin(async move {
            let invoked = call.run(&doing, || {
                action.invoke(prepared, provider, InvokeContext::new(cx.clone(), sender))
            });
            let result = invoked.await;
            let diagnostics = author::report(&cx, result.err(), &doing);
            InvokeActionEvent::Completed { diagnostics }
        });
        Ok(Messages::new(messages, ended)
            .events(context, |message| InvokeActionEvent::Progress { message }))
    }
}

/// Returns a configuration with its defaults. Write-only values stay.
pub(crate) fn with_defaults(
    block: &Block,
    config: &Object,
    doing: &str,
) -> Result<Object, Diagnostic> {
    let mut prepared = values::prepared(block, config, doing)?;
    block.recall_write_only(&mut prepared, config);
    Ok(prepared)
}
