//! Answers of providers: calls without an answer, and answers that a provider must not give.

use std::fmt;

use terrane_protocol::{RpcCode, RpcError};

use super::{Failed, Run};
use crate::address::ResourceInstance;
use crate::diagnostics::Report;

/// Returns the report of a call without an answer.
pub(crate) fn unanswered(address: &dyn fmt::Display, error: &RpcError) -> Report {
    let summary = match error.code {
        RpcCode::Unavailable | RpcCode::Canceled => "Plugin did not respond",
        _ => "Plugin error",
    };
    let detail = format!("The provider has not answered: {error}.");
    Report::error(summary, detail).of(address)
}

impl Run<'_> {
    /// Awaits the answer of a provider, and reports a call without one.
    pub(crate) async fn answer<T>(
        &self,
        address: &(impl fmt::Display + Sync),
        call: impl Future<Output = Result<T, RpcError>>,
    ) -> Result<T, Failed> {
        call.await.map_err(|error| self.no_answer(address, &error))
    }

    /// Reports a call without an answer.
    pub(crate) fn no_answer(&self, address: &dyn fmt::Display, error: &RpcError) -> Failed {
        self.fail(unanswered(address, error))
    }

    /// Reports an answer that a provider must not give. The problem is a full sentence.
    pub(crate) fn provider_bug(
        &self,
        address: &ResourceInstance,
        summary: &str,
        problem: impl fmt::Display,
    ) -> Failed {
        self.fail(Report::provider_bug(summary, problem).of(address))
    }

    /// Reports each problem of an answer as a bug in the provider, and fails if there is one.
    pub(crate) fn provider_bugs(
        &self,
        address: &ResourceInstance,
        summary: &str,
        problems: impl Iterator<Item = String>,
    ) -> Result<(), Failed> {
        let reports = problems.map(|problem| Report::provider_bug(summary, problem).of(address));
        self.report_all(reports.collect())
    }
}
