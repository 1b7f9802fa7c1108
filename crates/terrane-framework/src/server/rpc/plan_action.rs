//! PlanAction.

use terrane_protocol::*;

use super::invoke_action::with_defaults;
use crate::context::{PlanActionContext, Private};
use crate::server::call::{author, values};
use crate::server::session::Server;

impl Server {
    pub(crate) async fn plan_action(
        &self,
        request: ConfigRequest,
    ) -> Result<PlanActionResponse, Diagnostic> {
        let action = self.definition.actions.find(&request.type_name)?;
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
                        deferred: Some(reason),
                        ..PlanActionResponse::default()
                    });
                }
                None => None,
            },
        };
        let prepared = with_defaults(block, &config, &doing)?;
        let cx = self.call.context(Private::default());
        let planned = self.call.run(&doing, || {
            action.plan(prepared, provider, PlanActionContext::new(cx.clone()))
        });
        let result = planned.await;
        Ok(PlanActionResponse {
            diagnostics: author::report(&cx, result.err(), &doing),
            deferred: None,
        })
    }
}
