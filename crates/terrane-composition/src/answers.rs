//! Answers that are given in the place of a provider.

use terrane_protocol::{
    Diagnostic, Diagnostics, PlanResourceChangeRequest, PlanResourceChangeResponse,
};

/// Plans a deletion in the place of a provider without the capability `plan_destroy`, as hosts do.
pub(crate) fn unplanned_deletion(request: PlanResourceChangeRequest) -> PlanResourceChangeResponse {
    PlanResourceChangeResponse {
        planned_state: request.proposed_new_state,
        planned_private: request.prior_private,
        ..PlanResourceChangeResponse::default()
    }
}

/// Removes the paths, for an answer that concerns another configuration than the one they are in.
pub(crate) fn without_paths(diagnostics: Diagnostics) -> Diagnostics {
    let diagnostics = diagnostics.into_iter();
    let without = diagnostics.map(|it| Diagnostic { path: None, ..it });
    without.collect()
}
