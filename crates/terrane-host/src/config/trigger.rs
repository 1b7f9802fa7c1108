//! Triggers of actions.

use terrane_hcl::Span;
use terrane_hcl::syntax::ast::Expression;

use crate::address;

/// An `action_trigger` block: actions that run before or after a change of the resource.
#[derive(Debug, Clone)]
pub struct ActionTrigger {
    /// When the actions run.
    pub events: Vec<TriggerEvent>,
    /// Whether the actions run.
    pub condition: Option<Expression>,
    /// The actions in their order.
    pub actions: Vec<TriggeredAction>,
    /// The place of the header.
    pub span: Span,
}

/// An element of the argument `actions`.
#[derive(Debug, Clone)]
pub struct TriggeredAction {
    /// The action in the module.
    pub action: address::Resource,
    /// The key of its instance.
    pub key: Option<Expression>,
    /// The place.
    pub span: Span,
}

/// The event of a change that triggers actions. A replacement creates an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TriggerEvent {
    /// Before the object is created.
    BeforeCreate,
    /// After the object has been created.
    AfterCreate,
    /// Before the object is updated.
    BeforeUpdate,
    /// After the object has been updated.
    AfterUpdate,
}

impl TriggerEvent {
    pub(crate) const ALL: [Self; 4] = [
        Self::BeforeCreate,
        Self::AfterCreate,
        Self::BeforeUpdate,
        Self::AfterUpdate,
    ];

    /// Returns the name in configurations.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BeforeCreate => "before_create",
            Self::AfterCreate => "after_create",
            Self::BeforeUpdate => "before_update",
            Self::AfterUpdate => "after_update",
        }
    }

    /// Returns whether the actions run before the change.
    pub const fn is_before(self) -> bool {
        matches!(self, Self::BeforeCreate | Self::BeforeUpdate)
    }
}
