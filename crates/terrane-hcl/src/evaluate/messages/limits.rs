//! Messages of limits.

use crate::budget::Limit;
use crate::diagnostic::Diagnostic;

pub(crate) fn exceeded(limit: Limit) -> Diagnostic {
    let detail = match limit {
        Limit::Steps(max) => format!(
            "The evaluation takes more than {max} steps. Use smaller collections, numbers and texts, and fewer nested iterations."
        ),
        Limit::Memory(max) => format!(
            "The values of the evaluation take more than {max} bytes of memory. Use smaller collections and texts."
        ),
        Limit::Diagnostics(max) => {
            format!(
                "The evaluation has more than {max} errors, so it has ended. Correct the first ones."
            )
        }
    };
    Diagnostic::error("Evaluation too large", detail)
}
