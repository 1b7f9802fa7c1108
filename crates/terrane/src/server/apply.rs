//! ApplyResourceChange: create, update, delete.
//!
//! Whatever happens, the answer holds what is known of the object: once `create` returned, the object is in the answer, also when what
//! comes after it fails, panics or never ends well.

use serde::de::IgnoredAny;
use terrane_protocol::*;
use terrane_value::Object;
use tokio_util::sync::CancellationToken;

use super::count::Counted;
use super::deadline::{self, Deadline};
use super::guard::Guarded;
use super::{Server, equal, identity, task, values};
use crate::context::{Context, Create, Delete, Private, Update};
use crate::error::{Error, Result as AuthorResult};
use crate::resource::{BoxFuture, Configured};

/// One call of author code for one resource.
pub(super) struct Call<'a> {
    pub(super) resource: &'a Guarded,
    pub(super) type_name: &'a str,
    pub(super) provider: Configured,
    token: CancellationToken,
    pub(super) cx: Context,
    deadline: Deadline,
    counted: Option<Counted>,
    /// The identity that an object has that exists already.
    identity: Option<DynamicValue>,
}

impl Server {
    pub(super) async fn apply(
        &self,
        request: ApplyResourceChangeRequest,
    ) -> ApplyResourceChangeResponse {
        let type_name = request.type_name.clone();
        let (prior_state, private) = (request.prior_state.clone(), request.planned_private.clone());
        let sent = request.planned_identity.clone();
        self.applied(request).await.unwrap_or_else(|diagnostic| {
            let resource = self.resource(&type_name).ok();
            ApplyResourceChangeResponse {
                new_identity: resource.and_then(|resource| {
                    let private = read_private(&private).0;
                    identity::of_stored_state(resource, &prior_state, sent.as_ref(), &private)
                }),
                new_state: prior_state,
                private,
                diagnostics: diagnostic.into(),
                ..ApplyResourceChangeResponse::default()
            }
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
        // With what is in the configuration only.
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
        let (token, cx) = self.context(private);
        let deadline = Deadline::of(block, planned.as_ref().or(prior.as_ref()), operation);
        let cx = cx.with_deadline(deadline.at());
        let mut cx = cx.with_meta(request.provider_meta);
        if let Some(warning) = foreign {
            cx.diagnose(warning);
        }
        let call = Call {
            resource,
            type_name: &request.type_name,
            provider,
            token,
            cx,
            identity: request.planned_identity.filter(|_| prior.is_some()),
            deadline,
            counted,
        };
        let (state, error) = match (&prior, complete.as_ref().or(planned.as_ref())) {
            (None, Some(planned)) => call.create(planned, &doing).await,
            (Some(prior), Some(planned)) => call.update(planned, prior, &doing).await,
            (Some(prior), None) => call.delete(prior, &doing).await,
            (None, None) => (None, None),
        };
        Ok(call.answer(prior.as_ref(), planned, state, error, &doing))
    }
}

impl Call<'_> {
    pub(super) async fn run<T: Send + 'static>(
        &self,
        doing: &str,
        future: BoxFuture<AuthorResult<T>>,
    ) -> AuthorResult<T> {
        deadline::run(doing, self.token.clone(), &self.deadline, future).await
    }

    async fn create(&self, planned: &Object, doing: &str) -> (Option<Object>, Option<Error>) {
        let settles_nothing = self.resource.settles_nothing();
        self.cx
            .journal(|journal| journal.settles_nothing = settles_nothing);
        let future = task::begin(doing, || {
            let (provider, cx) = (self.provider.clone(), Create::new(self.cx.clone()));
            self.resource.create(planned, provider, cx)
        });
        let created = self.run(doing, future).await;
        if self.cx.journal(|journal| journal.settles_nothing) {
            self.resource.set_settles_nothing();
        }
        match created {
            Ok(created) => self.reread(self.counted(created), "created").await,
            Err(error) => (self.recorded(), Some(error)),
        }
    }

    async fn update(
        &self,
        planned: &Object,
        prior: &Object,
        doing: &str,
    ) -> (Option<Object>, Option<Error>) {
        let future = task::begin(doing, || {
            let (provider, cx) = (self.provider.clone(), Update::new(self.cx.clone()));
            self.resource.update(planned, prior, provider, cx)
        });
        match self.run(doing, future).await {
            Ok(updated) => self.reread(self.counted(updated), "updated").await,
            Err(error) => {
                let state = self.recorded().unwrap_or_else(|| prior.clone());
                (Some(state), Some(error))
            }
        }
    }

    async fn delete(&self, prior: &Object, doing: &str) -> (Option<Object>, Option<Error>) {
        let future = task::begin(doing, || {
            let (provider, cx) = (self.provider.clone(), Delete::new(self.cx.clone()));
            self.resource.delete(prior, provider, cx)
        });
        match self.run(doing, future).await {
            Ok(()) => (None, None),
            Err(error) => (Some(prior.clone()), Some(error)),
        }
    }

    /// The object with its counts.
    fn counted(&self, mut object: Object) -> Object {
        if let Some(counted) = &self.counted {
            counted.set(self.resource.block(), &mut object);
        }
        object
    }

    /// What was recorded last, for the state after an error.
    fn recorded(&self) -> Option<Object> {
        self.cx.journal(|journal| journal.checkpoint.take())
    }

    /// The answer: the new state, compared with the plan unless the call has failed anyway.
    fn answer(
        &self,
        prior: Option<&Object>,
        planned: Option<Object>,
        state: Option<Object>,
        error: Option<Error>,
        doing: &str,
    ) -> ApplyResourceChangeResponse {
        let failed = error.is_some();
        let mut diagnostics = task::report(&self.cx, error, doing);
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
        if let (false, Some(planned)) = (failed, &planned) {
            match equal::keep(block, planned, &mut state, doing) {
                Ok(()) => {
                    let findings = self.resource.check_applied(self.type_name, planned, &state);
                    diagnostics.extend(findings);
                }
                Err(error) => diagnostics.extend(error.into_diagnostics(doing)),
            }
        }
        let report = (!failed).then_some(&mut diagnostics);
        let mut state =
            values::settle_change(state, prior, planned.as_ref(), self.type_name, report);
        let stored = self.identity.as_ref();
        let found = match prior {
            Some(prior) => {
                let same =
                    identity::check_same(self.resource, self.type_name, stored, prior, &state);
                same.inspect_err(|_| state = prior.clone())
            }
            None => identity::check_found_again(self.resource, self.type_name, &state),
        };
        diagnostics.extend(found.err());
        let new_identity = match failed || !block.describes(&state) {
            true => identity::of_state(self.resource, &state)
                .or_else(|| stored.cloned())
                .or_else(|| {
                    identity::of_state(self.resource, &self.known(planned.clone()?, prior))
                }),
            false => identity::of_result(self.resource, self.type_name, &state, &mut diagnostics),
        };
        self.cx.journal(|journal| {
            identity::remember(self.resource, &state, &mut journal.private);
        });
        ApplyResourceChangeResponse {
            new_identity,
            new_state: self.encode(state, planned, prior, &mut diagnostics),
            private: self.cx.journal(|journal| journal.private.to_wire()).into(),
            diagnostics,
            ..ApplyResourceChangeResponse::default()
        }
    }

    /// Encodes the new state. One that does not fit the schema cannot be stored: the plan is, so that the object is not lost.
    fn encode(
        &self,
        state: Object,
        planned: Option<Object>,
        prior: Option<&Object>,
        diagnostics: &mut Diagnostics,
    ) -> DynamicValue {
        let block = self.resource.block();
        values::encode(state, block).unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            planned
                .and_then(|planned| values::encode(self.known(planned, prior), block).ok())
                .unwrap_or_default()
        })
    }

    /// What is known of a plan, or else of the state before.
    fn known(&self, planned: Object, prior: Option<&Object>) -> Object {
        values::settle_change(planned, prior, None, self.type_name, None)
    }
}

/// Reads private state; one of another toolkit is dropped. That is worth a warning only where it is not even an object: what Go's older toolkit
/// kept in one was its own, and no provider could put anything there.
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
    fn ps1_what_another_toolkit_kept_for_itself_is_dropped_in_silence() {
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
