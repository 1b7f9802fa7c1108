//! The planned change of an object.

use std::ops::Deref;
use std::sync::Arc;

use terrane_protocol::DeferredReason;
use terrane_value::{Object, Path};

use crate::context::{Context, Private, PrivateMut};
use crate::error::{Error, Result};
use crate::messages;
use crate::planning;
use crate::schema::Block;

/// The planned operation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ChangeKind {
    /// The object will be created.
    Create,
    /// The object will be updated, replaced, or stay unchanged.
    Update,
    /// The object will be deleted.
    Delete,
}

/// The planned change of an object, which a plan hook may alter.
#[derive(Debug)]
pub struct DynPlanContext {
    /// The configuration. `None` for a deletion.
    pub config: Option<Arc<Object>>,
    /// The state. `None` before the object is created.
    pub prior: Option<Arc<Object>>,
    /// The planned state. `None` for a deletion.
    pub planned: Option<Object>,
    /// The paths of the attributes that require a replacement of the object.
    pub replace: Vec<Path>,
    pub(crate) deferred: Option<DeferredReason>,
    /// Whether the plan hook, not the provider, has deferred the plan.
    pub(crate) by_hook: bool,
    /// The private state of the first plan, if the host plans the change a second time and has stored it (protocol 6.11).
    pub planned_private: Option<Private>,
    /// Whether the host allows the plan to be deferred.
    pub deferral_allowed: bool,
    pub(crate) cx: Context,
}

impl DynPlanContext {
    /// Returns the planned operation.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        match (&self.prior, &self.planned) {
            (_, None) => ChangeKind::Delete,
            (None, Some(_)) => ChangeKind::Create,
            (Some(_), Some(_)) => ChangeKind::Update,
        }
    }

    /// Replaces the planned state by `next`. Author code made `next` from `seen`, a copy of the planned state that may have lost details.
    ///
    /// Values of `next` that equal those of `seen` keep their exact form in the planned state.
    ///
    /// # Errors
    ///
    /// Fails for a deletion, which has no planned state.
    pub fn set_planned(
        &mut self,
        block: &Block,
        seen: Option<&Object>,
        mut next: Object,
    ) -> Result<()> {
        let Some(before) = &self.planned else {
            let diagnostic = messages::values::planned_for_deletion("an object");
            return Err(Error::from_diagnostic(diagnostic));
        };
        let seen = seen.unwrap_or(before);
        for (at, (exact, seen)) in before.values().iter().zip(seen.values()).enumerate() {
            if next.at(at) == seen {
                *next.at_mut(at) = exact.clone();
            }
        }
        // A model may lose details of a value, such as digits of a number in a float.
        planning::keep_hooked(block, before, self.prior.as_deref(), &mut next);
        self.planned = Some(next);
        Ok(())
    }

    /// Defers the plan, because a prerequisite is unknown or does not exist yet. The host gets the planned state and the reason.
    ///
    /// # Errors
    ///
    /// Always fails. If [`is_deferred`](Self::is_deferred) is true after this call, return the change. Otherwise return the error.
    pub fn defer<T>(&mut self, reason: DeferredReason) -> Result<T> {
        if self.deferral_allowed {
            self.deferred = Some(reason);
            self.by_hook = true;
        }
        Err(messages::calls::not_yet(reason))
    }

    /// Whether the plan hook has deferred the plan, which only hosts with support for deferral allow.
    #[must_use]
    pub fn is_deferred(&self) -> bool {
        self.by_hook
    }

    /// Reads the private state of the object.
    #[must_use]
    pub fn private(&self) -> impl Deref<Target = Private> + std::fmt::Debug + use<> {
        self.cx.private()
    }

    /// Changes the private state, which is passed to the call that applies the plan.
    #[must_use]
    pub fn private_mut(&mut self) -> PrivateMut<'_> {
        self.cx.private_mut()
    }

    /// Returns the context, for warnings and cancellation.
    pub fn cx(&mut self) -> &mut Context {
        &mut self.cx
    }
}
