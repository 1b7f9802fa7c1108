//! Actions: work that leaves no state behind.

use super::{ClientCapabilities, Deferred};
use crate::{Diagnostics, DynamicValue};

/// Checks an action's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateActionConfigRequest {
    /// The type of action.
    pub type_name: String,
    /// The configuration.
    pub config: DynamicValue,
}

/// Answers [`ValidateActionConfigRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValidateActionConfigResponse {
    /// What is wrong with it.
    pub diagnostics: Diagnostics,
}

/// Asks whether an action could be carried out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanActionRequest {
    /// The type of action.
    pub type_name: String,
    /// The configuration; parts may be unknown.
    pub config: DynamicValue,
    /// What the host understands.
    pub client_capabilities: ClientCapabilities,
}

/// Answers [`PlanActionRequest`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlanActionResponse {
    /// What went wrong.
    pub diagnostics: Diagnostics,
    /// Set when the answer is put off.
    pub deferred: Option<Deferred>,
}

/// Asks for an action to be carried out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InvokeActionRequest {
    /// The type of action.
    pub type_name: String,
    /// The configuration, wholly known.
    pub config: DynamicValue,
    /// What the host understands.
    pub client_capabilities: ClientCapabilities,
}

/// Tells how an action goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvokeActionEvent {
    /// It goes on.
    Progress {
        /// What to tell the user.
        message: String,
    },
    /// It has ended; nothing comes after it.
    Completed {
        /// What went wrong.
        diagnostics: Diagnostics,
    },
}
