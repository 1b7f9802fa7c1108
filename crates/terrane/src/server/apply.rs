//! ApplyResourceChange: create, update, delete.
//!
//! While the process lives, the answer contains the known object: once `create` has returned, the object is in the answer,
//! even if a later step fails, panics or does not return.

use std::sync::Arc;

use serde::de::IgnoredAny;
use terrane_protocol::*;
use terrane_value::Object;

use super::call::Call;
use super::count::Counted;
use super::registered::RegisteredType;
use super::rpcs::Unfinished;
use super::{Server, author, equal, identity, values};
use crate::context::{Context, Create, Delete, Private, Update};
use crate::error::Error;
use crate::resource::Configured;

/// The change of one object, from which the answer is made, with or without the call's task.
pub(super) struct Applying {
    pub(super) call: Arc<Call>,
    pub(super) resource: Arc<RegisteredType>,
    pub(super) type_name: String,
    pub(super) provider: Configured,
    pub(super) cx: Context,
    doing: String,
    prior: Option<Object>,
    planned: Option<Object>,
    counted: Option<Counted>,
    /// The identity of an existing object.
    identity: Option<DynamicValue>,
}

impl Server {
    pub(super) async fn apply(
        &self,
        request: ApplyResourceChangeRequest,
    ) -> ApplyResourceChangeResponse {
        let type_name = request.type_name.clone();
        let unchanged = unchanged(&request);
        let sent = request.planned_identity.clone();
        self.applied(request).await.unwrap_or_else(|diagnostic| {
            let resource = self.resource(&type_name).ok();
            ApplyResourceChangeResponse {
                new_identity: resource.and_then(|resource| {
                    let private = read_private(&unchanged.private).0;
                    let state = &unchanged.new_state;
                    identity::of_stored_state(resource, state, sent.as_ref(), &private)
                }),
                diagnostics: diagnostic.into(),
                ..unchanged
            }
        })
    }

    /// Creates the answer of a change that has not returned: its recorded object, or the prior state.
    pub(super) fn apply_unfinished(
        request: &ApplyResourceChangeRequest,
    ) -> Unfinished<ApplyResourceChangeResponse> {
        let unchanged = unchanged(request);
        Box::new(move |server, diagnostics| match server.applying.get() {
            Some(applying) => applying.unfinished(diagnostics),
            None => ApplyResourceChangeResponse {
                diagnostics,
                ..unchanged
            },
        })
    }

    async fn applied(
        &self,
        request: ApplyResourceChangeRequest,
    ) -> Result<ApplyResourceChangeResponse, Diagnostic> {
        let resource = self.resource(&request.type_name)?;
        let block = resource.block();
        let mut prior = values::decode(&request.prior_state, block, "prior state")?;
        let mut planned = values::decode(&request.planned_state, block, "planned state")?;
        let operation = match (&prior, &planned) {
            (_, None) => "delete",
            (None, Some(_)) => "create",
            (Some(_), Some(_)) => "update",
        };
        let doing = format!("Cannot {operation} {}", request.type_name);
        let provider = self
            .provider()
            .map_err(|not_ready| not_ready.diagnostic(&doing))?;
        let (private, foreign) = read_private(&request.planned_private);
        let (sent, creates) = (request.planned_identity.as_ref(), prior.is_none());
        if let Some(prior) = &mut prior {
            identity::recall(resource, sent, &private, prior)?;
        }
        if let Some(planned) = &mut planned {
            identity::recall(resource, sent, &private, planned)?;
            identity::plan_own_parts(resource, creates, planned);
        }
        let config = match block.has_write_only() && planned.is_some() {
            true => values::decode(&request.config, block, "configuration")?,
            false => None,
        };
        // With write-only values.
        let mut complete = config.as_ref().and_then(|_| planned.clone());
        let counted = Counted::of(
            block,
            config.as_ref(),
            prior.as_ref(),
            complete.as_mut(),
            &private,
        );
        let counted = counted.map_err(|error| {
            Diagnostic::error(
                &doing,
                format!("The system has no random numbers: {error}."),
            )
        })?;
        if let (Some(complete), Some(config)) = (&mut complete, &config) {
            block.recall_write_only(complete, config);
        }
        if let Some(object) = planned.as_ref().or(prior.as_ref()) {
            self.call.limit(block, object, operation);
        }
        let cx = self.call.context(private);
        let mut cx = cx.with_meta(request.provider_meta);
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
                identity: request.planned_identity.filter(|_| prior.is_some()),
                prior,
                planned,
                counted,
            })
        });
        Ok(applying.apply(complete.as_ref()).await)
    }
}

impl Applying {
    /// Runs author code. `complete` is the plan with write-only values, if there are any.
    async fn apply(&self, complete: Option<&Object>) -> ApplyResourceChangeResponse {
        let (state, error) = match (&self.prior, complete.or(self.planned.as_ref())) {
            (None, Some(planned)) => self.create(planned).await,
            (Some(prior), Some(planned)) => self.update(planned, prior).await,
            (Some(prior), None) => self.delete(prior).await,
            (None, None) => (None, None),
        };
        let failed = error.is_some();
        if let (Some(state), false, true) = (&state, failed, self.resource.block().has_equality()) {
            // The answer runs the author's equality code, which may not return.
            self.cx.record_object(Arc::new(state.clone()));
        }
        self.answer(state, failed, author::report(&self.cx, error, &self.doing))
    }

    async fn create(&self, planned: &Object) -> (Option<Object>, Option<Error>) {
        let created = self.call.run(&self.doing, || {
            let (provider, cx) = (self.provider.clone(), Create::new(self.cx.clone()));
            self.resource.create(planned, provider, cx)
        });
        match created.await {
            Ok(created) => self.reread(self.counted(created), "created").await,
            Err(error) => (self.recorded(), Some(error)),
        }
    }

    async fn update(&self, planned: &Object, prior: &Object) -> (Option<Object>, Option<Error>) {
        let updated = self.call.run(&self.doing, || {
            let (provider, cx) = (self.provider.clone(), Update::new(self.cx.clone()));
            self.resource.update(planned, prior, provider, cx)
        });
        match updated.await {
            Ok(updated) => self.reread(self.counted(updated), "updated").await,
            Err(error) => (self.recorded(), Some(error)),
        }
    }

    async fn delete(&self, prior: &Object) -> (Option<Object>, Option<Error>) {
        let deleted = self.call.run(&self.doing, || {
            let (provider, cx) = (self.provider.clone(), Delete::new(self.cx.clone()));
            self.resource.delete(prior, provider, cx)
        });
        match deleted.await {
            Ok(()) => (None, None),
            Err(error) => (self.recorded(), Some(error)),
        }
    }

    /// Creates the answer of author code that has not returned.
    fn unfinished(&self, mut diagnostics: Diagnostics) -> ApplyResourceChangeResponse {
        let state = self.recorded();
        if state.is_none() && self.prior.is_none() {
            diagnostics.push(may_exist(&self.type_name));
        }
        self.answer(state, true, diagnostics)
    }

    /// Sets the counts of the object.
    fn counted(&self, mut object: Object) -> Object {
        if let Some(counted) = &self.counted {
            counted.set(self.resource.block(), &mut object);
        }
        object
    }

    /// Returns the state after an error: the recorded object, or the prior one.
    fn recorded(&self) -> Option<Object> {
        let recorded = self.cx.journal(|journal| journal.object.clone());
        recorded.as_deref().or(self.prior.as_ref()).cloned()
    }

    /// Creates the answer with the new state, which is checked against the plan unless the call has failed.
    fn answer(
        &self,
        state: Option<Object>,
        failed: bool,
        mut diagnostics: Diagnostics,
    ) -> ApplyResourceChangeResponse {
        let (type_name, doing) = (&*self.type_name, &*self.doing);
        let Some(mut state) = state else {
            return ApplyResourceChangeResponse {
                new_state: values::encode_null(self.resource.block()),
                diagnostics,
                ..ApplyResourceChangeResponse::default()
            };
        };
        let block = self.resource.block();
        block.forget_write_only(&mut state);
        match &self.counted {
            Some(counted) if failed => counted.take_back(block, &mut state),
            Some(counted) => self
                .cx
                .journal(|journal| counted.store(&mut journal.private)),
            None => {}
        }
        if let (false, Some(planned)) = (failed, &self.planned) {
            match equal::keep(block, planned, &mut state, doing) {
                Ok(()) => {
                    let findings = self.resource.check_applied(type_name, planned, &state);
                    diagnostics.extend(findings);
                }
                Err(error) => diagnostics.extend(error.into_diagnostics(doing)),
            }
        }
        let report = (!failed).then_some(&mut diagnostics);
        let mut state = values::settle_change(
            state,
            self.prior.as_ref(),
            self.planned.as_ref(),
            type_name,
            report,
        );
        let stored = self.identity.as_ref();
        let found = match &self.prior {
            Some(prior) => {
                let same = identity::check_same(&self.resource, type_name, stored, prior, &state);
                same.inspect_err(|_| state = prior.clone())
            }
            None => identity::check_found_again(&self.resource, type_name, &state),
        };
        diagnostics.extend(found.err());
        let new_identity = match failed || !block.describes(&state) {
            true => identity::of_state(&self.resource, &state)
                .or_else(|| stored.cloned())
                .or_else(|| identity::of_state(&self.resource, &self.known(self.planned.clone()?))),
            false => identity::of_result(&self.resource, type_name, &state, &mut diagnostics),
        };
        self.cx.journal(|journal| {
            identity::remember(&self.resource, &state, &mut journal.private);
        });
        ApplyResourceChangeResponse {
            new_identity,
            new_state: self.encode(state, &mut diagnostics),
            private: self.cx.journal(|journal| journal.private.to_wire()).into(),
            diagnostics,
            ..ApplyResourceChangeResponse::default()
        }
    }

    /// Encodes the new state. If it does not match the schema, the plan is stored instead, so that the object is not lost.
    fn encode(&self, state: Object, diagnostics: &mut Diagnostics) -> DynamicValue {
        let block = self.resource.block();
        values::encode(state, block).unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            self.planned
                .clone()
                .and_then(|planned| values::encode(self.known(planned), block).ok())
                .unwrap_or_default()
        })
    }

    /// Returns the known values of a plan, completed with the prior state.
    fn known(&self, planned: Object) -> Object {
        values::settle_change(planned, self.prior.as_ref(), None, &self.type_name, None)
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

/// Creates the error for a `create` that has neither returned nor recorded an object.
fn may_exist(type_name: &str) -> Diagnostic {
    Diagnostic::error(
        "The object may exist",
        format!(
            "The provider has not returned a {type_name}, so there is none in the state, and it may be created all the same. Look for it before the \
             next apply: import it, or delete it."
        ),
    )
}

/// Decodes private state. Private state of another toolkit is dropped, with a warning only if it is not even an object: the older Go toolkit
/// stored only its own data in an object.
pub(super) fn read_private(bytes: &Opaque) -> (Private, Option<Diagnostic>) {
    match Private::from_wire(bytes) {
        Ok(private) => (private, None),
        Err(why) if is_json_object(bytes) => {
            tracing::warn!("{why}");
            (Private::default(), None)
        }
        Err(why) => (
            Private::default(),
            Some(Diagnostic::warning("Private state is not used", why)),
        ),
    }
}

fn is_json_object(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
        && serde_json::from_slice::<IgnoredAny>(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ps1_private_state_of_another_toolkit_is_dropped_without_a_warning() {
        for (stored, warns) in [
            (r#""#, false),
            (r#"null"#, false),
            (r#"{"schema_version":"1"}"#, false),
            (
                r#"{"e2bfb730-ecaa-11e6-8f88-34363bc7c4c0":{"create":60}}"#,
                false,
            ),
            (r#"[]"#, true),
            ("\u{1}", true),
        ] {
            let stored = Opaque::from(stored.as_bytes().to_vec());
            let (private, warning) = read_private(&stored);
            assert_eq!(private, Private::default());
            assert_eq!(warning.is_some(), warns, "{stored:?}");
        }
    }
}
