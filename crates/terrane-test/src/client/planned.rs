//! Planned changes of managed objects.

use terrane_protocol::{DeferredReason, Diagnostic, Diagnostics, DynamicValue, Opaque};
use terrane_schema::{ValueDifference, value_differences};
use terrane_value::{Path, Value};

use super::instance::{Instance, object};
use crate::outcome::Action;

/// A plan of one object, which [`Client::apply`](super::Client::apply) carries out.
#[derive(Debug, Clone)]
pub struct PlannedChange {
    pub(super) prior: Instance,
    pub(super) config: Value,
    pub(super) planned: Value,
    pub(super) private: Opaque,
    /// The planned identity as sent.
    pub(super) identity: Option<DynamicValue>,
    /// The planned identity, decoded; null if unknown.
    pub(super) known_identity: Value,
    pub(super) action: Action,
    pub(super) replaces: Vec<Path>,
    pub(super) requires_replace: Vec<Path>,
    pub(super) warnings: Diagnostics,
    pub(super) deferred: Option<DeferredReason>,
    /// Whether the provider asks the host to tolerate inconsistencies, as providers of the older Go SDK do.
    pub(super) tolerant: bool,
}

impl PlannedChange {
    /// The planned action: `NoOp`, `Create`, `Update`, `Delete` or `DeleteThenCreate`.
    #[must_use]
    pub fn action(&self) -> Action {
        self.action
    }

    /// The object before the change.
    #[must_use]
    pub fn prior(&self) -> &Instance {
        &self.prior
    }

    /// The planned attributes, with unknown values that the apply decides. Null for a deletion.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.planned
    }

    /// One planned attribute or block.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        object(&self.planned)?.get(name)
    }

    /// The changes, attribute by attribute.
    #[must_use]
    pub fn changes(&self) -> Vec<ValueDifference> {
        value_differences(&self.prior.value, &self.planned)
    }

    /// The attributes whose change replaces the object.
    #[must_use]
    pub fn replaces(&self) -> &[Path] {
        &self.replaces
    }

    /// All attributes for which the provider requires a replacement, in its order, whether they change or not.
    #[must_use]
    pub fn requires_replace(&self) -> &[Path] {
        &self.requires_replace
    }

    /// The planned identity. Null if the type has none, or before it is known.
    #[must_use]
    pub fn identity(&self) -> &Value {
        &self.known_identity
    }

    /// The private data that the provider hands from the plan to the apply.
    #[must_use]
    pub fn private(&self) -> &[u8] {
        &self.private
    }

    /// The provider's warnings.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The reason why the provider defers the change, if it does. A host applies such a plan in a later run.
    #[must_use]
    pub fn deferred(&self) -> Option<DeferredReason> {
        self.deferred
    }
}
