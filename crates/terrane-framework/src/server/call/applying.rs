//! The change that a call applies: it runs author code, and its answer contains the known object.

use std::sync::Arc;

use terrane_protocol::{ApplyResourceChangeResponse, Diagnostics, DynamicValue};
use terrane_value::Object;

use super::counted::Counted;
use super::unencodable::{Unencodable, report};
use super::{Call, author, equal, identity, values};
use crate::context::{Context, CreateContext, Created, DeleteContext, Private, UpdateContext};
use crate::dynamic::Configured;
use crate::error::{Error, Result};
use crate::identity::{difference, lost_key};
use crate::messages;
use crate::planning;
use crate::retain::retain;
use crate::server::registry::RegisteredType;

/// The change of one object. The answer is made from it, even if the call's task does not return.
pub(crate) struct Applying {
    pub(crate) call: Arc<Call>,
    pub(crate) resource: Arc<RegisteredType>,
    pub(crate) type_name: String,
    pub(crate) provider: Configured,
    pub(crate) cx: Context,
    pub(crate) doing: String,
    pub(crate) prior: Option<Arc<Object>>,
    pub(crate) planned: Option<Object>,
    pub(crate) counted: Option<Counted>,
    /// The identity of an existing object.
    pub(crate) identity: Option<DynamicValue>,
    /// The private state before the change.
    pub(crate) private: Private,
}

impl Applying {
    /// Runs author code. `planned` is the planned object with its write-only values. `None` for a deletion.
    pub(crate) async fn apply(&self, planned: Option<&Object>) -> ApplyResourceChangeResponse {
        let (mut state, mut error) = self.run(planned).await;
        if let (Some(state), None, true) = (&state, &error, self.resource.block().has_equality()) {
            // From here on the author's equality code runs, which may not return.
            self.cx.record_object(Arc::new(state.clone()));
        }
        let created = self.cx.journal(|journal| journal.created.clone());
        if let (Some(state), Some((before, _))) = (&mut state, self.before(created.as_ref()))
            && let Err(panicked) = self.keep_key(before, state, &self.doing)
        {
            error.get_or_insert(panicked);
        }
        let failed = error.is_some();
        self.answer(state, failed, author::report(&self.cx, error, &self.doing))
    }

    /// Runs author code, and the read that fills unknown values.
    async fn run(&self, planned: Option<&Object>) -> (Option<Object>, Option<Error>) {
        let (call, doing, resource) = (&self.call, &*self.doing, &self.resource);
        let (provider, cx) = (self.provider.clone(), self.cx.clone());
        let (returned, done) = match (&self.prior, planned) {
            (None, Some(planned)) => {
                let code = || resource.create(planned, provider, CreateContext::new(cx));
                (call.run(doing, code).await.map(Some), "created")
            }
            (Some(prior), Some(planned)) => {
                let prior = Arc::clone(prior);
                let code = || resource.update(planned, prior, provider, UpdateContext::new(cx));
                (call.run(doing, code).await.map(Some), "updated")
            }
            (Some(prior), None) => {
                let code = || resource.delete(Arc::clone(prior), provider, DeleteContext::new(cx));
                (call.run(doing, code).await.map(|()| None), "deleted")
            }
            (None, None) => (Ok(None), "deleted"),
        };
        match returned {
            Ok(Some(created)) if self.is_lost(&created) => {
                let recorded = self.cx.record_encoded(resource.block(), created);
                (self.recorded(), recorded.err())
            }
            Ok(Some(object)) => self.reread(self.counted(object), done).await,
            Ok(None) => (None, None),
            Err(error) => (self.recorded(), Some(error)),
        }
    }

    /// Whether a new object cannot be found by its key.
    fn is_lost(&self, object: &Object) -> bool {
        self.prior.is_none() && lost_key(self.resource.block(), object).is_some()
    }

    /// Creates the answer for author code that has not returned.
    pub(crate) fn unfinished(&self, mut diagnostics: Diagnostics) -> ApplyResourceChangeResponse {
        let state = self.recorded();
        if state.is_none() && self.prior.is_none() && !self.has_recorded() {
            explain(
                &mut diagnostics,
                &messages::calls::look_for(&self.type_name),
            );
        }
        self.answer(state, true, diagnostics)
    }

    /// Sets the counts of write-only values in the object.
    fn counted(&self, mut object: Object) -> Object {
        if let Some(counted) = &self.counted {
            counted.set(self.resource.block(), &mut object);
        }
        object
    }

    /// Returns the object before the code that returned the last one, with its private state: the prior object, or the one that `create` has returned.
    fn before<'a>(&'a self, created: Option<&'a Created>) -> Option<(&'a Object, &'a Private)> {
        let prior = self.prior.as_deref().map(|prior| (prior, &self.private));
        prior.or_else(|| created.map(|created| (&*created.object, &created.private)))
    }

    /// Gives the key of a returned object the form that it has in the object before, if both are equal. The equality may be author code.
    pub(super) fn keep_key(
        &self,
        before: &Object,
        returned: &mut Object,
        doing: &str,
    ) -> Result<()> {
        let block = self.resource.block();
        match difference(block, before, returned) {
            Some(_) => equal::keep(block, before, returned, doing),
            None => Ok(()),
        }
    }

    /// Returns the state after an error: the recorded object, unless its key cannot be encoded, or the prior one.
    fn recorded(&self) -> Option<Object> {
        let recorded = self
            .cx
            .journal(|journal| journal.object.clone())
            .filter(|it| lost_key(self.resource.block(), it).is_none());
        recorded.as_deref().or(self.prior.as_deref()).cloned()
    }

    fn has_recorded(&self) -> bool {
        self.cx.journal(|journal| journal.object.is_some())
    }

    /// Creates the answer with the new state. The object is missing after a deletion, and if nothing is known of a new object.
    fn answer(
        &self,
        state: Option<Object>,
        failed: bool,
        mut diagnostics: Diagnostics,
    ) -> ApplyResourceChangeResponse {
        let Some(mut state) = state else {
            if self.prior.is_none() && self.has_recorded() {
                diagnostics.push(messages::calls::may_exist(&self.type_name));
            }
            return ApplyResourceChangeResponse {
                new_state: values::encode_null(self.resource.block()),
                diagnostics,
                ..ApplyResourceChangeResponse::default()
            };
        };
        let lost = self.take_failures(&mut state, failed, &mut diagnostics);
        let failed = failed || lost;
        let state = self.checked(state, failed, &mut diagnostics);
        let state = self.same_object(state, &mut diagnostics);
        if self.prior.is_none() {
            let found = identity::check_key(&self.resource, &self.type_name, &state);
            diagnostics.extend(found.err());
        }
        let (state, new_state) = self.encode(state, &mut diagnostics);
        let new_identity = self.identity_of(&state, failed, &mut diagnostics);
        let private = self.cx.journal(|journal| {
            identity::remember(&self.resource, &state, &mut journal.private);
            journal.private.to_wire().into()
        });
        ApplyResourceChangeResponse {
            new_identity,
            new_state,
            private,
            diagnostics,
            ..ApplyResourceChangeResponse::default()
        }
    }

    /// Removes write-only values and values that author code could not express, and sets the counts. Returns whether values were removed. After an error,
    /// the planned values replace them.
    fn take_failures(
        &self,
        state: &mut Object,
        failed: bool,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let block = self.resource.block();
        let mut failures = Unencodable::default();
        if state.has_failure() {
            failures.take(state, block, self.prior.is_none());
        }
        block.forget_write_only(state);
        match &self.counted {
            Some(counted) if failed => counted.restore(block, state),
            Some(counted) => self
                .cx
                .journal(|journal| counted.store(&mut journal.private)),
            None => {}
        }
        let lost = !failures.is_empty();
        if failed || lost {
            diagnostics.extend(failures.report(&self.type_name, block, self.kept()));
            self.complete(state);
        }
        lost
    }

    /// Compares the new state with the plan, unless the call has failed, and replaces its unknown values.
    fn checked(&self, mut state: Object, failed: bool, diagnostics: &mut Diagnostics) -> Object {
        let (block, name) = (self.resource.block(), &*self.type_name);
        if let (false, Some(planned)) = (failed, &self.planned) {
            match equal::keep(block, planned, &mut state, &self.doing) {
                Ok(()) => diagnostics.extend(self.resource.check_applied(name, planned, &state)),
                Err(error) => diagnostics.extend(error.into_diagnostics(&self.doing)),
            }
        }
        let report = (!failed).then_some(diagnostics);
        let (prior, planned) = (self.prior.as_deref(), self.planned.as_ref());
        values::known_change(state, block, prior, planned, name, report)
    }

    /// Returns the new state, or the object before, if the new state is another object.
    fn same_object(&self, state: Object, diagnostics: &mut Diagnostics) -> Object {
        let created = self.cx.journal(|journal| journal.created.clone());
        let Some((before, private)) = self.before(created.as_ref()) else {
            return state;
        };
        let stored = self.identity.as_ref();
        let same = identity::check_same(&self.resource, &self.type_name, stored, before, &state);
        let Err(another) = same else {
            return state;
        };
        let mut state = self.known(before.clone());
        if let Some(counted) = &self.counted {
            counted.restore(self.resource.block(), &mut state);
        }
        self.cx.journal(|journal| journal.private = private.clone());
        diagnostics.push(another);
        state
    }

    /// Returns the identity of the new state. After an error, it is the first one that is known: of the new state, the stored one, or that of the plan.
    fn identity_of(
        &self,
        state: &Object,
        failed: bool,
        diagnostics: &mut Diagnostics,
    ) -> Option<DynamicValue> {
        let resource = &self.resource;
        if !failed && resource.block().describes(state) {
            return identity::of_result(resource, &self.type_name, state, diagnostics);
        }
        identity::of_state(resource, state)
            .or_else(|| self.identity.clone())
            .or_else(|| identity::of_state(resource, &self.known(self.planned.clone()?)))
    }

    /// Encodes the new state. Values that an answer cannot contain are removed, so that the object is not lost.
    ///
    /// The plan replaces an object of another schema.
    fn encode(&self, state: Object, diagnostics: &mut Diagnostics) -> (Object, DynamicValue) {
        let block = self.resource.block();
        let (mut state, mut encoded) = values::try_encode(state, block);
        let mut is_first = true;
        while let Err(error) = &encoded {
            let mut removed = Unencodable::default();
            removed.take(&mut state, block, self.prior.is_none());
            if removed.is_empty() {
                diagnostics.push(report(error, &self.type_name, block, ""));
                return self.encode_plan(state, diagnostics);
            }
            if is_first {
                diagnostics.extend(removed.report(&self.type_name, block, self.kept()));
                self.complete(&mut state);
                if let Some(prior) = &self.prior {
                    retain(&mut state, prior, None);
                }
            }
            // Values of the plan and the prior state may be too large next to the new ones. Then null replaces them.
            is_first = false;
            state = values::known_result(state, block, &self.type_name, None);
            planning::fill_absent_blocks(block, &mut state);
            (state, encoded) = values::try_encode(state, block);
        }
        (state, encoded.unwrap_or_default())
    }

    /// Encodes the plan in place of an object that cannot be encoded without any value except its key.
    fn encode_plan(&self, state: Object, diagnostics: &mut Diagnostics) -> (Object, DynamicValue) {
        let block = self.resource.block();
        let found_by_plan = self.prior.is_some() || !block.describes(&state);
        let known = self.planned.clone().filter(|_| found_by_plan);
        let encoded = known.map(|planned| values::try_encode(self.known(planned), block));
        match encoded {
            Some((planned, Ok(encoded))) => (planned, encoded),
            _ => {
                diagnostics.push(messages::calls::may_exist(&self.type_name));
                (state, values::encode_null(block))
            }
        }
    }

    /// Replaces unknown values of an object by those of the plan.
    fn complete(&self, object: &mut Object) {
        let same = |planned: &&Object| planned.names() == object.names();
        let Some(planned) = self.planned.as_ref().filter(same) else {
            return;
        };
        for at in 0..object.len() {
            if object.at(at).is_unknown() {
                *object.at_mut(at) = planned.at(at).clone();
            }
        }
        retain(object, planned, None);
    }

    /// Describes what the state has in the place of a value that an answer cannot contain.
    fn kept(&self) -> &'static str {
        match self.prior {
            None => {
                " The object exists, and the state contains it, with the planned value or null in this place."
            }
            Some(_) => {
                " The state keeps the object, with the planned value or the value before in this place."
            }
        }
    }

    /// Returns the known values of a plan, completed with the prior state.
    fn known(&self, planned: Object) -> Object {
        let block = self.resource.block();
        let prior = self.prior.as_deref();
        values::known_change(planned, block, prior, None, &self.type_name, None)
    }
}

/// Adds a paragraph to the last diagnostic, which is the error of the call.
fn explain(diagnostics: &mut Diagnostics, text: &str) {
    let mut all = Vec::from(std::mem::take(diagnostics));
    if let Some(error) = all.last_mut() {
        error.detail = format!("{}\n\n{text}", error.detail);
    }
    *diagnostics = all.into();
}
