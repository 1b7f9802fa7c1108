//! Actions: operations without a state.

use super::{ClientCapabilities, Deferred};
use crate::{Diagnostics, DynamicValue};

/// Checks an action's configuration.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValidateActionConfigRequest {
    /// The type of action.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
}

/// Answers [`ValidateActionConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValidateActionConfigResponse {
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Plans an action.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlanActionRequest {
    /// The type of action.
    pub type_name: String,
    /// The configuration; parts may be unknown.
    pub config: DynamicValue,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
}

/// Answers [`PlanActionRequest`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlanActionResponse {
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// Set if the provider defers the answer.
    pub deferred: Option<Deferred>,
}

/// Runs an action.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InvokeActionRequest {
    /// The type of action.
    pub type_name: String,
    /// The configuration, wholly known.
    pub config: DynamicValue,
    /// The optional features that the host supports.
    pub client_capabilities: ClientCapabilities,
}

/// An event of a running action.
#[derive(Debug, Clone, PartialEq)]
pub enum InvokeActionEvent {
    /// Progress.
    Progress {
        /// The text for the user.
        message: String,
    },
    /// The end of the action. No event follows.
    Completed {
        /// Errors and warnings.
        diagnostics: Diagnostics,
    },
}
