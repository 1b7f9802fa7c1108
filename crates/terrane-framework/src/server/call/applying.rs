//! The change that a call applies: it runs author code, and its answer contains the known object.

use std::sync::Arc;

use terrane_protocol::{ApplyResourceChangeResponse, Diagnostics, DynamicValue};
use terrane_value::Object;

use super::counted::Counted;
use super::unencodable::{Unencodable, report};
use super::{Call, author, equal, identity, values};
use crate::context::{Context, Create, Created, Delete, Private, Update};
use crate::dynamic::Configured;
use crate::error::{Error, Result};
use crate::identity::{difference, lost_key};
use crate::messages;
use crate::planning;
use crate::retain::retain;
use crate::server::registry::RegisteredType;

/// The change of one object. The answer is made from it, even if the call's task does not return.
pub(in crate::server) struct Applying {
    pub(in crate::server) call: Arc<Call>,
    pub(in crate::server) resource: Arc<RegisteredType>,
    pub(in crate::server) type_name: String,
    pub(in crate::server) provider: Configured,
    pub(in crate::server) cx: Context,
    pub(in crate::server) doing: String,
    pub(in crate::server) prior: Option<Object>,
    pub(in crate::server) planned: Option<Object>,
    pub(in crate::server) counted: Option<Counted>,
    /// The identity of an existing object.
    pub(in crate::server) identity: Option<DynamicValue>,
    /// The private state before the change.
    pub(in crate::server) private: Private,
}

impl Applying {
    /// Runs author code. `complete` is the plan with write-only values, if there are any.
    pub(in crate::server) async fn apply(
        &self,
        complete: Option<&Object>,
    ) -> ApplyResourceChangeResponse {
        let (mut state, mut error) = match (&self.prior, complete.or(self.planned.as_ref())) {
            (None, Some(planned)) => self.create(planned).await,
            (Some(prior), Some(planned)) => self.update(planned, prior).await,
            (Some(prior), None) => self.delete(prior).await,
            (None, None) => (None, None),
        };
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

    async fn create(&self, planned: &Object) -> (Option<Object>, Option<Error>) {
        let created = self.call.run(&self.doing, || {
            let (provider, cx) = (self.provider.clone(), Create::new(self.cx.clone()));
            self.resource.create(planned, provider, cx)
        });
        match created.await {
            Ok(created) if lost_key(self.resource.block(), &created).is_some() => {
                let recorded = self.cx.record_encoded(self.resource.block(), created);
                (self.recorded(), recorded.err())
            }
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

    /// Creates the answer for author code that has not returned.
    pub(in crate::server) fn unfinished(
        &self,
        mut diagnostics: Diagnostics,
    ) -> ApplyResourceChangeResponse {
        let state = self.recorded();
        if state.is_none() && self.prior.is_none() && !self.has_recorded() {
            diagnostics.push(messages::calls::may_exist(&self.type_name));
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
        let prior = self.prior.as_ref().map(|prior| (prior, &self.private));
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
        let recorded = self.cx.journal(|journal| journal.object.clone());
        let recorded = recorded.filter(|it| lost_key(self.resource.block(), it).is_none());
        recorded.as_deref().or(self.prior.as_ref()).cloned()
    }

    fn has_recorded(&self) -> bool {
        self.cx.journal(|journal| journal.object.is_some())
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
            if self.prior.is_none() && self.has_recorded() {
                diagnostics.push(messages::calls::may_exist(type_name));
            }
            return ApplyResourceChangeResponse {
                new_state: values::encode_null(self.resource.block()),
                diagnostics,
                ..ApplyResourceChangeResponse::default()
            };
        };
        let block = self.resource.block();
        let mut failures = Unencodable::default();
        if state.has_failure() {
            failures.take(&mut state, block, self.prior.is_none());
        }
        block.forget_write_only(&mut state);
        match &self.counted {
            Some(counted) if failed => counted.restore(block, &mut state),
            Some(counted) => self
                .cx
                .journal(|journal| counted.store(&mut journal.private)),
            None => {}
        }
        let failed = failed || !failures.is_empty();
        if failed {
            diagnostics.extend(failures.report(type_name, block, self.kept()));
            self.complete(&mut state);
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
            block,
            self.prior.as_ref(),
            self.planned.as_ref(),
            type_name,
            report,
        );
        let stored = self.identity.as_ref();
        let created = self.cx.journal(|journal| journal.created.clone());
        if let Some((before, private)) = self.before(created.as_ref())
            && let Err(another) =
                identity::check_same(&self.resource, type_name, stored, before, &state)
        {
            state = self.known(before.clone());
            if let Some(counted) = &self.counted {
                counted.restore(block, &mut state);
            }
            self.cx.journal(|journal| journal.private = private.clone());
            diagnostics.push(another);
        }
        if self.prior.is_none() {
            let found = identity::check_key(&self.resource, type_name, &state);
            diagnostics.extend(found.err());
        }
        let (state, new_state) = self.encode(state, &mut diagnostics);
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
            new_state,
            private: self.cx.journal(|journal| journal.private.to_wire()).into(),
            diagnostics,
            ..ApplyResourceChangeResponse::default()
        }
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
            state = values::settle_unknowns(state, block, &self.type_name, None);
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
        let prior = self.prior.as_ref();
        values::settle_change(planned, block, prior, None, &self.type_name, None)
    }
}
