//! The plan hook of a resource.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use terrane_protocol::DeferredReason;
use terrane_value::{Object, Path};

use crate::context::{Context, Private, PrivateMut};
use crate::dynamic::{ChangeKind, DynPlanContext};
use crate::error::Result;
use crate::messages::{ObjectRole, bad_value};
use crate::model::{Draft, Model};
use crate::typed::encode_draft;

/// The planned change of an object: what [`Resource::plan`](crate::Resource::plan) sees and may alter.
///
/// Values are decoded on demand.
pub struct PlanContext<M> {
    raw: DynPlanContext,
    of: PhantomData<fn() -> M>,
}

impl<M: Model> PlanContext<M> {
    pub(crate) fn new(raw: DynPlanContext) -> Self {
        Self {
            raw,
            of: PhantomData,
        }
    }

    pub(crate) fn into_raw(self) -> DynPlanContext {
        self.raw
    }

    /// Returns the planned operation.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        self.raw.kind()
    }

    /// The configuration. `None` for a deletion.
    ///
    /// # Errors
    ///
    /// Fails if it does not match the model.
    pub fn config(&self) -> Result<Option<Draft<M>>> {
        draft::<M>(self.raw.config.as_deref(), ObjectRole::Configuration)
    }

    /// The state, with null for attributes that an older version did not write. `None` before the object is created.
    ///
    /// # Errors
    ///
    /// Fails if it does not match the model.
    pub fn prior(&self) -> Result<Option<Draft<M>>> {
        draft::<M>(self.raw.prior.as_deref(), ObjectRole::State)
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
        draft::<M>(self.raw.planned.as_ref(), ObjectRole::Plan)
    }

    /// Replaces the planned state.
    ///
    /// Configured values must stay as configured, or as in the state. Values that equal the previous plan keep their exact form.
    ///
    /// # Errors
    ///
    /// Fails for a deletion, which has no planned state.
    pub fn set_planned(&mut self, planned: Draft<M>) -> Result<()> {
        let seen = self.planned()?.map(encode_draft::<M>).transpose()?;
        let planned = encode_draft::<M>(planned)?;
        self.raw.set_planned(M::block(), seen.as_ref(), planned)
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

    /// Defers the plan. The host gets the plan so far with the reason.
    ///
    /// Use it when a prerequisite is unknown or does not exist yet, and return its error: `return change.defer(reason);`. A host that
    /// supports deferral plans again when more is known. On other hosts, the user gets an error with advice.
    ///
    /// # Errors
    ///
    /// Always fails, so that the hook returns.
    pub fn defer<T>(&mut self, reason: DeferredReason) -> Result<T> {
        self.raw.defer(reason)
    }

    /// Reads the private state of the object.
    #[must_use]
    pub fn private(&self) -> impl Deref<Target = Private> + fmt::Debug + use<M> {
        self.raw.private()
    }

    /// Changes the private state, which is passed to the call that applies the plan.
    #[must_use]
    pub fn private_mut(&mut self) -> PrivateMut<'_> {
        self.raw.private_mut()
    }

    /// The private state of the first plan of this change. `None` in the first plan. Hosts plan a second time before the apply.
    ///
    /// Only Terraform 1.16 and later send it.
    #[must_use]
    pub fn planned_private(&self) -> Option<&Private> {
        self.raw.planned_private.as_ref()
    }

    /// The context: warnings and cancellation.
    pub fn cx(&mut self) -> &mut Context {
        self.raw.cx()
    }
}

impl<M> fmt::Debug for PlanContext<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlanContext").finish_non_exhaustive()
    }
}

fn draft<M: Model>(object: Option<&Object>, role: ObjectRole) -> Result<Option<Draft<M>>> {
    let Some(object) = object else {
        return Ok(None);
    };
    let draft = M::draft_object(object);
    draft.map(Some).map_err(|error| bad_value(role, &error))
}
