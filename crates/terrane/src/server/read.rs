//! ReadResource.

use terrane_protocol::*;

use super::apply::read_private;
use super::deadline::{self, Deadline};
use super::{Server, identity, task, values};
use crate::planning;

impl Server {
    pub(super) async fn read(&self, request: ReadResourceRequest) -> ReadResourceResponse {
        let unchanged = ReadResourceResponse {
            new_state: request.current_state.clone(),
            private: request.private.clone(),
            new_identity: request.current_identity.clone(),
            ..ReadResourceResponse::default()
        };
        match self.refreshed(request, unchanged.clone()).await {
            Ok(response) => response,
            Err(diagnostic) => ReadResourceResponse {
                diagnostics: diagnostic.into(),
                ..unchanged
            },
        }
    }

    /// Reads the object; `unchanged` is the answer that leaves everything as it is.
    async fn refreshed(
        &self,
        request: ReadResourceRequest,
        unchanged: ReadResourceResponse,
    ) -> Result<ReadResourceResponse, Diagnostic> {
        let resource = self.resource(&request.type_name)?;
        let block = resource.block();
        let doing = format!("Cannot read {}", request.type_name);
        let state = values::decode_some(&request.current_state, block, "state")?;
        let provider = match self.provider() {
            Ok(provider) => provider,
            Err(not_ready) => {
                return match not_ready.deferred(&request.client_capabilities) {
                    deferred @ Some(_) => Ok(ReadResourceResponse {
                        deferred,
                        ..unchanged
                    }),
                    None => Err(not_ready.diagnostic(&doing)),
                };
            }
        };
        let (mut private, foreign) = read_private(&request.private);
        let imported = identity::was_imported(&mut private);
        let (token, cx) = self.context(private);
        let deadline = Deadline::of(block, Some(&state), "read");
        let cx = cx.with_deadline(deadline.as_ref().map(Deadline::at));
        let mut cx = cx.with_meta(request.provider_meta);
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let compares = block.has_equality() || block.inside().counts;
        let before = compares.then(|| state.clone());
        let future = resource.read(state, provider, cx.clone());
        let result = deadline::run(&doing, token, deadline.as_ref(), future).await;
        let (found, error) = match result {
            Ok(found) => (found, None),
            Err(error) => (None, Some(error)),
        };
        let failed = error.is_some();
        let mut diagnostics = task::report(&cx, error, &doing);
        let (private, keep) = cx.journal(|journal| (journal.private.to_wire(), journal.keep_state));
        let found = found.filter(|_| !failed && !keep).map(|mut object| {
            if let Some(before) = &before {
                planning::keep_equal(block, before, &mut object);
                planning::set_counts(block, &planning::counts(block, Some(before)), &mut object);
            }
            values::settle_unknowns(object, &request.type_name, Some(&mut diagnostics))
        });
        let stored = unchanged.new_identity;
        let new_identity = match &found {
            _ if failed => stored,
            _ if keep => match stored {
                None => identity::of_stored_state(resource, &unchanged.new_state),
                stored => stored,
            },
            None => stored,
            Some(object) => {
                let before = stored.filter(|_| !imported);
                let name = &request.type_name;
                identity::of_result(resource, name, before.as_ref(), object, &mut diagnostics)
            }
        };
        let new_state = match found {
            _ if failed || keep => unchanged.new_state,
            None => values::encode_null(block),
            Some(object) => values::encode(object, block)?,
        };
        Ok(ReadResourceResponse {
            new_state,
            new_identity,
            private: private.into(),
            diagnostics,
            ..unchanged
        })
    }
}
