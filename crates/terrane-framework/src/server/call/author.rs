//! Calls of author code: panics become errors, and reports become diagnostics.

use terrane_protocol::{Diagnostic, Diagnostics};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::messages::calls::panicked;
use crate::panic;
use crate::secret;

/// Calls synchronous author code, such as a validator or a default. A panic becomes a diagnostic.
pub(in crate::server) fn call<T>(
    doing: &str,
    code: impl FnOnce() -> T,
) -> std::result::Result<T, Diagnostic> {
    panic::catch(code).map_err(|report| panicked(doing, &report))
}

/// Calls synchronous author code. A panic becomes an error.
pub(in crate::server) fn catch<T>(doing: &str, code: impl FnOnce() -> T) -> Result<T> {
    call(doing, code).map_err(Error::from_diagnostic)
}

/// Hides the texts that author code has hidden so far in the remaining messages of the request.
pub(in crate::server) fn hide_noted(cx: &Context) {
    for text in cx.journal(|journal| std::mem::take(&mut journal.hidden)) {
        secret::hide(&text);
    }
}

/// Collects the diagnostics of a call and its error.
pub(in crate::server) fn report(cx: &Context, error: Option<Error>, doing: &str) -> Diagnostics {
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
