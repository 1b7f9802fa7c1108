//! Messages of limits.

use crate::budget::Limit;
use crate::diagnostic::Diagnostic;

pub(crate) fn exceeded(limit: Limit) -> Diagnostic {
    let detail = match limit {
        Limit::Steps(most) => format!(
            "The evaluation takes more than {most} steps. Use smaller collections, numbers and texts, and fewer nested iterations."
        ),
        Limit::Memory(most) => format!(
            "The values of the evaluation take more than {most} bytes of memory. Use smaller collections and texts."
        ),
        Limit::Diagnostics(most) => {
            format!(
                "The evaluation has more than {most} errors, so it has ended. Correct the first ones."
            )
        }
    };
    Diagnostic::error("Evaluation too large", detail)
}
