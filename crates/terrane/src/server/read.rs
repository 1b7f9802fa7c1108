//! ReadResource.

use terrane_protocol::*;

use super::apply::read_private;
use super::{Server, task, values};
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
        let (private, foreign) = read_private(&request.private);
        let (token, cx) = self.context(private);
        let mut cx = cx.with_meta(request.provider_meta);
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let before = block.has_equality().then(|| state.clone());
        let result = task::run(&doing, token, resource.read(state, provider, cx.clone())).await;
        let (found, error) = match result {
            Ok(found) => (found, None),
            Err(error) => (None, Some(error)),
        };
        let failed = error.is_some();
        let mut diagnostics = task::report(&cx, error, &doing);
        let (private, keep) = cx.journal(|journal| (journal.private.to_wire(), journal.keep_state));
        let new_state = match found {
            _ if failed || keep => unchanged.new_state,
            None => values::encode_null(block),
            Some(mut object) => {
                if let Some(before) = &before {
                    planning::keep_equal(block, before, &mut object);
                }
                values::encode(
                    values::settle_unknowns(object, &request.type_name, Some(&mut diagnostics)),
                    block,
                )?
            }
        };
        Ok(ReadResourceResponse {
            new_state,
            private: private.into(),
            diagnostics,
            ..unchanged
        })
    }
}
