//! ReadResource.

use std::sync::Arc;

use terrane_protocol::*;
use terrane_value::Object;

use crate::context::{Context, ReadContext};
use crate::dynamic::Found;
use crate::planning;
use crate::server::call::private::read_private;
use crate::server::call::{author, equal, identity, values};
use crate::server::registry::RegisteredType;
use crate::server::session::Server;

impl Server {
    pub(crate) async fn read(
        &self,
        request: ReadResourceRequest,
    ) -> Result<ReadResourceResponse, Diagnostics> {
        let request = &request;
        let resource = self.definition.resources.find(&request.type_name)?;
        let block = resource.block();
        let capabilities = &request.client_capabilities;
        let doing = format!("Cannot read {}", request.type_name);
        let mut state = match values::decode_some(&request.current_state, block, "state") {
            Ok(state) => state,
            Err(diagnostic) => {
                return self
                    .deferred_import(block, &request.current_state, capabilities)
                    .map(|reason| deferred(request, reason))
                    .ok_or_else(|| diagnostic.into());
            }
        };
        let provider = match self.provider_or_deferral(capabilities, &doing)? {
            Ok(provider) => provider,
            Err(reason) => return Ok(deferred(request, reason)),
        };
        let (private, foreign) = read_private(&request.private);
        let (is_imported, is_moved) = (private.is_imported(), private.is_moved());
        let sent = identity::sent(request.current_identity.as_ref(), &private);
        identity::recall(resource, sent, &private, &mut state)?;
        self.call.limit(block, &state, "read");
        let mut cx = self
            .call
            .context(private)
            .for_host(capabilities)
            .with_meta(request.provider_meta.clone());
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let read = Read {
            resource,
            request,
            sent,
            state: Arc::new(state),
            cx,
            doing,
            is_imported,
            is_moved,
        };
        let found = self.call.run(&read.doing, || {
            let cx = ReadContext::new(read.cx.clone());
            resource.read(Arc::clone(&read.state), provider, cx)
        });
        match found.await {
            Ok(found) => read.succeeded(found),
            Err(error) => {
                let (diagnostics, deferred) = author::failed(&read.cx, error, &read.doing);
                Ok(ReadResourceResponse {
                    diagnostics,
                    private: read.private(&read.state),
                    deferred,
                    ..unchanged(request)
                })
            }
        }
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

/// Creates the answer of a read that is deferred before it has started.
fn deferred(request: &ReadResourceRequest, reason: DeferredReason) -> ReadResourceResponse {
    ReadResourceResponse {
        deferred: Some(reason),
        ..unchanged(request)
    }
}

/// A read of an object.
struct Read<'a> {
    resource: &'a RegisteredType,
    request: &'a ReadResourceRequest,
    /// The identity that the host has sent.
    sent: Option<&'a DynamicValue>,
    state: Arc<Object>,
    cx: Context,
    doing: String,
    is_imported: bool,
    is_moved: bool,
}

impl Read<'_> {
    /// Creates the answer of a read that has not failed.
    fn succeeded(&self, found: Found<Object>) -> Result<ReadResourceResponse, Diagnostics> {
        let diagnostics = author::report(&self.cx, None, &self.doing);
        self.cx.journal(|journal| journal.private.remove_marks());
        let of_state = || identity::of_state(self.resource, &self.state);
        let stored = if self.is_moved {
            of_state()
        } else {
            self.request.current_identity.clone()
        };
        match found {
            Found::Unchanged => Ok(ReadResourceResponse {
                new_identity: stored.or_else(of_state),
                private: self.private(&self.state),
                diagnostics,
                ..unchanged(self.request)
            }),
            Found::Gone => Ok(ReadResourceResponse {
                new_state: values::encode_null(self.resource.block()),
                new_identity: stored,
                private: self.private(&self.state),
                diagnostics,
                ..ReadResourceResponse::default()
            }),
            Found::Object(object) => self.object(object, diagnostics),
        }
    }

    /// Creates the answer with the object that was found (rules R3 to R5).
    fn object(
        &self,
        mut object: Object,
        mut diagnostics: Diagnostics,
    ) -> Result<ReadResourceResponse, Diagnostics> {
        let (block, name, state) = (
            self.resource.block(),
            &*self.request.type_name,
            &*self.state,
        );
        if block.has_equality() || block.facts().counts {
            if let Err(error) = equal::keep(block, state, &mut object, &self.doing) {
                diagnostics.extend(error.into_diagnostics(&self.doing));
            }
            planning::set_counts(block, &planning::counts(block, Some(state)), &mut object);
        }
        let report = Some(&mut diagnostics);
        let object = values::known_change(object, block, Some(state), None, name, report);
        // As far as is known, the object in the state still exists. So another object is an error.
        let same = identity::check_same(self.resource, name, self.sent, state, &object);
        if let (Err(refused), false) = (same, self.is_imported) {
            diagnostics.push(refused);
            return Err(diagnostics);
        }
        let private = self.private(&object);
        let new_identity = identity::of_result(self.resource, name, &object, &mut diagnostics);
        match values::encode(object, block, name) {
            Ok(new_state) => Ok(ReadResourceResponse {
                new_state,
                new_identity,
                private,
                diagnostics,
                ..ReadResourceResponse::default()
            }),
            Err(errors) => {
                diagnostics.extend(errors);
                Err(diagnostics)
            }
        }
    }

    /// Returns the private state for the answer. `known` is the known object.
    fn private(&self, known: &Object) -> Opaque {
        self.cx.journal(|journal| {
            identity::remember(self.resource, known, &mut journal.private);
            journal.private.to_wire().into()
        })
    }
}
