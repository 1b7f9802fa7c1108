//! ReadResource.

use terrane_protocol::*;
use terrane_value::Object;

use super::import_resource_state as import;
use crate::context::ReadResource;
use crate::planning;
use crate::server::call::private::read_private;
use crate::server::call::{author, equal, identity, values};
use crate::server::registry::RegisteredType;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) async fn read(
        &self,
        request: ReadResourceRequest,
    ) -> Result<ReadResourceResponse, Diagnostic> {
        let unchanged = unchanged(&request);
        let resource = self.definition.resources.find(&request.type_name)?;
        let block = resource.block();
        let doing = format!("Cannot read {}", request.type_name);
        let mut state = match values::decode_some(&request.current_state, block, "state") {
            Ok(state) => state,
            Err(diagnostic) => {
                let (state, allowed) = (&request.current_state, &request.client_capabilities);
                let deferred = import::deferred_import(self, block, state, allowed);
                return match deferred {
                    None => Err(diagnostic),
                    deferred => Ok(ReadResourceResponse {
                        deferred,
                        ..unchanged
                    }),
                };
            }
        };
        let provider = match self.provider_or_deferral(&request.client_capabilities, &doing)? {
            Ok(provider) => provider,
            Err(deferred) => {
                let deferred = Some(deferred);
                return Ok(ReadResourceResponse {
                    deferred,
                    ..unchanged
                });
            }
        };
        let (private, foreign) = read_private(&request.private);
        let (imported, moved) = (private.is_imported(), private.is_moved());
        let sent = identity::sent(request.current_identity.as_ref(), &private);
        identity::recall(resource, sent, &private, &mut state)?;
        self.call.limit(block, &state, "read");
        let cx = self.call.context(private);
        let cx = cx.for_host(&request.client_capabilities);
        let mut cx = cx.with_meta(request.provider_meta);
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let compares = block.has_equality() || block.facts().counts;
        let read = self.call.run(&doing, || {
            resource.read(&state, provider, ReadResource::new(cx.clone()))
        });
        let result = read.await;
        let (found, error) = match result {
            Ok(found) => (found, None),
            Err(error) => (None, Some(error)),
        };
        let failed = error.is_some();
        let deferred = cx.deferral(failed);
        let error = error.filter(|_| deferred.is_none());
        let mut diagnostics = author::report(&cx, error, &doing);
        let keep = cx.journal(|journal| journal.keep_state);
        let found = found.filter(|_| !failed && !keep).map(|mut object| {
            if compares {
                if let Err(error) = equal::keep(block, &state, &mut object, &doing) {
                    diagnostics.extend(error.into_diagnostics(&doing));
                }
                planning::set_counts(block, &planning::counts(block, Some(&state)), &mut object);
            }
            let report = Some(&mut diagnostics);
            values::settle_change(
                object,
                block,
                Some(&state),
                None,
                &request.type_name,
                report,
            )
        });
        if let (Some(object), false) = (&found, imported) {
            // As far as is known, the object in the state still exists. So another object is an error.
            let same = identity::check_same(resource, &request.type_name, sent, &state, object);
            if let Err(refused) = same {
                diagnostics.push(refused);
                return Ok(ReadResourceResponse {
                    diagnostics,
                    ..unchanged
                });
            }
        }
        let private = cx.journal(|journal| {
            if !failed {
                journal.private.remove_marks();
            }
            identity::remember(
                resource,
                found.as_ref().unwrap_or(&state),
                &mut journal.private,
            );
            journal.private.to_wire()
        });
        let outcome = match &found {
            _ if failed => Outcome::Failed,
            _ if keep => Outcome::Unchanged(&state),
            None => Outcome::Gone,
            Some(object) => Outcome::Found(object),
        };
        let name = &request.type_name;
        let stored = match moved && !failed {
            true => identity::of_state(resource, &state),
            false => unchanged.new_identity.clone(),
        };
        let new_identity = outcome.identity(resource, name, stored, &mut diagnostics);
        let new_state = match found {
            _ if failed || keep => unchanged.new_state,
            None => values::encode_null(block),
            Some(object) => match values::encode(object, block, name) {
                Ok(new_state) => new_state,
                Err(errors) => {
                    diagnostics.extend(errors);
                    return Ok(ReadResourceResponse {
                        diagnostics,
                        ..unchanged
                    });
                }
            },
        };
        Ok(ReadResourceResponse {
            new_state,
            new_identity,
            private: private.into(),
            diagnostics,
            deferred,
        })
    }
}

/// Creates the answer that changes nothing.
fn unchanged(request: &ReadResourceRequest) -> ReadResourceResponse {
    ReadResourceResponse {
        new_state: request.current_state.clone(),
        private: request.private.clone(),
        new_identity: request.current_identity.clone(),
        ..ReadResourceResponse::default()
    }
}

/// The outcome of a read.
enum Outcome<'a> {
    /// The read failed.
    Failed,
    /// The state stays unchanged.
    Unchanged(&'a Object),
    /// The object does not exist any more.
    Gone,
    /// The object was read.
    Found(&'a Object),
}

impl Outcome<'_> {
    /// Returns the identity after a read (rules R3 to R5).
    fn identity(
        self,
        resource: &RegisteredType,
        type_name: &str,
        stored: Option<DynamicValue>,
        diagnostics: &mut Diagnostics,
    ) -> Option<DynamicValue> {
        match self {
            Self::Failed | Self::Gone => stored,
            Self::Unchanged(state) => stored.or_else(|| identity::of_state(resource, state)),
            Self::Found(object) => identity::of_result(resource, type_name, object, diagnostics),
        }
    }
}
