//! Actions: operations without a state.

use super::DeferredReason;
use crate::Diagnostics;

/// Answers [`Request::PlanAction`](crate::Request::PlanAction).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlanActionResponse {
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
    /// Set if the provider defers the answer.
    pub deferred: Option<DeferredReason>,
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
