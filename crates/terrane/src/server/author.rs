//! Calls of author code: panics become errors, and reports become diagnostics.

use std::fmt::Display;

use terrane_protocol::{Diagnostic, Diagnostics};

use super::call::Call;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::panic;
use crate::resource::BoxFuture;
use crate::secret;

impl Call {
    /// Runs author code until it returns. A panic is an error that names the operation and the place.
    pub(super) async fn run<T>(
        &self,
        doing: &str,
        code: impl FnOnce() -> BoxFuture<Result<T>>,
    ) -> Result<T> {
        tracing::trace!("Calling the provider's code");
        let result = match catch(doing, code) {
            Ok(future) => panic::catch_future(future)
                .await
                .unwrap_or_else(|report| Err(panicked(doing, &report))),
            Err(error) => Err(error),
        };
        tracing::trace!("Called the provider's code");
        result.map_err(|error| self.explained(error))
    }

    /// Returns the error of author code. After the deadline, it mentions the timeout.
    fn explained(&self, error: Error) -> Error {
        match self.record().deadline() {
            Some(deadline) if deadline.has_passed() && !self.is_stopped() => {
                error.and(deadline.missed(None))
            }
            _ => error,
        }
    }
}

/// Creates the error of author code that panicked.
pub(super) fn panicked(doing: &str, report: &dyn Display) -> Error {
    Error::new(doing, panic_detail(report))
}

fn panic_detail(report: &dyn Display) -> String {
    format!(
        "The provider panicked: {report}. This is a bug in the provider; other resources are not affected."
    )
}

/// Calls synchronous author code, such as a validator or a default. A panic becomes a diagnostic.
pub(super) fn call<T>(doing: &str, code: impl FnOnce() -> T) -> std::result::Result<T, Diagnostic> {
    panic::catch(code).map_err(|report| Diagnostic::error(doing, panic_detail(&report)))
}

/// Calls synchronous author code. A panic becomes an error.
pub(super) fn catch<T>(doing: &str, code: impl FnOnce() -> T) -> Result<T> {
    panic::catch(code).map_err(|report| panicked(doing, &report))
}

/// Hides the texts that author code has hidden so far in the remaining messages of the request.
pub(super) fn hide_noted(cx: &Context) {
    for text in cx.journal(|journal| std::mem::take(&mut journal.hidden)) {
        secret::hide(&text);
    }
}

/// Collects the diagnostics of a call and its error.
pub(super) fn report(cx: &Context, error: Option<Error>, doing: &str) -> Diagnostics {
    hide_noted(cx);
    let mut diagnostics = Diagnostics::new();
    for diagnostic in cx.journal(|journal| std::mem::take(&mut journal.diagnostics)) {
        diagnostics.push(diagnostic);
    }
    for diagnostic in cx.journal(|journal| journal.private.take_refused().collect::<Vec<_>>()) {
        diagnostics.push(diagnostic);
    }
    for diagnostic in error
        .into_iter()
        .flat_map(|error| error.into_diagnostics(doing))
    {
        diagnostics.push(diagnostic);
    }
    diagnostics
}
