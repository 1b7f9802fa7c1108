//! Calls of author code: panics become errors, and reports become diagnostics.

use terrane_protocol::{DeferredReason, Diagnostic, Diagnostics};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::messages::calls::panicked;
use crate::panic;
use crate::secret;

/// Calls synchronous author code, such as a validator or a default. A panic becomes a diagnostic.
pub(crate) fn call<T>(doing: &str, code: impl FnOnce() -> T) -> std::result::Result<T, Diagnostic> {
    panic::catch(code).map_err(|report| panicked(doing, &report))
}

/// Calls synchronous author code. A panic becomes an error.
pub(crate) fn catch<T>(doing: &str, code: impl FnOnce() -> T) -> Result<T> {
    call(doing, code).map_err(Error::from_diagnostic)
}

/// Hides the texts that author code has hidden so far in the remaining messages of the request.
pub(crate) fn hide_noted(cx: &Context) {
    for text in cx.journal(|journal| std::mem::take(&mut journal.hidden)) {
        secret::hide(&text);
    }
}

/// Collects the diagnostics of a call and its error.
pub(crate) fn report(cx: &Context, error: Option<Error>, doing: &str) -> Diagnostics {
    hide_noted(cx);
    let mut diagnostics = Diagnostics::new();
    cx.journal(|journal| {
        diagnostics.extend(std::mem::take(&mut journal.diagnostics));
        diagnostics.extend(journal.private.take_refused());
    });
    let errors = error.into_iter();
    diagnostics.extend(errors.flat_map(|error| error.into_diagnostics(doing)));
    diagnostics
}

/// Reports an error of author code. If it defers the call, returns the deferral instead.
pub(crate) fn failed(
    cx: &Context,
    error: Error,
    doing: &str,
) -> (Diagnostics, Option<DeferredReason>) {
    let deferred = cx.deferral(true);
    let error = Some(error).filter(|_| deferred.is_none());
    (report(cx, error, doing), deferred)
}
