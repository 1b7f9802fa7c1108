//! The plan hook of a resource.

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

/// The planned operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It will be created.
    Create,
    /// It will be updated, replaced, or stay unchanged.
    Update,
    /// It will be deleted.
    Delete,
}

/// The dynamic form of a [`Change`], which has values instead of models.
#[derive(Debug)]
pub struct DynChange {
    /// The configuration. `None` for a deletion.
    pub config: Option<Arc<Object>>,
    /// The state. `None` before the object is created.
    pub prior: Option<Arc<Object>>,
    /// The planned state. `None` for a deletion.
    pub planned: Option<Object>,
    /// The paths of the attributes that require a replacement of the object.
    pub replace: Vec<Path>,
    /// Set when the plan is deferred.
    pub deferred: Option<Deferred>,
    /// The private state of the first plan, if the host plans the change a second time and has stored it (protocol 6.11).
    pub planned_private: Option<Private>,
    /// Whether the host allows the plan to be deferred.
    pub deferral_allowed: bool,
    pub(crate) cx: Context,
}

/// The planned change of an object: what [`Resource::plan`](crate::Resource::plan) sees and may alter.
///
/// Values are decoded on demand.
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

    /// Returns the planned operation.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        match (&self.raw.prior, &self.raw.planned) {
            (_, None) => ChangeKind::Delete,
            (None, Some(_)) => ChangeKind::Create,
            (Some(_), Some(_)) => ChangeKind::Update,
        }
    }

    /// The configuration. `None` for a deletion.
    ///
    /// # Errors
    ///
    /// Fails if it does not match the model.
    pub fn config(&self) -> Result<Option<Draft<M>>> {
        draft::<M>(self.raw.config.as_deref(), "configuration")
    }

    /// The state, with null for attributes that an older version did not write. `None` before the object is created.
    ///
    /// # Errors
    ///
    /// Fails if it does not match the model.
    pub fn prior(&self) -> Result<Option<Draft<M>>> {
        draft::<M>(self.raw.prior.as_deref(), "state")
    }

    /// The planned state so far. `None` for a deletion.
    ///
    /// Unknown values are those that the provider will decide, and configured values that are not known yet.
    /// [`config`](Self::config) distinguishes them.
    ///
    /// # Errors
    ///
    /// Fails if it does not match the model.
    pub fn planned(&self) -> Result<Option<Draft<M>>> {
        draft::<M>(self.raw.planned.as_ref(), "plan")
    }

    /// Replaces the planned state.
    ///
    /// Configured values must stay as configured, or as in the state. Values that equal the previous plan keep their exact form.
    ///
    /// # Errors
    ///
    /// Fails for a deletion, which has no planned state.
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
        // A model may lose details of a value, such as digits of a number in a float.
        planning::keep_planned(M::block(), before, &mut next);
        self.raw.planned = Some(next);
        Ok(())
    }

    /// Requires a replacement of the object, because of a change of an attribute.
    pub fn replace(&mut self, path: impl Into<Path>) {
        self.raw.replace.push(path.into());
    }

    /// Whether the host supports deferral of the plan.
    #[must_use]
    pub fn deferral_allowed(&self) -> bool {
        self.raw.deferral_allowed
    }

    /// Defers the plan, because a prerequisite is unknown or does not exist yet.
    ///
    /// # Errors
    ///
    /// Fails if the host does not support deferral. The error explains why the change cannot be planned.
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

    /// Changes the private state, which is passed to the call that applies the plan.
    pub fn private_mut<R>(&mut self, change: impl FnOnce(&mut Private) -> R) -> R {
        self.raw.cx.change_private(change)
    }

    /// The private state of the first plan of this change, if this is the second plan, which hosts make before the apply.
    ///
    /// Only Terraform 1.16 and later send it.
    #[must_use]
    pub fn planned_private(&self) -> Option<&Private> {
        self.raw.planned_private.as_ref()
    }

    /// The context: warnings and cancellation.
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
