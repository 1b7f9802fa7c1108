//! ApplyResourceChange: create, update, delete.
//!
//! While the process lives, the answer contains the known object: once `create` has returned, the object is in the answer,
//! even if a later step fails, panics or does not return.

use std::sync::Arc;

use terrane_protocol::*;

use crate::messages;
use crate::server::call::answer::Answer;
use crate::server::call::applying::Applying;
use crate::server::call::counted::Counted;
use crate::server::call::private::read_private;
use crate::server::call::{identity, values};
use crate::server::session::Server;

impl Server {
    pub(crate) async fn apply(
        &self,
        request: ApplyResourceChangeRequest,
    ) -> Answer<ApplyResourceChangeResponse> {
        let type_name = request.type_name.clone();
        let unchanged = unchanged(&request);
        let sent = request.planned_identity.clone();
        let applied = self.applied(request).await;
        Ok(applied.unwrap_or_else(|diagnostic| {
            let resource = self.definition.resources.find(&type_name).ok();
            ApplyResourceChangeResponse {
                new_identity: resource.and_then(|resource| {
                    let private = read_private(&unchanged.private).0;
                    let state = &unchanged.new_state;
                    identity::of_stored_state(resource, state, sent.as_ref(), &private)
                }),
                diagnostics: diagnostic.into(),
                ..unchanged
            }
        }))
    }

    async fn applied(
        &self,
        request: ApplyResourceChangeRequest,
    ) -> Result<ApplyResourceChangeResponse, Diagnostic> {
        let resource = self.definition.resources.find(&request.type_name)?;
        let block = resource.block();
        let mut prior = values::decode(&request.prior_state, block, "prior state")?;
        let mut planned = values::decode(&request.planned_state, block, "planned state")?;
        let operation = match (&prior, &planned) {
            (_, None) => "delete",
            (None, Some(_)) => "create",
            (Some(_), Some(_)) => "update",
        };
        let doing = format!("Cannot {operation} {}", request.type_name);
        let provider = self.ready_provider(&doing)?;
        let (mut private, foreign) = read_private(&request.planned_private);
        let sent = identity::sent(request.planned_identity.as_ref(), &private).cloned();
        private.remove_marks();
        let (sent, creates) = (sent.as_ref(), prior.is_none());
        if let Some(prior) = &mut prior {
            identity::recall(resource, sent, &private, prior)?;
        }
        if let Some(planned) = &mut planned {
            identity::recall(resource, sent, &private, planned)?;
            identity::plan_own_parts(resource, creates, planned);
        }
        let config = if block.has_write_only() && planned.is_some() {
            values::decode(&request.config, block, "configuration")?
        } else {
            None
        };
        // The planned object with write-only values.
        let mut complete = config.as_ref().and_then(|_| planned.clone());
        let counted = Counted::of(
            block,
            config.as_ref(),
            prior.as_ref(),
            complete.as_mut(),
            &private,
        )
        .map_err(|error| messages::calls::no_random_numbers(&doing, error))?;
        if let (Some(complete), Some(config)) = (&mut complete, &config) {
            block.recall_write_only(complete, config);
        }
        if let Some(object) = planned.as_ref().or(prior.as_ref()) {
            self.call.limit(block, object, operation);
        }
        let mut cx = self
            .call
            .context(private.clone())
            .with_meta(request.provider_meta);
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let applying = self.applying.get_or_init(|| {
            Arc::new(Applying {
                call: Arc::clone(&self.call),
                resource: Arc::clone(resource),
                type_name: request.type_name,
                provider,
                cx,
                doing,
                identity: sent.filter(|_| prior.is_some()).cloned(),
                prior: prior.map(Arc::new),
                planned,
                counted,
                private,
            })
        });
        let planned = complete.as_ref().or(applying.planned.as_ref());
        Ok(applying.apply(planned).await)
    }
}

/// Creates the answer that changes nothing.
fn unchanged(request: &ApplyResourceChangeRequest) -> ApplyResourceChangeResponse {
    ApplyResourceChangeResponse {
        new_state: request.prior_state.clone(),
        private: request.planned_private.clone(),
        ..ApplyResourceChangeResponse::default()
    }
}
