//! Actions that an apply invokes.

use std::cmp::Ordering;

use terrane_value::{Path, Type, Value};

use crate::address::{ProviderConfig, ResourceInstance};
use crate::config::TriggerEvent;

/// An action that the change of an object triggers.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionInvocation {
    /// The address of the action.
    pub action: ResourceInstance,
    /// The address of the object whose change triggers the action.
    pub trigger: ResourceInstance,
    /// The event of the change.
    pub event: TriggerEvent,
    /// The position of the `action_trigger` block in its `lifecycle` block.
    pub block: usize,
    /// The position of the action in the argument `actions`.
    pub index: usize,
    /// The configuration of the provider.
    pub provider: ProviderConfig,
    /// The configuration of the action. Values that only the apply decides are unknown.
    pub config: Value,
    /// The sensitive parts of the configuration.
    pub sensitive: Vec<Path>,
    /// The type of the configuration.
    pub ty: Type,
}

impl ActionInvocation {
    /// Compares invocations by the order in which hosts show and start them.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        let key = |it: &Self| (!it.event.is_before(), it.block, it.index);
        self.trigger
            .cmp(&other.trigger)
            .then_with(|| key(self).cmp(&key(other)))
    }
}
