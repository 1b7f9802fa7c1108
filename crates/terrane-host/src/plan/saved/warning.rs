//! The warnings of a saved plan.

use serde::{Deserialize, Serialize};

use crate::diagnostics::Report;

/// A warning, without its place in the configuration.
#[derive(Serialize, Deserialize)]
pub(super) struct Warning {
    summary: String,
    detail: String,
    address: Option<String>,
}

impl Warning {
    pub(super) fn of(report: &Report) -> Self {
        Self {
            summary: report.diagnostic.summary.to_string(),
            detail: report.diagnostic.detail.to_string(),
            address: report.address.clone(),
        }
    }

    pub(super) fn decoded(self) -> Report {
        Report {
            address: self.address,
            ..Report::warning(self.summary, self.detail)
        }
    }
}
