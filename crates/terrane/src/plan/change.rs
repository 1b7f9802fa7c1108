//! Code that changes the plan of a whole object.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use terrane_protocol::{Deferred, DeferredReason};
use terrane_value::{Object, Path};

use crate::context::{Context, Private, not_yet};
use crate::error::{Error, Result};
use crate::model::{Draft, Model};
use crate::planning;
use crate::resource::{bad_value, encode_draft};

/// What is planned to happen to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It will be created.
    Create,
    /// It will be updated, or replaced, or stay as it is.
    Update,
    /// It will be deleted.
    Delete,
}

/// The planned change of an object over values: what a typed [`Change`] becomes.
#[derive(Debug)]
pub struct DynChange {
    /// The configuration; nothing for a deletion.
    pub config: Option<Arc<Object>>,
    /// The state; nothing before the object exists.
    pub prior: Option<Arc<Object>>,
    /// The state after the change; nothing for a deletion.
    pub planned: Option<Object>,
    /// The attributes because of which the object must be replaced.
    pub replace: Vec<Path>,
    /// Set when the plan is put off.
    pub deferred: Option<Deferred>,
    /// The private state of the first plan, if the host plans the same change a second time and has kept it (protocol 6.11).
    pub planned_private: Option<Private>,
    /// Whether the host allows the plan to be deferred.
    pub deferral_allowed: bool,
    pub(crate) cx: Context,
}

/// The planned change of an object: what [`Resource::plan`](crate::Resource::plan) sees and may alter.
///
/// Values are decoded when they are asked for, so looking at one costs nothing for the others.
pub struct Change<M> {
    raw: DynChange,
    of: PhantomData<fn() -> M>,
}

impl<M: Model> Change<M> {
    pub(crate) fn new(raw: DynChange) -> Self {
        Self {
            raw,
            of: PhantomData,
        }
    }

    pub(crate) fn into_raw(self) -> DynChange {
        self.raw
    }

    /// What is planned to happen.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        match (&self.raw.prior, &self.raw.planned) {
            (_, None) => ChangeKind::Delete,
            (None, Some(_)) => ChangeKind::Create,
            (Some(_), Some(_)) => ChangeKind::Update,
        }
    }

    /// The configuration; nothing for a deletion.
    ///
    /// # Errors
    ///
    /// When it does not fit the model.
    pub fn config(&self) -> Result<Option<Draft<M>>> {
        draft::<M>(self.raw.config.as_deref(), "configuration")
    }

    /// The state, null where an older version did not write it; nothing before the object exists.
    ///
    /// # Errors
    ///
    /// When it does not fit the model.
    pub fn prior(&self) -> Result<Option<Draft<M>>> {
        draft::<M>(self.raw.prior.as_deref(), "state")
    }

    /// The state after the change as it is planned so far; nothing for a deletion.
    ///
    /// Unknown in it is what the provider will decide, and what is configured but will only be known later:
    /// [`config`](Self::config) tells the one from the other.
    ///
    /// # Errors
    ///
    /// When it does not fit the model.
    pub fn planned(&self) -> Result<Option<Draft<M>>> {
        draft::<M>(self.raw.planned.as_ref(), "plan")
    }

    /// Plans another state after the change.
    ///
    /// What is configured must stay as it is configured, or as it was before. What is as it was planned keeps its exact value.
    ///
    /// # Errors
    ///
    /// For a deletion, which leaves nothing.
    pub fn set_planned(&mut self, planned: Draft<M>) -> Result<()> {
        let Some(before) = &self.raw.planned else {
            return Err(Error::new(
                "Nothing remains of a deleted object",
                "The provider planned a value for an object that is to be deleted. This is a bug in the provider: look at `change.kind()`.",
            ));
        };
        let same = match self.planned()? {
            Some(draft) => encode_draft::<M>(draft)?,
            None => before.clone(),
        };
        let mut next = encode_draft::<M>(planned)?;
        for (at, (exact, same)) in before.values().iter().zip(same.values()).enumerate() {
            if next.at(at) == same {
                *next.at_mut(at) = exact.clone();
            }
        }
        // A model may not hold all of what it was made of: the digits of a number, in a float.
        planning::keep_planned(M::block(), before, &mut next);
        self.raw.planned = Some(next);
        Ok(())
    }

    /// Asks for a new object instead of an update, because of an attribute that changes.
    pub fn replace(&mut self, path: impl Into<Path>) {
        self.raw.replace.push(path.into());
    }

    /// Whether the host allows the plan to be deferred: [`defer`](Self::defer) fails on another one.
    #[must_use]
    pub fn deferral_allowed(&self) -> bool {
        self.raw.deferral_allowed
    }

    /// Puts the plan off: something must be known, or there, that is not yet.
    ///
    /// # Errors
    ///
    /// When the host does not allow it: then the error says why there can be no plan.
    pub fn defer(&mut self, reason: DeferredReason) -> Result<()> {
        if !self.raw.deferral_allowed {
            return Err(not_yet(reason));
        }
        self.raw.deferred = Some(Deferred { reason });
        Ok(())
    }

    /// Reads the private state of the object.
    #[must_use]
    pub fn private(&self) -> Private {
        self.raw.cx.journal(|journal| journal.private.clone())
    }

    /// Changes the private state: the call that makes the change sees it.
    pub fn private_mut<R>(&mut self, change: impl FnOnce(&mut Private) -> R) -> R {
        self.raw.cx.change_private(change)
    }

    /// The private state that the first plan of this change has left, if this is the second one, which hosts make before they carry it out.
    ///
    /// Only hosts that keep it send it: Terraform 1.16 and later.
    #[must_use]
    pub fn planned_private(&self) -> Option<&Private> {
        self.raw.planned_private.as_ref()
    }

    /// What every call has: warnings and cancellation.
    pub fn cx(&mut self) -> &mut Context {
        &mut self.raw.cx
    }
}

impl<M> fmt::Debug for Change<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Change").finish_non_exhaustive()
    }
}

fn draft<M: Model>(object: Option<&Object>, what: &str) -> Result<Option<Draft<M>>> {
    let Some(object) = object else {
        return Ok(None);
    };
    let draft = M::draft_object(object);
    draft.map(Some).map_err(|error| bad_value(what, &error))
}
